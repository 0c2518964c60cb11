import { expect, test } from 'vitest';
import { MessageQueue } from './queue.ts';

const enqueue = (content: string) => ({ type: 'queue-operation', operation: 'enqueue', content });

test('messages wait in their order until they are read, removed, or all taken back', () => {
  const queue = new MessageQueue();
  expect(queue.read(enqueue('one'))).toEqual(['one']);
  expect(queue.read(enqueue('two'))).toEqual(['one', 'two']);
  expect(queue.read({ operation: 'dequeue' })).toEqual(['two']);
  queue.read(enqueue('three'));
  expect(queue.read({ operation: 'remove', content: 'two' })).toEqual(['three']);
  expect(queue.read({ operation: 'popAll' })).toEqual([]);
});

test('a line that says nothing changes nothing', () => {
  expect(new MessageQueue().read({ operation: 'enqueue' })).toBeUndefined();
});
