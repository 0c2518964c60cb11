import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '../test/fixtures.ts';
import { setStage } from '../test/renderWithBeckon.tsx';
import { reportVisibility } from './visibility.ts';

function hide(isHidden: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a page', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('tells when it comes into sight and goes out of it, and says so again every minute meanwhile', () => {
    vi.useFakeTimers();
    const { beckon, transport } = setStage([session()]);
    reportVisibility(beckon);
    const told = () => transport.callsTo('reportVisibility').map(([{ isVisible }]) => isVisible);
    hide(false);
    expect(told()).toEqual([true]);
    vi.advanceTimersByTime(120_000);
    expect(told()).toEqual([true, true, true]);
    hide(true);
    vi.advanceTimersByTime(600_000);
    expect(told()).toEqual([true, true, true, false]);
  });

  it('tells a gateway that was started anew', () => {
    const { beckon, follower, transport } = setStage([session()]);
    reportVisibility(beckon);
    const data = { epoch: 'another', reset: true, sessions: [], asks: [] };
    follower.onEvent({ type: 'snapshot', seq: 1, data });
    expect(transport.callsTo('reportVisibility')).toHaveLength(1);
  });
});
