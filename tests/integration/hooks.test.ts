// Hooks with the real `claude` in a real tmux: the real hook command reports to the real hook server, and the test is the
// person who answers. What holds here of a tool holds because Claude Code behaves so: measured, not assumed.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Turn } from '@beckon/demo-model';
import { call, say } from '@beckon/demo-model';
import type { Answer } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { hooksFor, settingsForSession } from '../../packages/gateway/src/drivers/terminal/hooks/hookCommand.ts';
import type { PermissionRequest } from '../../packages/gateway/src/drivers/terminal/hooks/payload.ts';
import { askFrom, permissionReply } from '../../packages/gateway/src/drivers/terminal/hooks/permissionReply.ts';
import { installHooks } from '../../packages/gateway/src/drivers/terminal/hooks/settings.ts';
import { pressKey } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';
import { AgentStage } from '../support/agentStage.ts';
import { ClaudeInTmux } from '../support/claudeInTmux.ts';
import { type ArrivedHook, HookStage } from '../support/hookStage.ts';
import { beginSession } from '../support/stagedSession.ts';
import { waitingHookPids } from '../support/waitingHooks.ts';

const sessionId = '51f6e018-c080-40ad-87d2-772796127a2c';
const touch = (name = 'a.txt') => call('Bash', { command: `touch ${name}`, description: 'Make a file' });
const done = { blocks: [say('All done: {{result}}')] };
const question = {
  question: 'Which database?',
  header: 'Database',
  options: [
    { label: 'PostgreSQL', description: 'big' },
    { label: 'SQLite', description: 'small' },
  ],
  multiSelect: false,
};

interface Scene extends AsyncDisposable {
  hooks: HookStage;
  claude: ClaudeInTmux;
}

function settingsFor(hooks: HookStage, endpointPath: string): string {
  const { scriptPath } = hooks.program;
  return settingsForSession({
    scriptPath,
    endpointPath,
    hasLaterEvents: true,
    restrictions: {},
  });
}

/** A session as Beckon starts it. `timeoutSeconds` shortens the wait for a person. */
async function openScene({ mode = 'default', timeoutSeconds = 86_400 } = {}): Promise<Scene> {
  const hooks = await HookStage.open();
  const endpointPath = hooks.endpoints.openFor(sessionId);
  const settings = settingsFor(hooks, endpointPath);
  const claude = await ClaudeInTmux.open({ mode, settings: settings.replace('86400', String(timeoutSeconds)) });
  return {
    hooks,
    claude,
    async [Symbol.asyncDispose]() {
      await claude[Symbol.asyncDispose]();
      await hooks[Symbol.asyncDispose]();
    },
  };
}

async function nextRequest(hooks: HookStage, count = 1): Promise<ArrivedHook & { payload: PermissionRequest }> {
  const arrived = await hooks.next('PermissionRequest', count);
  return arrived as ArrivedHook & { payload: PermissionRequest };
}

function answer({ payload, reply }: ArrivedHook & { payload: PermissionRequest }, given: Answer): void {
  const ask = askFrom(payload, { toolCallId: 'toolu_1' });
  const suggestions = ask.kind === 'approval' ? ask.suggestions : [];
  reply(permissionReply({ answer: given, suggestions }, ask, payload));
}

