// What a session in a terminal has spent, as the real CLI keeps it: its tokens at once, its cost when the CLI says it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, call, say, scriptedPrompt } from '@beckon/demo-model';
import { addUsage, noUsage, type Usage } from '@beckon/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paneTerminal } from '../../packages/gateway/src/drivers/terminal/dialogs/paneTerminal.ts';
import { enterMessage } from '../../packages/gateway/src/drivers/terminal/dialogs/promptTyping.ts';
import { AgentStage } from '../support/agentStage.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
let session: { id: string };
beforeAll(async () => {
  stage = await AgentStage.open();
  session = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
});
afterAll(() => stage[Symbol.asyncDispose]());

const usage = async () => (await stage.transport.getSession(session.id)).usage;
const state = async () => (await stage.transport.getSession(session.id)).state;
const enter = async (text: string) => {
  await expect.poll(() => enterMessage(paneTerminal(stage.tmux, session.id), text)).toEqual({ type: 'entered' });
};
const help = { description: 'Help', prompt: 'Say hello.', subagent_type: 'general-purpose', run_in_background: false };

/** What the CLI itself says that its conversations came to, each in its last such line. */
function kept(): Usage {
  const projects = stage.folder.at('home/.claude/projects');
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const totals = files.flatMap((name) => {
    const line = readFileSync(join(projects, name), 'utf8')
      .split('\n')
      .findLast((text) => text.includes('"type":"cost-state"'));
    return line === undefined ? [] : [JSON.parse(line) as CostState];
  });
  return totals.map(usageOf).reduce(addUsage, noUsage);
}

interface CostState {
  totalCostUSD: number;
  modelUsage: Record<string, { inputTokens: number; outputTokens: number }>;
}

function usageOf({ totalCostUSD, modelUsage }: CostState): Usage {
  const models = Object.values(modelUsage);
  const sum = (count: (model: (typeof models)[number]) => number) => models.reduce((all, one) => all + count(one), 0);
  return {
    ...noUsage,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: totalCostUSD,
  };
}

/** Sends what makes the model play these, and waits for the end of the turn. */
async function turn(...blocks: Block[]): Promise<void> {
  using watcher = new Watcher(stage.transport);
  await watcher.until(({ sessions }) => sessions[session.id]);
  const content = scriptedPrompt(blocks.map((block) => ({ blocks: [block] })));
  await stage.transport.sendMessage(session.id, { content });
  const isOver = () => watcher.events.some((event) => event.type === 'done' && event.sessionId === session.id);
  await watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn' && isOver());
}

const tokensOf = ({ costUsd: _, ...tokens }: Usage) => tokens;

test('tokens are there after each turn, subagents’ too; the cost is not claimed before the CLI says it', async () => {
  await turn(call('Bash', { command: 'echo one', description: 'A test' }), call('Agent', help), say('Done.'));
  const during = await usage();
  expect(during).not.toHaveProperty('costUsd');
  expect(during.inputTokens).toBeGreaterThan(0);
  await enter('/clear');
  await expect.poll(() => kept().costUsd).toBeGreaterThan(0);
  // What the subagent’s report brought about may have come after the look.
  await turn(say('Begun anew.'));
  // The conversation that was left counts once it is known what it came to.
  await expect.poll(async () => (await usage()).inputTokens).toBeGreaterThan(kept().inputTokens);
  expect(await usage()).not.toHaveProperty('costUsd');
});

test('at its end, both are what the CLI says, of the conversation before /clear too, and a restart changes nothing', async () => {
  await stage.stopGateway();
  await stage.startGateway();
  await enter('/exit');
  await expect.poll(state).toBe('dead');
  await expect.poll(usage).toEqual(kept());
  expect(kept().costUsd).toBeGreaterThan(0);
});

test('after a resume, too', async () => {
  const before = await usage();
  await turn(say('Back.'));
  await expect.poll(async () => (await usage()).outputTokens).toBeGreaterThan(before.outputTokens);
  const during = await usage();
  expect(during).not.toHaveProperty('costUsd');
  await enter('/exit');
  await expect.poll(state).toBe('dead');
  await expect.poll(usage).toEqual(kept());
  expect(tokensOf(await usage())).toEqual(tokensOf(during));
  expect(kept().costUsd).toBeGreaterThan(before.costUsd ?? 0);
});
