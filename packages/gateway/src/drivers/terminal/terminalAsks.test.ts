import type { Answer, RecordedAnswer } from '@beckon/protocol';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../clock.ts';
import type { AgentHost, AskOutcome, ToolCallAsk } from '../driver.ts';
import { askFor } from '../interactiveTools.ts';
import type { PermissionRequest } from './hooks/payload.ts';
import type { Desk } from './terminalAsks.ts';
import { TerminalAsks } from './terminalAsks.ts';

const options = [{ label: 'PostgreSQL' }, { label: 'SQLite' }];
const questions = [{ question: 'Which database?', header: 'Database', options, multiSelect: false }];
const answer: Answer = { type: 'answers', answers: { 'Which database?': 'SQLite' } };
const atTheDesk = { answer, isFromTerminal: true };
const result = (recorded?: RecordedAnswer) => ({ text: '', isError: false, ...(recorded && { recorded }) });
const request: PermissionRequest = {
  hook_event_name: 'PermissionRequest',
  session_id: '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e01',
  transcript_path: '/p/s.jsonl',
  cwd: '/w',
  tool_name: 'AskUserQuestion',
  tool_input: { questions },
};
const asked = (toolCallId: string) =>
  askFor({ toolCallId, toolName: 'AskUserQuestion', input: { questions }, agentId: undefined });
const large = { abridged: { bytes: 300_000, digest: 'd', cuts: [] }, content: { json: undefined } };

interface Staged {
  type?: Desk['answer'];
  staysOpen?: boolean;
  hasDialog?: boolean;
  outcome?: AskOutcome | Promise<never>;
}

/** Asks whose person answers at once, unless they are to stay open. */
function stage({ type = async () => {}, staysOpen = false, hasDialog = true, outcome }: Staged = {}) {
  const withdrawals: unknown[] = [];
  const delivered = vi.fn<() => void>();
  const troubles: string[] = [];
  const onlyOf = new Map<string, () => boolean>();
  const answered: AskOutcome = { type: 'answered', answer, suggestions: [], delivered };
  const host: Pick<AgentHost, 'ask'> = {
    ask: (_, signal) => {
      signal.addEventListener('abort', () => withdrawals.push(signal.reason));
      return staysOpen ? new Promise<never>(() => undefined) : Promise.resolve(outcome ?? answered);
    },
  };
  const desk: Desk = {
    mayHaveDialog: async () => hasDialog,
    answer: type,
    reasonFor: async () => undefined,
    dialogLeft: (ask: ToolCallAsk, isOnly) => {
      onlyOf.set(ask.toolCallId, isOnly);
      return new Promise<never>(() => undefined);
    },
  };
  const asks = new TerminalAsks({
    host: host as AgentHost,
    clock: systemClock,
    desk,
    saysThatItWaits: async () => hasDialog,
    hasEnded: async () => false,
    hooksAreBack: Promise.resolve(),
    onChange: () => undefined,
    onTrouble: (sentence) => troubles.push(sentence),
  });
  return { asks, delivered, troubles, onlyOf, withdrawals, [Symbol.dispose]: () => asks.leave() };
}
const refuse = async () => {
  throw new Error('the terminal shows another dialog.');
};

test('[L11] an answer that was typed is ours, though its record cannot tell', async () => {
  const typed = vi.fn<Desk['answer']>(async () => undefined);
  using staged = stage({ type: typed });
  await staged.asks.again(asked('a'));
  await vi.waitFor(() => expect(staged.delivered).toHaveBeenCalled());
  expect(staged.asks.recorded('a', result(atTheDesk))).toEqual({ answer, isFromTerminal: false });
});

test('[L11] a record that comes while the last key is being pressed is ours', async () => {
  const typing = vi.fn<Desk['answer']>(() => new Promise(() => undefined));
  using staged = stage({ type: typing });
  void staged.asks.again(asked('a'));
  await vi.waitFor(() => expect(typing).toHaveBeenCalled());
  expect(staged.asks.recorded('a', result(atTheDesk))).toEqual({ answer, isFromTerminal: false });
});

