import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { holdsConversation } from './keptConversation.ts';

const opening = '{"type":"mode","mode":"normal"}\n{"type":"permission-mode","permissionMode":"default"}\n';

test.each([
  ['nothing', '', false],
  ['only what the CLI opens it with', opening, false],
  ['a prompt that was cut off', `${opening}{"type":"user","mess`, false],
  ['a prompt', `${opening}{"type":"user","message":{"role":"user","content":"Hi"}}\n`, true],
  ['a prompt without the end of its line', `${opening}{"type":"user","message":{"content":"Hi"}}`, true],
])('a transcript with %s', async (_what, text, expected) => {
  using folder = tempFolder();
  writeFileSync(folder.at('a.jsonl'), text);
  expect(await holdsConversation(folder.at('a.jsonl'))).toBe(expected);
});

test('one that is not there holds none, and one that cannot be read is no such one', async () => {
  using folder = tempFolder();
  expect(await holdsConversation(folder.at('a.jsonl'))).toBe(false);
  mkdirSync(folder.at('b.jsonl'));
  await expect(holdsConversation(folder.at('b.jsonl'))).rejects.toThrow('no plain file');
});
