import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTranscriptsPlace } from '../../../../../../tests/support/inTranscriptsPlace.ts';
import type { TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { holdsConversation } from './keptConversation.ts';
import { openPlainFile } from '../../../plainFile.ts';
import { linesBefore } from './linesBefore.ts';
import { readPart } from './readPart.ts';
import { Tail } from './tail.ts';

const line = '{"type":"user","text":"private"}\n';
const name = '51f6e018-c080-40ad-87d2-772796127a2c.jsonl';
let folder: TempFolder;
let path: string;
beforeEach(() => {
  folder = tempFolder();
  path = folder.at(`home/projects/-work/${name}`);
  mkdirSync(folder.at('home/projects/-work'), { recursive: true });
  mkdirSync(folder.at('elsewhere'));
  writeFileSync(folder.at(`elsewhere/${name}`), line);
});
afterEach(() => folder[Symbol.dispose]());

async function whatIsRead(): Promise<string> {
  const read: string[] = [];
  await readPart(path, { start: 0, end: 1000 }, (text) => read.push(text));
  try {
    for await (const { bytes } of linesBefore(path)) read.push(bytes.toString());
  } catch {
    // It says that it cannot.
  }
  if (await holdsConversation(path).catch(() => false)) read.push('holds a conversation');
  const tail = new Tail(path, {
    onLine: (text) => read.push(text),
    onSkipped: () => undefined,
    onReset: () => undefined,
    onRefused: () => undefined,
  });
  await tail.read();
  await tail.close();
  const file = await openPlainFile(path, 'append').catch(() => undefined);
  if (file) read.push('may be written');
  await file?.close();
  return read.join('');
}

test.each(inTranscriptsPlace)(
  'no reader of transcripts reads, writes or waits for %s in the place of one',
  async (_, put) => {
    put({ path, elsewhere: folder.at('elsewhere') });
    expect(await whatIsRead()).toBe('');
  },
);

test('a device itself is not read either', async () => {
  path = '/dev/zero';
  expect(await openPlainFile(path)).toBeUndefined();
});

test('a folder of all projects that its person has linked to elsewhere is theirs to link', async () => {
  writeFileSync(path, line);
  symlinkSync(folder.at('home'), folder.at('linked'));
  path = folder.at(`linked/projects/-work/${name}`);
  expect(await whatIsRead()).toContain('private');
  expect(await whatIsRead()).toContain('may be written');
});
