import { describe, expect, test, vi } from 'vitest';
import type { AgentAsk, AgentHost, AskOutcome } from '../driver.ts';
import { systemClock } from '../../clock.ts';
import { createCanUseTool } from './canUseTool.ts';
import { HandedAnswers } from './handedAnswers.ts';
import type { ReturningCall } from './returningCall.ts';

/** One call that waits, with all that may happen to it in the test's hands. */
function wait({ hasExited = false, returning }: { hasExited?: boolean; returning?: ReturningCall } = {}) {
  const interrupt = new AbortController();
  const gone = new AbortController();
  let settle: (outcome: AskOutcome) => void = () => undefined;
  const outcome = new Promise<AskOutcome>((resolve) => (settle = resolve));
  let seen: { ask: AgentAsk; signal: AbortSignal } | undefined;
  const ask: AgentHost['ask'] = (raised, signal) => {
    seen = { ask: raised, signal };
    return outcome;
  };
  const written: (() => void)[] = [];
  const claude = { hasExited };
  const handed = new HandedAnswers({ whenWritten: (callback) => void written.push(callback) });
  const host = { ask } as AgentHost;
  const translation = { inputOf: () => undefined };
  const canUseTool = createCanUseTool({
    cwd: '/',
    clock: systemClock,
    host,
    claude,
    handed,
    translation,
    gone: gone.signal,
    returning,
  });
  const result = canUseTool('Bash', { command: 'ls' }, { toolUseID: 't', requestId: 'r', signal: interrupt.signal });
  return {
    result,
    interrupt,
    gone,
    written,
    handed,
    settle,
    seen: () => vi.waitFor(() => seen ?? Promise.reject()),
    isAsked: () => seen !== undefined,
  };
}

describe('the callback', () => {
  test('gives the answer, and calls it delivered only once it is written', async () => {
    const { result, written, settle } = wait();
    const delivered = vi.fn<() => void>();
    settle({ type: 'answered', answer: { type: 'approve' }, suggestions: [], delivered });
    expect(await result).toEqual({ behavior: 'allow' });
    expect(delivered).not.toHaveBeenCalled();
    for (const callback of written) callback();
    expect(delivered).toHaveBeenCalledOnce();
  });

  test('calls it delivered once where the result of the call is read before the pipe reports the write', async () => {
    const { result, written, handed, settle } = wait();
    const delivered = vi.fn<() => void>();
    settle({ type: 'answered', answer: { type: 'approve' }, suggestions: [], delivered });
    await result;
    handed.arrived('another');
    expect(delivered).not.toHaveBeenCalled();
    handed.arrived('t');
    for (const callback of written) callback();
    expect(delivered).toHaveBeenCalledOnce();
  });

  test.each([
    ['expired', 'not respond in time'],
    ['failed', 'Something went wrong'],
    ['superseded', 'withdrawn'],
  ] as const)('[L4] a withdrawn ask is a no, and says why: %s', async (reason, why) => {
    const { result, settle } = wait();
    settle({ type: 'withdrawn', reason });
    expect(await result).toMatchObject({ behavior: 'deny', message: expect.stringContaining(why) });
  });

  test('an interrupt withdraws the ask, and nothing is answered', async () => {
    const { result, interrupt, settle, seen } = wait();
    const { signal } = await seen();
    interrupt.abort();
    expect(signal.aborted).toBe(true);
    settle({ type: 'withdrawn', reason: 'interrupted' });
    expect(await result).toBeNull();
  });

  test('when the process has died, the ask is withdrawn only after the house knows', async () => {
    const { result, interrupt, gone, settle, seen } = wait({ hasExited: true });
    const { signal } = await seen();
    interrupt.abort();
    expect(signal.aborted).toBe(false);
    gone.abort();
    expect(signal.aborted).toBe(true);
    settle({ type: 'withdrawn', reason: 'agent_gone' });
    expect(await result).toBeNull();
  });

  describe('for a call that returns', () => {
    const returning = () => ({
      toolCallId: 't',
      input: {},
      isGivenUp: false,
      hasReturned: vi.fn<() => void>(),
      returned: () => Promise.resolve(),
    });

    test('asks, and then says that it has returned', async () => {
      const call = returning();
      const { seen } = wait({ returning: call });
      expect((await seen()).ask).toMatchObject({ toolCallId: 't' });
      expect(call.hasReturned).toHaveBeenCalledOnce();
    });

    test('[L4] asks nobody where it was given up, even at the last moment, and gives no answer', async () => {
      const call = returning();
      const { result, settle, isAsked } = wait({ returning: call });
      call.isGivenUp = true;
      settle({ type: 'answered', answer: { type: 'approve' }, suggestions: [], delivered: () => undefined });
      expect(await result).toBeNull();
      expect(isAsked()).toBe(false);
      expect(call.hasReturned).not.toHaveBeenCalled();
    });
  });
});