/** What the model was told last, after its own words. */
function lastTold({ model }: ClaudeInTmux): string {
  const messages = model.requests.at(-1)?.messages ?? [];
  return JSON.stringify(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant')));
}

describe.concurrent('an answer through the hook', () => {
  test('approves: the tool runs and the dialog closes by itself', async () => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    const request = await nextRequest(hooks);
    await claude.dialogShows();
    expect(request.from).toEqual({ sessionId, pid: claude.pid });
    expect(claude.has('a.txt')).toBe(false);
    answer(request, { type: 'approve' });
    await hooks.next('Stop');
    expect(claude.has('a.txt')).toBe(true);
    await claude.screenShows(/All done/);
    expect(claude.screen()).not.toMatch(/Do you want to proceed/);
    const started = await hooks.next('PreToolUse');
    const ended = await hooks.next('PostToolUse');
    expect(ended.payload).toMatchObject({
      tool_use_id: 'tool_use_id' in started.payload && started.payload.tool_use_id,
    });
  });

  test('[T4] denies with a reason, which the model reads', async () => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    answer(await nextRequest(hooks), { type: 'deny', message: 'Use another name' });
    await hooks.next('Stop');
    expect(lastTold(claude)).toContain('Use another name');
    expect(claude.has('a.txt')).toBe(false);
  });

  test('denies and interrupts: the turn is over, with no Stop', async () => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    answer(await nextRequest(hooks), { type: 'deny', interrupt: true });
    await claude.screenShows(/What should Claude do instead/);
    expect(hooks.arrived.map(({ payload }) => payload.hook_event_name)).not.toContain('Stop');
    expect(claude.has('a.txt')).toBe(false);
  });

  test('[T4] approves another input, and that one runs', async () => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    answer(await nextRequest(hooks), { type: 'approve', updatedInput: { command: 'touch b.txt', description: 'x' } });
    await hooks.next('Stop');
    expect([claude.has('a.txt'), claude.has('b.txt')]).toEqual([false, true]);
  });

  test('approves for good: the same command is not asked about again', async () => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    const command = { blocks: [call('Bash', { command: 'node -e 1', description: 'x' })] };
    await claude.play(command, command, done);
    answer(await nextRequest(hooks), { type: 'approve', remember: true });
    await hooks.next('Stop');
    const names = hooks.arrived.map(({ payload }) => payload.hook_event_name);
    expect(names.filter((name) => name === 'PermissionRequest')).toHaveLength(1);
    expect(names.filter((name) => name === 'PostToolUse')).toHaveLength(2);
    expect(readFileSync(`${claude.cwd}/.claude/settings.local.json`, 'utf8')).toContain('Bash(node -e 1)');
  });

  test.each(['default', 'acceptEdits', 'plan', 'auto'])('[C4] answers a question in %s mode', async (mode) => {
    await using scene = await openScene({ mode });
    const { hooks, claude } = scene;
    await claude.play({ blocks: [call('AskUserQuestion', { questions: [question] })] }, done);
    answer(await nextRequest(hooks), { type: 'answers', answers: { '0': 'SQLite' } });
    await hooks.next('Stop');
    expect(lastTold(claude)).toContain(String.raw`\"Which database?\"=\"SQLite\"`);
  });

  test('[C5] accepts a plan, into the mode that was chosen', async () => {
    await using scene = await openScene({ mode: 'plan' });
    const { hooks, claude } = scene;
    await claude.play({ blocks: [call('ExitPlanMode', { plan: '# Plan' })] }, done);
    answer(await nextRequest(hooks), { type: 'approve', permissionMode: 'acceptEdits' });
    expect((await hooks.next('Stop')).payload.permission_mode).toBe('acceptEdits');
    expect(lastTold(claude)).toContain('approved');
  });

  test('[C5] sends a plan back with what is to change', async () => {
    await using scene = await openScene({ mode: 'plan' });
    const { hooks, claude } = scene;
    await claude.play({ blocks: [call('ExitPlanMode', { plan: '# Plan' })] }, done);
    answer(await nextRequest(hooks), { type: 'deny', message: 'Split the first step' });
    expect((await hooks.next('Stop')).payload.permission_mode).toBe('plan');
    expect(lastTold(claude)).toContain('Split the first step');
  });
});

describe.concurrent('[L4] the terminal decides, and the tool does not run unapproved, when', () => {
  type Attack = (scene: Scene, request: ArrivedHook) => Promise<void> | void;
  const hookPids = ({ hooks }: Scene) => waitingHookPids(hooks.stateDir);
  const killHook = (signal: NodeJS.Signals) => (scene: Scene) => {
    const pids = hookPids(scene);
    expect(pids).toHaveLength(1);
    for (const pid of pids) process.kill(pid, signal);
  };
  const attacks: [string, Attack][] = [
    ['the hook command is ended', killHook('SIGTERM')],
    ['the hook command is killed', killHook('SIGKILL')],
    ['the connection is cut', ({ hooks }) => hooks.cutConnections()],
    ['the gateway dies', ({ hooks }) => hooks.die()],
    ['the gateway has nothing to say', (_scene, { reply }) => reply(undefined)],
  ];
  const moments: [string, (scene: Scene) => Promise<void>][] = [
    ['before the dialog is there', () => Promise.resolve()],
    ['while the dialog is there', ({ claude }) => claude.dialogShows()],
  ];
  const cases = attacks.flatMap(([what, attack]) =>
    moments.map(([when, moment]) => [what, when, attack, moment] as const),
  );

  test.each(cases)('%s %s', async (_what, _when, attack, moment) => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    const request = await nextRequest(hooks);
    await moment(scene);
    await attack(scene, request);
    await expectOpenDialog(scene);
    claude.press('Enter');
    await claude.until(() => claude.has('a.txt'));
  });

  test('the gateway hangs beyond the hook’s time', async () => {
    await using scene = await openScene({ timeoutSeconds: 2 });
    await scene.claude.play({ blocks: [touch()] }, done);
    const request = await nextRequest(scene.hooks);
    await scene.hooks.until(() => request.signal.aborted);
    await expectOpenDialog(scene);
    scene.claude.press('Enter');
    await scene.claude.until(() => scene.claude.has('a.txt'));
  });

  test('the gateway is gone before anything is asked', async () => {
    await using scene = await openScene();
    await scene.hooks.die();
    await scene.claude.play({ blocks: [touch()] }, done);
    await expectOpenDialog(scene);
    expect(scene.claude.screen()).not.toMatch(/hook error/i);
    scene.claude.press('Enter');
    await scene.claude.until(() => scene.claude.has('a.txt'));
  });

  /** It stays: a moment later it is there still, and nothing has run. */
  async function expectOpenDialog({ claude }: Scene): Promise<void> {
    await claude.dialogShows();
    await sleep(1000);
    expect(claude.screen()).toMatch(/Do you want to proceed\?/);
    expect(claude.has('a.txt')).toBe(false);
  }
});

