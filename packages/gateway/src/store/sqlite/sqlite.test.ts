import { expect, test } from 'vitest';
import { opening, running } from './sqlite.ts';

const failing =
  (detail: object, message = 'it failed') =>
  () => {
    throw Object.assign(new Error(message), detail);
  };

test.each([
  ['no permission', 3],
  ['busy', 5],
  ['busy, after a snapshot', 517],
  ['locked', 6],
  ['no memory', 7],
  ['read-only', 8],
  ['I/O error at a sync', 1034],
  ['corrupt', 11],
  ['full', 13],
  ['cannot open', 14],
  ['locking protocol', 15],
  ['no database', 26],
])('what the disk, a lock or the file does may pass: %s', (_, errcode) => {
  expect(() => running(failing({ errcode }))).toThrow(expect.objectContaining({ code: 'store_unavailable' }));
});

test.each([
  ['an error in the statement, or a missing table', { errcode: 1 }],
  ['a constraint', { errcode: 19 }],
  ['a key that is there already', { errcode: 2067 }],
  ['a value of the wrong type', { errcode: 20 }],
  ['a misuse of the library', { errcode: 21 }],
  ['a value that cannot be bound', { code: 'ERR_INVALID_ARG_TYPE' }],
  ['anything else that is thrown', {}],
])('a bug of ours does not: %s', (_, detail) => {
  const error = expect.objectContaining({ code: 'internal', cause: expect.objectContaining(detail) as unknown });
  expect(() => running(failing(detail))).toThrow(error);
});

test('where the library says it only in words, they are understood', () => {
  const error = expect.objectContaining({ code: 'store_unavailable' });
  expect(() => running(failing({}, 'database or disk is full'))).toThrow(error);
});

test('a start that fails says why, whatever it was', () => {
  expect(() => opening(failing({}, 'EACCES: permission denied'))).toThrow(
    expect.objectContaining({ code: 'store_unavailable', message: expect.stringContaining('EACCES') as string }),
  );
});
