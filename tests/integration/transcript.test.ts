// Transcripts that the real CLI writes, followed as it writes them: the same conversation as the SDK tells, and what only
// a session in a terminal has.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Block, call, say, scriptedPrompt, think, type Turn } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followSession } from '../../packages/gateway/src/drivers/claude/transcript/followSession.ts';
import { namedTranscript } from '../../packages/gateway/src/drivers/claude/transcript/location.ts';
import { projectsFolder } from '../../packages/gateway/src/drivers/claudeFolder.ts';
import { transcriptPath } from '../../packages/gateway/src/drivers/transcriptPath.ts';
import { RecordingHost } from '../support/recordingHost.ts';
import { agentPids, SdkAgents } from '../support/sdkAgents.ts';

let agents: SdkAgents;
beforeAll(async () => {
  agents = await SdkAgents.open();
});
afterAll(() => agents[Symbol.asyncDispose]());

const bash = (command: string) => call('Bash', { command, description: 'A test' });
const scripted = (...blocks: Block[]) => scriptedPrompt(blocks.map((block) => ({ blocks: [block] })));
const delegate = (prompt: string, background: boolean) =>
  call('Agent', { description: 'Help', prompt, subagent_type: 'general-purpose', run_in_background: background });

/** Follows a session's transcript into a host of its own. */
function follow(cwd: string, sessionId: string) {
  const host = new RecordingHost();
  const path = transcriptPath(projectsFolder(agents.env), { cwd, sessionId });
  const session = followSession(path, {
    onTold({ events, status }) {
      for (const event of events) host.emit(event);
      if (status !== undefined) host.update(status);
    },
    onTrouble(sentence) {
      throw new Error(sentence);
    },
  });
  return { host, session, path };
}

/** What agents wrote and what came of it, whoever tells it. */
function written(host: RecordingHost) {
  const messages = host.messages.filter(({ role }) => role === 'assistant');
  return Object.fromEntries(messages.map(({ id, parts, parentToolCallId }) => [id, { parts, parentToolCallId }]));
}

describe('the same conversation as the SDK tells', () => {
  const turns: [string, Turn[]][] = [
    ['thinking and text', [{ blocks: [think('Let me see.'), say('Here it is.\n\nAnd **more**.')] }]],
    [
      'calls that succeed and fail',
      [{ blocks: [bash('echo one'), bash('cat missing.txt'), call('Nope', {})] }, { blocks: [say('Done.')] }],
    ],
    [
      'a subagent that has a subagent',
      [
        {
          blocks: [
            delegate(scripted(delegate(scripted(bash('echo deep'), say('Inner.')), false), say('Outer.')), false),
          ],
        },
        { blocks: [say('Both are back.')] },
      ],
    ],
    [
      'a subagent in the background',
      [{ blocks: [delegate(scripted(bash('echo aside'), say('Aside.')), true)] }, { blocks: [say('It is at work.')] }],
    ],
  ];
  test.each(turns)('%s', async (_, script) => {
    const running = await agents.start();
    const { host, session } = follow(agents.workspace.path, running.sessionId);
    running.play(...script);
    await running.host.until(() => running.host.dones.length > 0);
    await running.idle();
    await running.agent.close();
    await session.caughtUp();
    await session.close();
    expect(written(host)).toEqual(written(running.host));
    expect(session.reader.danglingToolCalls()).toEqual([]);
  });
});

describe('a session in a terminal', () => {
  const key = 'sk-ant-made-up-for-tests-0000000000';
  let socket: string;
  beforeAll(() => {
    socket = agents.workspace.at('tmux.sock');
  });
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });

  test('in an odd folder: found, followed, its open call named, its end told', async () => {
    const cwd = agents.workspace.at(`odd é漢😀 _.$(x)'/${'long-'.repeat(40)}`);
    mkdirSync(cwd, { recursive: true });
    const env: Record<string, string> = { ...agents.env, ANTHROPIC_API_KEY: key, TERM: 'xterm-256color' };
    const settings = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      projects: { [cwd]: { hasTrustDialogAccepted: true } },
      customApiKeyResponses: { approved: [key.slice(-20)] },
    };
    writeFileSync(join(env['HOME'] ?? '', '.claude.json'), JSON.stringify(settings));
    const sessionId = randomUUID();
    const { host, session, path } = follow(cwd, sessionId);
    const prompt = scriptedPrompt([
      { blocks: [say('I write.'), bash('touch made.txt')] },
      { blocks: [say('Written.')] },
    ]);
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const claude = [claudePath(), '--permission-mode', 'default', `--session-id=${sessionId}`, prompt];
    tmux('new-session', '-d', '-x', '150', '-y', '50', '-c', cwd, '--', 'env', '-i', ...variables, ...claude);
    try {
      const [open] = await host.until(() => {
        const calls = session.reader.danglingToolCalls();
        return calls.length > 0 && calls;
      });
      expect(open).toMatchObject({ toolName: 'Bash', input: { command: 'touch made.txt' } });
      expect(await namedTranscript(path, projectsFolder(agents.env))).toEqual({ path, sessionId });

      await until(() => tmux('capture-pane', '-p').includes('Do you want to'));
      tmux('send-keys', 'Escape');
      await host.until(() => host.dones.length > 0);
      expect(host.dones).toMatchObject([{ outcome: 'interrupted' }]);
      expect(host.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'system']);
      expect(host.parts('tool_call')).toMatchObject([{ status: 'error' }]);
      expect(session.reader.danglingToolCalls()).toEqual([]);

      tmux('send-keys', '-l', 'What does debouncing a function mean?');
      await until(() => tmux('capture-pane', '-p').includes('debouncing'));
      tmux('send-keys', 'Enter');
      await host.until(() => host.dones.length > 1);
      expect(host.dones[1]).toMatchObject({
        outcome: 'complete',
        usage: { outputTokens: expect.any(Number) as number },
      });
      expect(host.dones[1]?.usage.inputTokens).toBeGreaterThan(0);
      expect(host.status.permissionMode).toBe('default');
      expect(existsSync(join(cwd, 'made.txt'))).toBe(false);
    } finally {
      tmux('kill-server');
      await until(() => agentPids(sessionId).length === 0);
      await session.close();
    }
  });
});

/** For what tells nobody when it changes. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The binary that the SDK brings. */
function claudePath(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk'));
  return require.resolve(`@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`);
}
