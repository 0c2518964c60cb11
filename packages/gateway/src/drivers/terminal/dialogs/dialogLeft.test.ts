import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestClock } from '../../../../../../tests/support/testClock.ts';
import type { PaneEvent } from '../tmux/paneView.ts';
import { dialogLeft, readScreen } from './dialogLeft.ts';

const screen = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');
const ask = { kind: 'approval', toolName: 'Bash', input: { command: 'touch x.txt && echo "a b" > y.txt' } } as const;

test.each([
  ['its dialog', 'bash', 'dialog'],
  ['its dialog, another choice highlighted', 'bash-on-no', 'dialog'],
  ['a dialog with its top off the screen', 'bash-cut', 'unreadable'],
  ['the dialog of a subagent, which covers it', 'subagent', 'unclear'],
  ['the dialog of another call', 'write', 'unclear'],
  ['the prompt, while the agent works', 'prompt-working', 'prompt'],
  ['the prompt, while someone writes', 'prompt-draft', 'prompt'],
] as const)('%s', (_, name, seen) => {
  expect(readScreen(screen(name), ask, '/tmp/demo')).toBe(seen);
});

test('a screen that is half drawn says nothing', () => {
  for (const cut of [0.2, 0.4, 0.6]) {
    const whole = screen('prompt-working');
    expect(readScreen(whole.slice(0, whole.length * cut), ask, '/tmp/demo')).toBe('unclear');
  }
});

test.each([
  ['its own', 'bash', false, true],
  ['one that cannot be read, where no other is to be expected', 'bash-cut', true, true],
  ['one that cannot be read, and may be another', 'bash-cut', false, false],
])('[L7] a dialog was seen and is gone: %s', async (_, name, isOnly, hasLeft) => {
  const over = new AbortController();
  const clock = new TestClock();
  let shown = screen(name);
  async function* events(): AsyncGenerator<PaneEvent> {
    const drawn: PaneEvent = { type: 'output', bytes: new Uint8Array() };
    yield drawn;
    await paused(clock);
    shown = screen('prompt-working');
    clock.advance(100);
    yield drawn;
    await paused(clock);
    clock.advance(100);
    yield drawn;
    // Only where it has not been seen is the screen looked at once more.
    if (!hasLeft) await paused(clock).then(() => over.abort());
  }
  const view = { events: events(), close: () => undefined };
  const tmux = { screen: async () => shown };
  const terminal = { tmux, views: { open: async () => view }, clock, name, cwd: '/tmp/demo', isOnly: () => isOnly };
  expect(await dialogLeft(terminal, ask, over.signal)).toBe(hasLeft);
});

/** Resolves when the screen has been read and is waited for. */
const paused = async (clock: TestClock) => {
  await expect.poll(() => clock.timerCount, { interval: 1 }).toBe(1);
};
