// While the state directory cannot be written, sessions in terminals go on as if it could.
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  call,
  canMountDisks,
  diskFaults,
  sessionId,
  TerminalStage,
  toolCallId,
} from '../../../../../tests/support/terminalStage.ts';
import type { AgentSpec } from '../driver.ts';
import { startOf } from '../../processes.ts';

const approve = { type: 'approve' } as const;

// Outside of vitest such a rejection ends the gateway.
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  await setImmediate();
  process.off('unhandledRejection', note);
  if (unhandled.length > 0) throw new Error('a rejection that nobody handled', { cause: unhandled[0] });
});

describe.each(diskFaults)('$name (where it needs one, skipped unless a tmpfs can be mounted)', (fault) => {
  describe.skipIf(fault.isOnDisk && !canMountDisks)('in place of a sound state directory', () => {
    test('[L2] an ask that comes then is shown, and its answer reaches the agent', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      stage.break();
      const { reply, ask } = await stage.ask();
      ask.answer(approve);
      const response = await reply;
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'allow' } } });
      await stage.host.until(() => ask.state === 'delivered');
      stage.mend();
    });

    test('[L2] an answer to an ask from before reaches the agent, and the gateway lives on', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      const { reply, ask } = await stage.ask();
      stage.break();
      ask.answer(approve);
      expect((await reply).status).toBe(200);
      await stage.host.until(() => ask.state === 'delivered');
      stage.mend();
    });

    test('[L7] what is answered at the desk is withdrawn', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      const { reply, ask } = await stage.ask();
      stage.break();
      await stage.report('PostToolUse', { ...call, tool_use_id: toolCallId });
      await setImmediate();
      expect(ask.state).not.toBe('open');
      expect(await (await reply).text()).toBe('');
      stage.mend();
    });

    test('[L7] what the transcript has a result of is withdrawn, and the lines after it are told', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      const { ask } = await stage.ask();
      stage.break();
      appendFileSync(stage.transcript, lines);
      await stage.host.until(() => stage.host.parts('text').some(({ text }) => text === 'It is done.'));
      expect(ask.state).not.toBe('open');
      expect(stage.host.events.filter(({ type }) => type === 'notice')).toEqual([]);
      stage.mend();
    });

    test('[L7] what is left with Esc at the desk is withdrawn', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      const hook = new AbortController();
      const { ask } = await stage.ask(hook.signal);
      stage.break();
      hook.abort();
      await stage.host.until(() => ask.state !== 'open');
      stage.mend();
    });

    test('[L2] what an earlier gateway left open is asked again and answered', async () => {
      await using stage = new TerminalStage(fault);
      await stage.begin();
      await stage.closeDriver();
      const agent = { pid: process.pid, start: await startOf(process.pid) };
      const waiting = [{ toolCallId, toolName: call.tool_name, input: call.tool_input }];
      const kept = { sessionId, cwd: '/work', permissionMode: 'default', transcript: stage.transcript };
      writeFileSync(stage.keptPath, JSON.stringify({ ...kept, process: agent, waiting }));
      await stage.watch({ isJoining: false });
      stage.driver.listening({ url: 'http://127.0.0.1:4517' });
      stage.break();
      stage.join(stage.found[0]!);
      const ask = await stage.host.nextAsk();
      const reply = stage.report('PermissionRequest', call, { isRepeated: true });
      ask.answer(approve);
      expect((await reply).status).toBe(200);
      await stage.host.until(() => ask.state === 'delivered');
      stage.mend();
    });

    test('a session that is first heard of then is taken up', async () => {
      await using stage = new TerminalStage(fault);
      await stage.begin();
      stage.break();
      const { reply, ask } = await stage.ask();
      ask.answer(approve);
      expect((await reply).status).toBe(200);
      stage.mend();
      await tick(stage);
      expect(stage.kept).toMatchObject({ transcript: stage.transcript, waiting: [] });
    });

    test('a gateway that starts then is found by hooks as soon as it is over', async () => {
      await using stage = new TerminalStage(fault);
      await stage.watch();
      stage.break();
      stage.driver.listening({ url: 'http://127.0.0.1:4517' });
      expect(existsSync(`${stage.state}/hook-endpoint`)).toBe(false);
      expect(stage.reports).toHaveLength(1);
      stage.mend();
      await tick(stage);
      const { reply, ask } = await stage.ask();
      ask.answer(approve);
      expect((await reply).status).toBe(200);
    });

    test('[L7] a session that ends then is told to have ended, and leaves nothing behind', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      stage.break();
      await stage.report('SessionEnd', { reason: 'other' });
      await stage.host.until(() => stage.host.ends.length === 1);
      stage.mend();
      await tick(stage);
      expect(readdirSync(`${stage.state}/terminals`)).toEqual([]);
    });

    test('is reported once; once it is over, by itself, the files hold what is so now', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      stage.break();
      await stage.ask();
      await tick(stage);
      await stage.report('Notification', { notification_type: 'permission_prompt' });
      expect(stage.reports).toHaveLength(1);
      expect(stage.kept).toMatchObject({ waiting: [] });
      stage.mend();
      await tick(stage);
      expect(stage.kept).toMatchObject({ waiting: [{ toolCallId }] });
      expect(JSON.parse(readFileSync(`${stage.state}/last-hook.json`, 'utf8'))).toMatchObject({
        event: 'Notification',
      });
      expect(stage.reports).toHaveLength(1);

      stage.break();
      await stage.report('PostToolUse', { ...call, tool_use_id: toolCallId });
      expect(stage.reports).toHaveLength(2);
      stage.mend();
    });

    test('closing ends well, and with it the trying', async () => {
      await using stage = new TerminalStage(fault);
      await stage.beginWithSession();
      stage.break();
      await stage.ask();
      await stage.closeDriver();
      expect(stage.clock.timerCount).toBe(0);
      expect(stage.reports).toHaveLength(1);
      stage.mend();
    });

    test('a terminal is not started, with a reason; nothing of it runs or is left, and what was kept stays', async () => {
      await using stage = new TerminalStage(fault);
      await stage.begin();
      const earlier = { sessionId, cwd: '/work', permissionMode: 'default', waiting: [], transcript: '/cleared.jsonl' };
      writeFileSync(stage.keptPath, JSON.stringify(earlier));
      stage.break();
      await expect(stage.driver.start(spec(stage), stage.host)).rejects.toMatchObject({
        code: 'agent_unavailable',
        message: expect.stringContaining('disk') as string,
      });
      expect(stage.tmuxRan).not.toContain('new-session');
      stage.mend();
      await tick(stage);
      expect(stage.kept).toEqual(earlier);
      expect(readdirSync(`${stage.state}/terminals`)).toEqual([`${sessionId}.json`]);
      expect(readdirSync(`${stage.state}/hook-endpoints`)).toEqual([]);
    });
  });
});

/** The driver looks after its files every two seconds. */
async function tick({ clock }: TerminalStage): Promise<void> {
  clock.pass(2000);
  await setImmediate();
}

function spec({ folder }: TerminalStage): AgentSpec {
  const cwd = folder.at('work');
  return {
    sessionId,
    cwd,
    permissionMode: 'default',
    model: undefined,
    programArguments: [],
    conversation: 'kept-or-new',
  };
}

const written = { isSidechain: false, timestamp: '2026-11-15T20:40:20.793Z', cwd: '/work', sessionId };
const lines = [
  {
    ...written,
    type: 'user',
    uuid: '55aa8219-b0b8-40b8-ab77-8c5cbf12ffa8',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolCallId, content: 'ok' }] },
  },
  {
    ...written,
    type: 'assistant',
    uuid: '65aa8219-b0b8-40b8-ab77-8c5cbf12ffa8',
    message: { id: 'msg_1', role: 'assistant', content: [{ type: 'text', text: 'It is done.' }] },
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');
