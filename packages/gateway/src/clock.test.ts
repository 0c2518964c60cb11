import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const day = 24 * 60 * 60_000;

test('calls back once after the delay, unless cancelled', () => {
  const callback = vi.fn();
  const cancelled = vi.fn();
  systemClock.after(1_000, callback);
  systemClock.after(1_000, cancelled)();
  vi.advanceTimersByTime(999);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5_000);
  expect(callback).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});

test('a delay of more days than a timer can count does not fire early', () => {
  const callback = vi.fn();
  const cancelled = vi.fn();
  systemClock.after(60 * day, callback);
  const cancel = systemClock.after(60 * day, cancelled);
  vi.advanceTimersByTime(59 * day);
  expect(callback).not.toHaveBeenCalled();
  cancel();
  vi.advanceTimersByTime(day);
  expect(callback).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
