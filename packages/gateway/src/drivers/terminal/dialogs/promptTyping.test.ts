import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClock } from '../../../../../../tests/support/testClock.ts';
import type { Key } from '../tmux/typing.ts';
import { switchMode } from './promptTyping.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');
const clock = new TestClock();
/** Goes on whenever everybody waits for it. */
let ticking: NodeJS.Timeout;
beforeAll(() => void (ticking = setInterval(() => clock.advance(25), 1)));
afterAll(() => clearInterval(ticking));

/** A screen on which Shift+Tab goes through these modes, for as long as keys work. */
function terminalWith({ isWorking = (): boolean => false, keysThatWork = Infinity } = {}) {
  const modes = ['manual mode', 'accept edits', 'auto mode'];
  const pressed: Key[] = [];
  const current = () => modes[Math.min(pressed.length, keysThatWork) % modes.length] ?? '';
  const screen = async () =>
    fixture(isWorking() ? 'prompt-working' : 'prompt-idle').replace('manual mode on', `${current()} on`);
  const press = async (key: Key) => void pressed.push(key);
  return { pressed, current, terminal: { clock, screen, press, paste: async () => undefined } };
}

test('[T10] a mode that is offered is gone to', async () => {
  const { terminal, current } = terminalWith();
  expect(await switchMode(terminal, 'auto')).toEqual({ type: 'switched' });
  expect(current()).toBe('auto mode');
});

test('[T10] where a mode is not offered, all is as it was', async () => {
  const { terminal, current } = terminalWith();
  expect(await switchMode(terminal, 'plan')).toEqual({ type: 'not_offered' });
  expect(current()).toBe('manual mode');
});

test('[T10] nothing is pressed while the agent works: it would act in the modes on the way', async () => {
  const { terminal, pressed } = terminalWith({ isWorking: () => true });
  expect(await switchMode(terminal, 'auto')).toEqual({ type: 'working' });
  expect(pressed).toEqual([]);
});

test('[T10] the end of a turn may take a moment to be on the screen', async () => {
  let looks = 0;
  const { terminal } = terminalWith({ isWorking: () => ++looks <= 3 });
  expect(await switchMode(terminal, 'auto')).toEqual({ type: 'switched' });
});

test('[T10] where the way back does not lead back, it is said where the agent is now', async () => {
  const { terminal } = terminalWith({ keysThatWork: 1 });
  expect(await switchMode(terminal, 'plan')).toEqual({ type: 'astray', mode: 'acceptEdits' });
});
