import { describe, expect, test } from 'vitest';
import type { CallEffect, CallEvent, Circumstances, Matter } from './rules.ts';
import { CallRules, callTimes, summaryId } from './rules.ts';

const minute = 60_000;

/** The machine, with a clock around it that fires its waits. */
class Stage {
  readonly rules = new CallRules();
  now: Circumstances = { isVisible: false, quietForMs: undefined };
  time = 0;
  readonly waits = new Map<string, number>();
  /** What was called for, at which time: ids, with the number of the reminder where it was one. */
  readonly calls: [at: number, what: string][] = [];

  step(event: CallEvent): void {
    for (const effect of this.rules.step(event, this.now)) this.#do(effect);
  }

  ask(id: string, sessionId = 's1'): void {
    this.step({ type: 'arrived', matter: { id, occasion: 'ask', at: this.time, sessionId, askId: id } });
  }

  other(occasion: Matter['occasion'], id: string = occasion): void {
    this.step({ type: 'arrived', matter: { id, occasion, at: this.time, sessionId: 's1' } });
  }

  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const [next] = [...this.waits].filter(([, at]) => at <= end).toSorted(([, a], [, b]) => a - b);
      if (!next) break;
      this.waits.delete(next[0]);
      this.time = next[1];
      this.step({ type: 'waited', wait: next[0] });
    }
    this.time = end;
  }

  get last(): string | undefined {
    return this.calls.at(-1)?.[1];
  }

  #do(effect: CallEffect): void {
    if (effect.type === 'wait') this.waits.set(effect.wait, this.time + effect.forMs);
    if (effect.type === 'wait_no_longer') this.waits.delete(effect.wait);
    if (effect.type === 'take_away') this.calls.push([this.time, `- ${effect.id}`]);
    if (effect.type === 'call') {
      const what = effect.matters.map(({ id, round }) => `${id}${round === 0 ? '' : ` again ${round}`}`);
      const along = effect.along.map(({ id }) => `(${id})`);
      this.calls.push([this.time, [...what, ...along].join(', ')]);
    }
  }
}

describe('an ask', () => {
  test('is called for at once while nobody looks', () => {
    const stage = new Stage();
    stage.ask('a');
    expect(stage.calls).toEqual([[0, 'a']]);
  });

  test('is called for after a grace while somebody has a page open, unless they see it', () => {
    const stage = new Stage();
    stage.now.isVisible = true;
    stage.ask('a');
    stage.ask('b');
    stage.pass(1_000);
    stage.step({ type: 'seen', id: 'a' });
    stage.pass(60 * minute);
    expect(stage.calls[0]).toEqual([callTimes.graceMs, 'b']);
    expect(stage.calls.every(([, what]) => what.startsWith('b'))).toBe(true);
  });

  test('is called for again after 5 and after 30 minutes, and then no more', () => {
    const stage = new Stage();
    stage.ask('a');
    stage.pass(24 * 60 * minute);
    expect(stage.calls).toEqual([
      [0, 'a'],
      [5 * minute, 'a again 1'],
      [30 * minute, 'a again 2'],
    ]);
  });

  test('that somebody has seen is not called for again, and is taken away when it is over', () => {
    const stage = new Stage();
    stage.ask('a');
    stage.step({ type: 'seen', id: 'a' });
    stage.pass(60 * minute);
    stage.step({ type: 'over', id: 'a' });
    expect(stage.calls).toEqual([
      [0, 'a'],
      [60 * minute, '- a'],
    ]);
    expect([stage.waits.size, stage.rules.size]).toEqual([0, 0]);
  });

  test('that is over before its grace is, is not called for, and nothing is taken away', () => {
    const stage = new Stage();
    stage.now.isVisible = true;
    stage.ask('a');
    stage.step({ type: 'over', id: 'a' });
    stage.pass(60 * minute);
    expect(stage.calls).toEqual([]);
    expect(stage.waits.size).toBe(0);
  });

  test('that is told once more is not called for once more', () => {
    const stage = new Stage();
    stage.ask('a');
    stage.ask('a');
    stage.pass(minute);
    expect(stage.calls).toEqual([[0, 'a']]);
  });
});

describe('an ask of an earlier gateway', () => {
  const matter: Matter = { id: 'a', occasion: 'ask', at: 0, sessionId: 's1', askId: 'a' };

  test.each([
    [
      'just now',
      { round: 0, agoMs: 0 },
      [
        [5, 1],
        [30, 2],
      ],
    ],
    [
      'three minutes ago',
      { round: 0, agoMs: 3 * minute },
      [
        [2, 1],
        [27, 2],
      ],
    ],
    ['a day ago: one reminder, not two', { round: 0, agoMs: 24 * 60 * minute }, [[0, 2]]],
    ['and again', { round: 1, agoMs: 10 * minute }, [[20, 2]]],
    ['for the last time', { round: 2, agoMs: 40 * minute }, []],
    [
      'by a clock that was ahead',
      { round: 0, agoMs: -24 * 60 * minute },
      [
        [5, 1],
        [30, 2],
      ],
    ],
  ] as const)('is not called for again, only reminded of: called %s', (_, earlier, expected) => {
    const stage = new Stage();
    stage.step({ type: 'arrived', matter, earlier: { ...earlier } });
    stage.pass(2 * 24 * 60 * minute);
    expect(stage.calls).toEqual(expected.map(([at, round]) => [at * minute, `a again ${round}`]));
  });
});

