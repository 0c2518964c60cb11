import { expect, test } from 'vitest';
import { WantedTitle } from './wantedTitle.ts';

const replied = (title: WantedTitle) => title.reply()?.hookSpecificOutput.sessionTitle;

test('is told with each prompt until the agent has it, whatever the agent called it before', () => {
  const title = new WantedTitle();
  expect(replied(title)).toBeUndefined();
  title.isNamed('Before');
  title.wants('Mine');
  title.isNamed('Before');
  expect(replied(title)).toBe('Mine');
  expect(replied(title)).toBe('Mine');
  title.isNamed('Mine');
  expect(replied(title)).toBeUndefined();
});

test('what is renamed at the desk meanwhile counts', () => {
  const title = new WantedTitle();
  title.isNamed('Before');
  title.wants('Mine');
  title.isNamed('At the desk');
  expect(replied(title)).toBeUndefined();
});
