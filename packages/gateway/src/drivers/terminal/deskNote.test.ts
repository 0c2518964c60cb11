import { expect, test } from 'vitest';
import { DeskNote } from './deskNote.ts';

test('a desk is told where asks of subagents will be, once, and how many wait, whenever some do', () => {
  const note = new DeskNote();
  const coming = 'What subagents ask while they work in the background waits in Beckon, not here.';
  expect(note.next({ waiting: 0, background: 0 })).toBeUndefined();
  expect(note.next({ waiting: 0, background: 2 })).toBe(coming);
  expect(note.next({ waiting: 0, background: 2 })).toBeUndefined();
  expect(note.next({ waiting: 2, background: 2 })).toBe('2 asks of subagents wait in Beckon.');
  expect(note.next({ waiting: 2, background: 2 })).toBe('2 asks of subagents wait in Beckon.');
  expect(note.next({ waiting: 1, background: 1 })).toBe('1 ask of a subagent waits in Beckon.');
  expect(note.next({ waiting: 0, background: 1 })).toBe(coming);
  expect(note.next({ waiting: 0, background: 0 })).toBeUndefined();
});
