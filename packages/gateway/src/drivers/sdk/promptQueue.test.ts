import { expect, test } from 'vitest';
import { PromptQueue, toUserMessage } from './promptQueue.ts';

const text = (words: string) => ({ id: words, parts: [{ type: 'text' as const, text: words }] });

test('messages come in the order in which they were pushed, before or while somebody waits', async () => {
  const queue = new PromptQueue();
  const reader = queue[Symbol.asyncIterator]();
  queue.push(text('one'));
  queue.push(text('two'));
  expect((await reader.next()).value).toMatchObject({ message: { content: 'one' } });
  expect((await reader.next()).value).toMatchObject({ message: { content: 'two' } });
  const third = reader.next();
  queue.push(text('three'));
  expect((await third).value).toMatchObject({ message: { content: 'three' } });
});

test('ending lets a waiting reader go', async () => {
  const queue = new PromptQueue();
  const waiting = queue[Symbol.asyncIterator]().next();
  queue.end();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('a document goes as a block with its name: a PDF as it is, a text as text', () => {
  const parts = [
    { type: 'document' as const, mediaType: 'application/pdf' as const, data: 'AAAA', name: 'a.pdf' },
    { type: 'document' as const, mediaType: 'text/plain' as const, data: Buffer.from('naïve').toString('base64') },
  ];
  expect(toUserMessage({ id: 'x', parts }).message.content).toEqual([
    { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
    { type: 'document', title: 'document.txt', source: { type: 'text', media_type: 'text/plain', data: 'naïve' } },
  ]);
});

test('a lone text goes as it is, text with an image as blocks', () => {
  const image = { type: 'image' as const, mediaType: 'image/png' as const, data: 'AAAA' };
  expect(toUserMessage(text('/compact')).message.content).toBe('/compact');
  expect(toUserMessage({ id: 'x', parts: [{ type: 'text', text: 'Look' }, image] }).message.content).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  ]);
});
