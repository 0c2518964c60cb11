import { expect, test } from 'vitest';
import { withDocumentNames } from './documentPaths.ts';

test.each([
  [' @/tmp/beckon-documents-aYZmuo/1-notes.txt Read this.', ' [document notes.txt] Read this.'],
  ['/tmp/beckon-documents-aYZmuo/2-a_b.pdf', '[document a_b.pdf]'],
  ['@"/tmp/beckon-documents-aYZmuo/1-x.md" and more', '[document x.md] and more'],
  ['see"/tmp/beckon-documents-aYZmuo/1-x.md"', 'see[document x.md]'],
  ['(/tmp/beckon-documents-aYZmuo/1-x.md) more', '[document x.md]) more'],
  ['what is beckon-documents- for?', 'what is beckon-documents- for?'],
  ['plain', 'plain'],
])('%j is shown as %j', (text, shown) => {
  expect(withDocumentNames(text)).toBe(shown);
});

test('a word of any length takes no time', () => {
  const text = `beckon-documents- ${'x'.repeat(200_000)}`;
  const before = performance.now();
  expect(withDocumentNames(text)).toBe(text);
  expect(performance.now() - before).toBeLessThan(1_000);
});