describe.concurrent('[C10] answered at the desk', () => {
  test('with yes: the hook goes on waiting, and PostToolUse tells', async () => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    const request = await nextRequest(hooks);
    await claude.dialogShows();
    claude.press('Enter');
    await hooks.next('PostToolUse');
    expect(request.signal.aborted).toBe(false);
    // Too late: it changes nothing.
    answer(request, { type: 'deny', message: 'too late' });
    await hooks.next('Stop');
    expect(lastTold(claude)).not.toContain('too late');
    expect(claude.has('a.txt')).toBe(true);
  });

  test.each([
    ['Esc', ['Escape']],
    ['no', ['Up', 'Enter']],
  ])('with %s: the hook is ended at once, and no event says why', async (_name, keys) => {
    await using scene = await openScene();
    const { hooks, claude } = scene;
    await claude.play({ blocks: [touch()] }, done);
    const request = await nextRequest(hooks);
    await claude.dialogShows();
    for (const key of keys) {
      claude.press(key);
      await sleep(200);
    }
    await hooks.until(() => request.signal.aborted);
    expect(hooks.arrived.at(-1)).toBe(request);
    expect(claude.has('a.txt')).toBe(false);
  });

  test('[T5] by the death of the agent: the hook ends too', async () => {
    await using hooks = await HookStage.open();
    const endpointPath = hooks.endpoints.openFor(sessionId);
    const settings = settingsFor(hooks, endpointPath);
    await using claude = await ClaudeInTmux.open({ settings });
    await claude.play({ blocks: [touch()] }, done);
    const request = await nextRequest(hooks);
    claude.keepPane();
    process.kill(claude.pid, 'SIGKILL');
    await hooks.until(() => request.signal.aborted);
  });
});

test.concurrent('[C10] a session that Beckon did not start reports through the user’s settings', async () => {
  await using hooks = await HookStage.open();
  const merged = installHooks('{"model":"opus"}', hooksFor(hooks.program, { hasLaterEvents: true }));
  if (!merged.ok) throw new Error(merged.message);
  await using claude = await ClaudeInTmux.open({ settings: merged.text, isUsers: true });
  expect(claude.screen()).not.toMatch(/Settings Warning/);
  await claude.play({ blocks: [touch()] }, done);
  const request = await nextRequest(hooks);
  expect(request.from).toEqual({ pid: claude.pid });
  answer(request, { type: 'approve' });
  await hooks.next('Stop');
  expect(claude.has('a.txt')).toBe(true);
  claude.press('/', 'e', 'x', 'i', 't');
  await sleep(400);
  claude.keepPane();
  claude.press('Enter');
  expect((await hooks.next('SessionEnd')).payload).toMatchObject({ reason: 'prompt_input_exit' });
});

// The agent itself counts these sixty seconds, so they have to pass: beside the others of this file.
test.concurrent(
  '[C9] over a minute: a dialog is still good at the desk, and a session that is ready says that it is idle',
  { timeout: 150_000 },
  async () => {
    await using stage = await AgentStage.open();
    const begin = (...turns: Turn[]) => beginSession(stage, { driver: 'terminal' }, ...turns);
    await using waiting = await begin({ blocks: [touch('patient.txt')] }, { blocks: [say('Thanks.')] });
    const ask = await waiting.watcher.nextAsk();
    await using idle = await begin({ blocks: [say('Ready when you are.')] });
    await idle.turnsEnded(1);
    await idle.watcher.until(({ sessions }) => sessions[idle.id]?.isIdle);
    expect(Date.now() - ask.createdAt).toBeGreaterThan(60_000);
    expect(await stage.tmux.screen(waiting.id)).toContain('Do you want to proceed?');
    await pressKey(stage.tmux, waiting.id, 'Enter');
    await waiting.turnsEnded(1);
    expect(existsSync(stage.folder.at('work/patient.txt'))).toBe(true);
    expect(waiting.watcher.stepsOf(ask.toolCallId)).toEqual(['open', 'withdrawn']);
  },
);
