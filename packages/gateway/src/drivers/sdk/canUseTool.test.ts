import { describe, expect, test, vi } from 'vitest';
import type { AgentAsk, AgentHost, AskOutcome } from '../driver.ts';
import { createCanUseTool } from './canUseTool.ts';

/** One call that waits, with all that may happen to it in the test's hands. */
function wait({ hasExited = false } = {}) {
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
  const claude = { hasExited, whenWritten: (callback: () => void) => void written.push(callback) };
  const host = { ask } as AgentHost;
  const translation = { inputOf: () => undefined };
  const canUseTool = createCanUseTool({ host, claude, translation, gone: gone.signal, returning: undefined });
  const result = canUseTool('Bash', { command: 'ls' }, { toolUseID: 't', requestId: 'r', signal: interrupt.signal });
  return {
    result,
    interrupt,
    gone,
    written,
    settle,
    seen: () => vi.waitFor(() => seen ?? Promise.reject()),
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

  test('[L4] a withdrawn ask is a no, and an expired one says why', async () => {
    const { result, settle } = wait();
    settle({ type: 'withdrawn', reason: 'expired' });
    expect(await result).toMatchObject({ behavior: 'deny', message: expect.stringContaining('not respond in time') });
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
});
