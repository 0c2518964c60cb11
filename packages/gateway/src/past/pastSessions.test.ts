import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { conversationLines } from '../../../../tests/support/conversationLines.ts';
import { earlierSessionId } from '../../../../tests/support/earlierSessions.ts';
import { pastLines, writePast } from '../../../../tests/support/pastTranscripts.ts';
import { type TempFolder, tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { PastSessions } from './pastSessions.ts';

const day = (number: number) => Date.UTC(2026, 0, number);

function open(folder: TempFolder, troubles: unknown[] = []): PastSessions {
  return new PastSessions({
    projects: folder.at('projects'),
    folder: folder.path,
    isInBeckon: () => false,
    clock: new TestClock(),
    onTrouble: (error) => void troubles.push(error),
  });
}

const write = (folder: TempFolder, number: number, further = {}) =>
  writePast(folder.at('projects'), { number, cwd: '/home/ann/shop', at: day(number), ...further });
const titles = async (past: PastSessions) => (await past.list({ scope: 'past' })).sessions.map(({ title }) => title);

test('what grows, shrinks, goes, or is swapped for a link is listed as it is now', async () => {
  using folder = tempFolder();
  const past = open(folder);
  const [one, two, three] = [1, 2, 3].map((number) => write(folder, number));
  expect(await titles(past)).toEqual(['Question 3', 'Question 2', 'Question 1']);
  appendFileSync(one ?? '', `${JSON.stringify({ type: 'custom-title', customTitle: 'Grown' })}\n`);
  truncateSync(two ?? '', 0);
  rmSync(three ?? '');
  symlinkSync(one ?? '', three ?? '');
  await expect.poll(() => titles(past)).toEqual(['Grown']);
  await past.close();
});

test('pipes, second names, links and what is no transcript are passed over', async () => {
  using folder = tempFolder();
  const path = write(folder, 1);
  const beside = (number: number) => `${dirname(path)}/${earlierSessionId(number)}.jsonl`;
  execFileSync('mkfifo', [beside(2)]);
  symlinkSync('/dev/zero', beside(3));
  writeFileSync(folder.at('elsewhere'), pastLines({ number: 4, cwd: '/' }).join('\n'));
  linkSync(folder.at('elsewhere'), beside(4));
  mkdirSync(beside(5));
  writeFileSync(beside(6), 'nothing of the sort');
  const past = open(folder);
  expect(await titles(past)).toEqual(['Question 1']);
  expect((await past.list({ scope: 'past' })).skipped).toEqual({ folders: 0, files: 4 });
  for (const number of [2, 3, 4, 5, 6]) {
    await expect(past.get(earlierSessionId(number))).rejects.toMatchObject({ code: 'session_not_found' });
  }
  await past.close();
});

test('the same id in two projects is one session: the one that was written last', async () => {
  using folder = tempFolder();
  write(folder, 1, { title: 'Older', cwd: '/a', at: day(1) });
  write(folder, 1, { title: 'Newer', cwd: '/b', at: day(2) });
  const past = open(folder);
  expect(await titles(past)).toEqual(['Newer']);
  await past.close();
});

test('cyclic parents and lines that come twice do not hold a reader up', async () => {
  using folder = tempFolder();
  const path = write(folder, 1);
  const [user = '', assistant = ''] = pastLines({ number: 1, cwd: '/home/ann/shop' });
  const cyclic = [user, assistant].map((line) => {
    const fields = JSON.parse(line) as Record<string, unknown>;
    return JSON.stringify({ ...fields, parentUuid: fields['uuid'] });
  });
  writeFileSync(path, `${[...cyclic, ...cyclic, ...cyclic].join('\n')}\n`);
  const past = open(folder);
  const { messages } = await past.messages(earlierSessionId(1), {});
  expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(1);
  await past.close();
});

test('one that grows between two pages is read on from where it ended', async () => {
  using folder = tempFolder();
  const path = write(folder, 1);
  writeFileSync(path, `${conversationLines(60).join('\n')}\n`);
  const past = open(folder);
  const id = earlierSessionId(1);
  const newest = await past.messages(id, { limit: 20 });
  appendFileSync(path, `${conversationLines(60, 60).join('\n')}\n`);
  const before = await past.messages(id, { limit: 20, before: newest.next ?? '' });
  const ids = [...before.messages, ...newest.messages].map((message) => message.id);
  expect([new Set(ids).size, ids.at(-2)]).toEqual([40, 'msg_b59']);
  await past.close();
});

test('a transcript is read in pages to its beginning, however long it is', async () => {
  using folder = tempFolder();
  const path = write(folder, 1);
  writeFileSync(path, '');
  // Sparse: its end lies beyond what a number of 15 digits can name a place in.
  truncateSync(path, 200_000_000);
  appendFileSync(path, `\n${conversationLines(120).join('\n')}\n`);
  const past = open(folder);
  const all: string[] = [];
  let before: string | undefined;
  do {
    const page = await past.messages(earlierSessionId(1), { limit: 100, ...(before !== undefined && { before }) });
    all.unshift(...page.messages.map((message) => message.id));
    before = page.next;
  } while (before !== undefined);
  expect(all.filter((id) => id.startsWith('msg_b'))).toHaveLength(120);
  await past.close();
});

test('what the index has is not read again; what it lacks, or has wrong, is', async () => {
  using folder = tempFolder();
  const path = write(folder, 1);
  const first = open(folder);
  await titles(first);
  await first.close();
  const index = folder.at('past.jsonl');
  expect(statSync(index).mode & 0o777).toBe(0o600);
  writeFileSync(index, readFileSync(index, 'utf8').replace('Question 1', 'From the index'));
  const second = open(folder);
  expect(await titles(second)).toEqual(['From the index']);
  await second.close();

  writeFileSync(index, `${readFileSync(index, 'utf8')}{"path":7}\nnonsense\n{"path":"${path}","si`);
  write(folder, 2);
  const third = open(folder);
  expect(await titles(third)).toEqual(['Question 2', 'From the index']);
  await third.close();
  const fourth = open(folder);
  expect(await titles(fourth)).toEqual(['Question 2', 'From the index']);
  await fourth.close();
});

test('where the index cannot be written, the list is there all the same', async () => {
  using folder = tempFolder();
  write(folder, 1);
  mkdirSync(folder.at('past.jsonl'));
  const troubles: unknown[] = [];
  const past = open(folder, troubles);
  expect(await titles(past)).toEqual(['Question 1']);
  await past.close();
  expect(troubles).not.toEqual([]);
});

// Root may read any folder.
test.skipIf(process.getuid?.() === 0)('a folder that cannot be read hides only what is in it', async () => {
  using folder = tempFolder();
  write(folder, 1);
  const hidden = dirname(write(folder, 2, { cwd: '/other' }));
  chmodSync(hidden, 0);
  const past = open(folder);
  expect(await titles(past)).toEqual(['Question 1']);
  chmodSync(hidden, 0o700);
  await past.close();
});

test('where Claude has kept nothing yet there is nothing, and what comes is seen', async () => {
  using folder = tempFolder();
  const past = open(folder);
  expect(await titles(past)).toEqual([]);
  write(folder, 1);
  await expect.poll(() => titles(past)).toEqual(['Question 1']);
  renameSync(folder.at('projects'), folder.at('moved'));
  await expect.poll(() => titles(past), { timeout: 15_000 }).toEqual([]);
  await past.close();
}, 20_000);

test('a fork that cannot be made leaves nothing behind', async () => {
  using folder = tempFolder();
  write(folder, 1);
  const past = open(folder);
  await expect(past.fork(earlierSessionId(1), 'msg_nothing')).rejects.toMatchObject({ code: 'not_found' });
  expect(await titles(past)).toEqual(['Question 1']);
  await past.close();
});

test('a project that was swapped for a link loses nothing: none of its sessions is moved, marked, renamed or restored', async () => {
  using folder = tempFolder();
  const project = dirname(write(folder, 1));
  write(folder, 2);
  const past = open(folder);
  const [one, two] = [1, 2].map(earlierSessionId) as [string, string];
  await past.archive(two, true);
  expect(await past.throwAway(two)).toBe('trash');
  await past.get(one);
  // What somebody else keeps outside of all projects, under the same names.
  const outside = folder.at('outside');
  renameSync(project, outside);
  mkdirSync(`${outside}/${two}`);
  writeFileSync(`${outside}/${two}/kept`, 'theirs');
  symlinkSync(outside, project);
  const before = readFileSync(`${outside}/${one}.jsonl`);
  const tried = [
    () => past.throwAway(one),
    () => past.archive(one, true),
    () => past.rename(one, 'Mine'),
    () => past.fork(one),
  ];
  for (const attempt of tried) await expect(attempt()).rejects.toMatchObject({ code: 'session_not_found' });
  await expect(past.restore(two)).rejects.toMatchObject({ code: 'not_supported' });
  expect(readdirSync(outside).toSorted()).toEqual([`${one}.jsonl`, two].toSorted());
  expect(readdirSync(`${outside}/${two}`)).toEqual(['kept']);
  expect(readFileSync(`${outside}/${one}.jsonl`)).toEqual(before);
  rmSync(project);
  expect(await past.restore(two)).toMatchObject({ id: two });
  await past.close();
});

test('what is in the trash is not lost to another transcript of the same id', async () => {
  using folder = tempFolder();
  const path = write(folder, 1, { title: 'First' });
  const past = open(folder);
  const id = earlierSessionId(1);
  await past.throwAway(id, 'past');
  // An agent that was in it after all has gone on writing.
  write(folder, 1, { title: 'Second' });
  await expect(past.throwAway(id, 'past')).rejects.toMatchObject({ code: 'session_exists' });
  expect(readFileSync(path, 'utf8')).toContain('Second');
  expect((await past.list({ scope: 'trash' })).sessions.map(({ title }) => title)).toEqual(['First']);
  await past.deleteForGood(id);
  expect(await past.throwAway(id, 'past')).toBe('trash');
  await past.close();
});
