import { describe, expect, test } from 'vitest';
import { settleInTurn, settleTogether } from './settling.ts';

const fail = (message: string) => async () => {
  throw new Error(message);
};

describe.each([
  ['in turn', settleInTurn],
  ['together', settleTogether],
])('settling %s', (_, settle) => {
  test('a failure keeps nothing else from its turn, and is thrown in the end', async () => {
    const done: string[] = [];
    const settled = settle([
      () => done.push('first'),
      () => {
        throw new Error('at once');
      },
      async () => done.push('last'),
    ]);
    await expect(settled).rejects.toThrow('at once');
    expect(done).toEqual(['first', 'last']);
  });

  test('of several failures none is lost', async () => {
    await expect(settle([fail('one.'), fail('two.')])).rejects.toMatchObject({
      message: 'one. two.',
      errors: [{ message: 'one.' }, { message: 'two.' }],
    });
  });
});