test('[L11] what is answered at the desk after ours could not be typed is the desk’s', async () => {
  using staged = stage({ type: refuse });
  await staged.asks.again(asked('a'));
  await vi.waitFor(() => expect(staged.troubles).toHaveLength(1));
  expect(staged.asks.recorded('a', result(atTheDesk))).toEqual(atTheDesk);
  expect(staged.delivered).not.toHaveBeenCalled();
});

test.each([
  ['typed', async () => {}, false],
  ['not typed', refuse, true],
])('[L11] an answer that the hook cannot say, and that was %s', async (_, type, isFromTerminal) => {
  using staged = stage({ type });
  const reply = await staged.asks.byHook(request, { toolCallId: 'a', large }, new AbortController().signal);
  expect(reply).toBeUndefined();
  expect(staged.asks.recorded('a', result(atTheDesk))).toEqual({ answer, isFromTerminal });
});

test('[L11] an answer is forgotten with the result of its call, also where that has no record', async () => {
  using staged = stage();
  await staged.asks.again(asked('a'));
  await vi.waitFor(() => expect(staged.delivered).toHaveBeenCalled());
  expect(staged.asks.recorded('a', result())).toBeUndefined();
  expect(staged.asks.recorded('a', result(atTheDesk))).toEqual(atTheDesk);
});

test('[L11] what was stopped while it ran had been allowed at the desk, unless the answer was ours', async () => {
  using staged = stage({ staysOpen: true });
  const stopped = { ...result(), wasStopped: true };
  void staged.asks.again(asked('a'));
  const allowed = { answer: { type: 'approve' }, isFromTerminal: true };
  expect(staged.asks.recorded('a', stopped)).toEqual(allowed);
  await staged.asks.duringInterrupt(async () => staged.asks.settled('a'));
  expect(staged.asks.recorded('a', stopped)).toEqual(allowed);
  expect(staged.asks.recorded('never asked', stopped)).toBeUndefined();
  using answering = stage();
  await answering.asks.again(asked('a'));
  await vi.waitFor(() => expect(answering.delivered).toHaveBeenCalled());
  expect(answering.asks.recorded('a', stopped)).toBeUndefined();
});

test.each([
  ['the main agent’s was answered at the desk', undefined, 'answered_in_terminal'],
  ['a subagent’s, which has no dialog there, was stopped', 'sub', 'interrupted'],
])('[L11] a hook that is gone: %s', async (_, agentId, reason) => {
  using staged = stage({ staysOpen: true, hasDialog: false });
  const hook = new AbortController();
  void staged.asks.byHook({ ...request, ...(agentId && { agent_id: agentId }) }, { toolCallId: 'a' }, hook.signal);
  hook.abort();
  await vi.waitFor(() => expect(staged.withdrawals).toEqual([reason]));
});

test('[G6] where nobody answers in time and the agent is to hear no, its hook says so', async () => {
  using staged = stage({ outcome: { type: 'withdrawn', reason: 'expired' } });
  const reply = await staged.asks.byHook(request, { toolCallId: 'a' }, new AbortController().signal);
  expect(reply).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'deny' } } });
});

test('[L7] a dialog that cannot be read is that of an ask only while the main agent asks nothing else', async () => {
  using staged = stage({ staysOpen: true });
  const isOnly = () => ['a', 'b', 'sub'].map((toolCallId) => staged.onlyOf.get(toolCallId)?.());
  void staged.asks.again(asked('a'));
  void staged.asks.again({ ...asked('sub'), agentId: 'sub' });
  expect(isOnly()).toEqual([true, undefined, undefined]);
  void staged.asks.again(asked('b'));
  expect(isOnly()).toEqual([false, false, undefined]);
  staged.asks.settled('a');
  expect(isOnly()[1]).toBe(true);
});

test('an ask that could not be brought to its person is left to the desk, with a sentence', async () => {
  using staged = stage({ outcome: Promise.reject(new Error('the disk is gone.')) });
  await staged.asks.again(asked('a'));
  await vi.waitFor(() => expect(staged.troubles).toEqual([expect.stringContaining('the disk is gone.')]));
  expect(staged.asks.mainCalls).toEqual([]);
});