describe('many at once', () => {
  test('come as one: the first at once, what follows within two seconds together', () => {
    const stage = new Stage();
    for (const id of ['a', 'b', 'c', 'd']) stage.ask(id);
    stage.pass(2_000);
    expect(stage.calls).toEqual([
      [0, 'a'],
      [2_000, 'b, c, d'],
    ]);
  });

  test('a further summary stands for what the one before it did, as far as that waits', () => {
    const stage = new Stage();
    for (const id of ['a', 'b', 'c']) stage.ask(id);
    stage.pass(2_000);
    stage.step({ type: 'over', id: 'b' });
    for (const id of ['d', 'e']) stage.ask(id);
    stage.pass(4_000);
    expect(stage.last).toBe('d, e, (c)');
  });

  test('a summary is taken away once all of it is over', () => {
    const stage = new Stage();
    for (const id of ['a', 'b', 'c']) stage.ask(id);
    stage.pass(2_000);
    for (const id of ['b', 'c']) stage.step({ type: 'over', id });
    expect(stage.last).toBe(`- ${summaryId}`);
  });

  test('ten thousand asks in a minute are a handful of calls, and every ask is in one', () => {
    const stage = new Stage();
    for (let index = 0; index < 10_000; index++) {
      stage.ask(`a${index}`, `s${index % 50}`);
      stage.pass(6);
    }
    stage.pass(minute);
    expect(stage.calls.length).toBeLessThan(12);
    const called = new Set(stage.calls.flatMap(([, what]) => what.split(', ').filter((id) => !id.startsWith('('))));
    expect(called.size).toBe(10_000);
  });

  test('after a while of silence the next is called for at once again', () => {
    const stage = new Stage();
    for (const id of ['a', 'b', 'c']) stage.ask(id);
    stage.pass(minute);
    stage.ask('d');
    expect(stage.calls.at(-1)).toEqual([minute, 'd']);
  });
});

describe('quiet hours', () => {
  test('hold everything back, and what still waits comes as one when they end', () => {
    const stage = new Stage();
    stage.now.quietForMs = 60 * minute;
    for (const id of ['a', 'b', 'c']) stage.ask(id);
    stage.other('turn_failed');
    stage.step({ type: 'seen', id: 'b' });
    stage.step({ type: 'over', id: 'c' });
    stage.pass(59 * minute);
    expect(stage.calls).toEqual([]);
    stage.now.quietForMs = undefined;
    stage.pass(minute);
    expect(stage.calls).toEqual([[60 * minute, 'a, turn_failed']]);
  });

  test('that are switched off let go of what they held', () => {
    const stage = new Stage();
    stage.now.quietForMs = 60 * minute;
    stage.ask('a');
    stage.now.quietForMs = undefined;
    stage.step({ type: 'quiet_hours_changed' });
    expect(stage.calls).toEqual([[0, 'a']]);
    expect(stage.waits.has('quiet hours')).toBe(false);
  });

  test('hold reminders back too, and then there is one', () => {
    const stage = new Stage();
    stage.ask('a');
    stage.now.quietForMs = 60 * minute;
    stage.pass(6 * minute);
    stage.now.quietForMs = undefined;
    stage.pass(59 * minute);
    expect(stage.calls.map(([, what]) => what)).toEqual(['a', 'a again 1']);
  });
});

describe('what is no ask', () => {
  test('is called for once, and never again', () => {
    const stage = new Stage();
    stage.other('turn_failed');
    stage.pass(24 * 60 * minute);
    expect(stage.calls).toEqual([[0, 'turn_failed']]);
  });

  test('is not called for where a page has been open all the while, and is where it was closed', () => {
    const stage = new Stage();
    stage.now.isVisible = true;
    stage.other('turn_failed', 'shown');
    stage.pass(minute);
    stage.other('turn_failed', 'not shown');
    stage.now.isVisible = false;
    stage.pass(minute);
    expect(stage.calls.map(([, what]) => what)).toEqual(['not shown']);
  });

  test('a new device is called for at once, whoever looks', () => {
    const stage = new Stage();
    stage.now.isVisible = true;
    stage.other('device_signed_in');
    expect(stage.calls).toEqual([[0, 'device_signed_in']]);
    expect(stage.rules.size).toBe(0);
  });

  test('is taken away when it no longer holds, and can come again', () => {
    const stage = new Stage();
    stage.other('ready_for_input');
    stage.step({ type: 'over', id: 'ready_for_input' });
    stage.pass(minute);
    stage.other('ready_for_input');
    expect(stage.calls.map(([, what]) => what)).toEqual(['ready_for_input', '- ready_for_input', 'ready_for_input']);
  });
});
