import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../../tests/support/tempFolder.ts';
import { type FilesQuery, type TranscriptFile, transcriptFiles } from './transcriptFiles.ts';

const id = (digit: number) => `${digit}1111111-1111-4111-8111-111111111111`;

async function all(folder: TempFolder, query?: FilesQuery): Promise<TranscriptFile[]> {
  const found: TranscriptFile[] = [];
  for await (const some of transcriptFiles(folder.path, query)) found.push(...some);
  return found.toSorted((a, b) => a.path.localeCompare(b.path));
}

function put(path: string, text = '{}\n'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

test('finds the transcripts of every project, with what tells whether one has changed', async () => {
  using folder = tempFolder();
  const first = put(folder.at(`-a/${id(1)}.jsonl`), 'one\n');
  const second = put(folder.at(`-b/${id(2)}.jsonl`));
  const { size, mtimeMs, ino } = statSync(first);
  const found = await all(folder);
  expect(found).toEqual([
    { path: first, sessionId: id(1), size, mtimeMs, inode: ino },
    expect.objectContaining({ path: second, sessionId: id(2) }),
  ]);
});

test('finds those of subagents where asked to', async () => {
  using folder = tempFolder();
  put(folder.at(`-a/${id(1)}.jsonl`));
  const subagent = put(folder.at(`-a/${id(1)}/subagents/agent-abc.jsonl`));
  put(folder.at(`-a/${id(1)}/subagents/agent-abc.meta.json`));
  expect(await all(folder)).toHaveLength(1);
  expect(await all(folder, { withSubagents: true })).toContainEqual(
    expect.objectContaining({ path: subagent, sessionId: id(1), agentId: 'abc' }),
  );
});

test('what is no transcript is no transcript', async () => {
  using folder = tempFolder();
  put(folder.at('-a/notes.jsonl'));
  put(folder.at(`-a/${id(1)}.json`));
  put(folder.at(`${id(2)}.jsonl`));
  put(folder.at(`-a/deeper/${id(3)}.jsonl`));
  const skipped = { folders: 0, files: 0 };
  expect(await all(folder, { skipped, withSubagents: true })).toEqual([]);
  expect(skipped).toEqual({ folders: 0, files: 0 });
});

test('links, pipes, folders and files with a second name are counted, not found', async () => {
  using folder = tempFolder();
  using elsewhere = tempFolder();
  const secret = put(elsewhere.at('secret'));
  const good = put(folder.at(`-a/${id(1)}.jsonl`));
  symlinkSync(secret, folder.at(`-a/${id(2)}.jsonl`));
  linkSync(secret, folder.at(`-a/${id(3)}.jsonl`));
  execFileSync('mkfifo', [folder.at(`-a/${id(4)}.jsonl`)]);
  mkdirSync(folder.at(`-a/${id(5)}.jsonl`));
  put(elsewhere.at(`project/${id(6)}.jsonl`));
  symlinkSync(elsewhere.at('project'), folder.at('-linked'));
  symlinkSync(elsewhere.at('project'), folder.at(`-a/${id(7)}`));
  const skipped = { folders: 0, files: 0 };
  expect(await all(folder, { skipped, withSubagents: true })).toEqual([expect.objectContaining({ path: good })]);
  expect(skipped).toEqual({ folders: 0, files: 4 });
});

// Root may read any folder.
test.skipIf(process.getuid?.() === 0)('a folder that cannot be read is counted, and the others are found', async () => {
  using folder = tempFolder();
  const good = put(folder.at(`-a/${id(1)}.jsonl`));
  put(folder.at(`-b/${id(2)}.jsonl`));
  chmodSync(folder.at('-b'), 0);
  onTestFinished(() => chmodSync(folder.at('-b'), 0o700));
  const skipped = { folders: 0, files: 0 };
  expect(await all(folder, { skipped })).toEqual([expect.objectContaining({ path: good })]);
  expect(skipped.folders).toBe(1);
});

test('where there is no folder there are none', async () => {
  using folder = tempFolder();
  const skipped = { folders: 0, files: 0 };
  for await (const some of transcriptFiles(folder.at('gone'), { skipped })) expect(some).toEqual([]);
  expect(skipped.folders).toBe(0);
});

test('many are found in turns, with everything else in between', async () => {
  using folder = tempFolder();
  mkdirSync(folder.at('-a'));
  for (let n = 0; n < 20_000; n++) writeFileSync(folder.at(`-a/${randomUUID()}.jsonl`), '');
  let rounds = 0;
  let goesOn = true;
  const round = () => {
    rounds += 1;
    if (goesOn) setImmediate(round);
  };
  setImmediate(round);
  let batches = 0;
  let found = 0;
  for await (const some of transcriptFiles(folder.path)) {
    batches += 1;
    found += some.length;
  }
  goesOn = false;
  expect(found).toBe(20_000);
  expect(batches).toBeGreaterThan(3);
  expect(rounds).toBeGreaterThanOrEqual(batches - 1);
});
