// Past sessions: how long the first page of 5,000 takes, cold and warm, against what must be read for it at least; how long it
// takes to open the end of a transcript of 1 GB, against one of 1 MB; and what all of them cost while nobody looks.
import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../packages/gateway/src/clock.ts';
import { PastSessions } from '../packages/gateway/src/past/pastSessions.ts';
import { conversationLines } from '../tests/support/conversationLines.ts';
import { earlierSessionId } from '../tests/support/earlierSessions.ts';
import { writePast } from '../tests/support/pastTranscripts.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const sessions = 5000;
const projectCount = 50;
const bytesEach = 200_000;
const rounds = 9;

export async function benchPast(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const projects = join(folder.path, 'projects');
  makeCorpus(projects);
  const open = () =>
    new PastSessions({
      projects,
      folder: folder.path,
      isInBeckon: () => false,
      clock: systemClock,
      onTrouble: (error) => {
        throw error;
      },
    });
  const index = join(folder.path, 'past.jsonl');
  const query = { scope: 'past' } as const;

  // The disk's own memory is warm for both: what is compared is the work.
  readEnds(projects);
  const [cold, ends] = [[] as number[], [] as number[]];
  for (let round = 0; round < 5; round++) {
    rmSync(index, { force: true });
    ends.push(await timed(() => readEnds(projects)));
    cold.push(await timed(() => open().list(query)));
  }
  const first = open();
  const all = await timed(() => first.list({ ...query, q: 'nothing has these words' }));
  await first.close();
  const past = open();
  for (const _ of [1, 2]) await past.list(query);
  const [warm, reading, stalls] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < rounds; round++) {
    reading.push(await timed(() => readIndex(index)));
    warm.push(await timed(() => past.list(query)));
    stalls.push(await longestStall(() => open().list(query)));
  }
  const before = process.cpuUsage();
  await sleep(2000);
  const { user, system } = process.cpuUsage(before);

  return [
    {
      what: `first page of ${sessions} sessions (1 GB), cold, against the 64 kB at either end of each`,
      ratio: median(cold) / median(ends),
      limit: 3,
      detail: `${median(cold).toFixed(0)} ms against ${median(ends).toFixed(0)} ms; all of them searched by words: ${all.toFixed(0)} ms`,
    },
    {
      what: 'the same, warm, against reading the index',
      ratio: median(warm) / median(reading),
      limit: 1.2,
      detail: `${median(warm).toFixed(1)} ms against ${median(reading).toFixed(1)} ms for ${(statSync(index).size / 1e6).toFixed(1)} MB`,
    },
    {
      what: 'the longest stall while the index is read and all are listed',
      ratio: median(stalls),
      unit: ' ms',
      limit: 50,
      detail: `median of ${rounds} times; the worst ${Math.max(...stalls).toFixed(0)} ms`,
    },
    {
      what: 'CPU while nobody looks',
      ratio: (user + system) / 1000 / 2,
      unit: ' ms/s',
      limit: 1,
      detail: `${sessions} sessions on disk, 2 s`,
    },
    await benchEnd(folder.path),
  ];
}

function makeCorpus(projects: string): void {
  const now = Date.now();
  for (let number = 1; number <= sessions; number++) {
    const cwd = `/home/ann/project-${number % projectCount}`;
    writePast(projects, { number, cwd, at: now - number * 60_000, costUsd: 1, bytes: bytesEach });
  }
}

/** What a list has to look at, at least, where nothing is known: each file's status, its first 64 kB and its last. */
function readEnds(projects: string): void {
  const bytes = Buffer.allocUnsafe(64 * 1024);
  for (const project of readdirSync(projects)) {
    for (const name of readdirSync(join(projects, project))) {
      const file = openSync(join(projects, project, name), 'r');
      const { size } = fstatSync(file);
      readSync(file, bytes, 0, bytes.length, 0);
      readSync(file, bytes, 0, bytes.length, Math.max(0, size - bytes.length));
      closeSync(file);
    }
  }
}

function readIndex(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  await sleep(5);
  longest = 0;
  last = performance.now();
  await work();
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

async function benchEnd(folder: string): Promise<Ratio> {
  const projects = join(folder, 'long', 'projects');
  const [small, large] = [1, 2].map((number) => writePast(projects, { number, cwd: '/home/ann/long' }));
  const turns = conversationLines(2000);
  const text = `${turns.join('\n')}\n`;
  const megabyte = text.slice(0, text.lastIndexOf('\n', 1_000_000) + 1);
  writeFileSync(small ?? '', megabyte);
  copyFileSync(small ?? '', large ?? '');
  truncateSync(large ?? '', 0);
  while (statSync(large ?? '').size < 1_000_000_000) appendFileSync(large ?? '', text);
  appendFileSync(large ?? '', megabyte);
  utimesSync(large ?? '', 1, 1);
  const times = { small: [] as number[], large: [] as number[] };
  const end = async (number: number) => {
    // Nobody has opened it before.
    const past = new PastSessions({
      projects,
      isInBeckon: () => false,
      clock: systemClock,
      onTrouble: () => undefined,
    });
    return timed(() => past.messages(earlierSessionId(number), { limit: 60 }));
  };
  await end(1);
  await end(2);
  for (let round = 0; round < 3 * rounds; round++) {
    times.small.push(await end(1));
    times.large.push(await end(2));
  }
  return {
    what: 'opening the end of a transcript of 1 GB, against one of 1 MB',
    ratio: median(times.large) / median(times.small),
    limit: 1.3,
    detail: `${median(times.large).toFixed(1)} ms against ${median(times.small).toFixed(1)} ms, medians of ${3 * rounds}`,
  };
}
