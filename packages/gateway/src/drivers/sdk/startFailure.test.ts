import { expect, test } from 'vitest';
import { startFailure } from './startFailure.ts';
import { TimedOut } from './within.ts';

const spec = { sessionId: '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e01', cwd: '/project' };

test.each([
  ['a missing binary', new Error('native binary not found at /x'), { claudePath: '/x' }, /\/x is missing.*--claude/],
  ['no binary of its own', new Error('native binary not found at /y'), {}, /Install Beckon again/],
  [
    'an early end',
    new Error('exited with code 1'),
    { stderr: 'warn\nbad flag' },
    /Its last words: “bad flag”.*\/project/,
  ],
  ['silence', new TimedOut(30_000), {}, /did not get ready in time/],
  ['no transcript', new Error('No conversation found with session ID: 1'), {}, /Start a new session/],
  ['an id in use', new Error('exit'), { stderr: 'Error: Session ID 1 is already in use.' }, /Resume that one/],
  [
    'root in bypass',
    new Error('exit'),
    { stderr: 'cannot be used with root/sudo privileges' },
    /another permission mode/,
  ],
  ['something thrown that is no error', 'boom', {}, /stopped as soon as it was started/],
])('%s is told with what to do, and its cause is kept', (_, thrown, circumstances, sentence) => {
  const error = startFailure(thrown, { spec, stderr: '', claudePath: undefined, ...circumstances });
  expect(error.code).toBe('agent_unavailable');
  expect(error.message).toMatch(sentence);
  expect(error.cause).toMatchObject({ cause: thrown });
});
