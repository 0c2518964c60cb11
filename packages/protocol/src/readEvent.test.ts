import { describe, expect, test } from 'vitest';
import { openAsk, sessionId } from '../../../tests/support/asks.ts';
import { sessionInfo } from '../../../tests/support/conversations.ts';
import { readEvent } from './readEvent.ts';

const status = { type: 'session_status', sessionId, seq: 7, data: { session: sessionInfo() } };

describe('a gateway that is newer than its client', () => {
  test.each([
    ['of an unknown type', { type: 'moon_phase', sessionId, seq: 7, data: { phase: 'full' } }, 'moon_phase'],
    ['of no session', { type: 'moon_phase', seq: 7, data: {} }, 'moon_phase'],
    [
      'with a value that is not known',
      { ...status, data: { session: { ...sessionInfo(), state: 'dreaming' } } },
      'session_status',
    ],
    [
      'with an ask of an unknown kind',
      { type: 'ask_changed', sessionId, seq: 7, data: { ask: { ...openAsk(), kind: 'riddle' } } },
      'ask_changed',
    ],
  ])('an event %s is skipped, and its number counts', (_, event, was) => {
    expect(readEvent(event)).toEqual({ type: 'skipped', seq: 7, data: { was } });
  });

  test('a field that is not known is left out', () => {
    expect(readEvent({ ...status, mood: 'good', data: { session: { ...sessionInfo(), mood: 'good' } } })).toEqual(
      status,
    );
  });

  test('what can be read of a snapshot is read, and the rest counted', () => {
    const [session, ask] = [sessionInfo(), openAsk()];
    const riddle = { ...ask, kind: 'riddle' };
    const data = {
      epoch: 'e1',
      reset: false,
      next: 'older',
      trouble: { code: 'flood', message: 'Water.', since: 1 },
      sessions: [
        { ...session, asks: [ask, riddle] },
        { ...session, state: 'dreaming', asks: [] },
      ],
      asks: [riddle, ask],
    };
    expect(readEvent({ type: 'snapshot', seq: 3, data })).toEqual({
      type: 'snapshot',
      seq: 3,
      data: { epoch: 'e1', reset: false, next: 'older', sessions: [{ ...session, asks: [ask] }], asks: [ask] },
      skipped: 2,
    });
  });

  test.each([
    ['has no number', { type: 'moon_phase' }],
    ['is no event', 'hello'],
    ['is a snapshot without a frame', { type: 'snapshot', seq: 3, data: {} }],
  ])('what %s is not understood', (_, event) => {
    expect(() => readEvent(event)).toThrow(/Reload the page/);
  });
});
