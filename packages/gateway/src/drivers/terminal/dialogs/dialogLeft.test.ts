import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readScreen } from './dialogLeft.ts';

const screen = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');
const ask = { kind: 'approval', toolName: 'Bash', input: { command: 'touch x.txt && echo "a b" > y.txt' } } as const;

test.each([
  ['its dialog', 'bash', 'dialog'],
  ['its dialog, another choice highlighted', 'bash-on-no', 'dialog'],
  ['its dialog, with its top off the screen', 'bash-cut', 'dialog'],
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
