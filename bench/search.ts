// A first index of a gigabyte of transcripts, made by the real gateway: its time against a bare JSON.parse of the same bytes, its
// memory against the idle gateway's, what an ask takes meanwhile; then searches in it, against `rg` or `grep` over the files.
// BECKON_BENCH_BYTES makes it smaller.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpTransport } from '@beckon/protocol';
import { openIndex } from '../packages/gateway/src/search/indexFile.ts';
import { startPass } from '../packages/gateway/src/search/processes.ts';
import { takeUp } from '../packages/gateway/src/search/takeUp.ts';
import { type Beckon, startBeckon } from '../tests/support/beckon.ts';
import { openRoad } from './ask.ts';
import { idleDriver } from './idleDriver.ts';
import { median, type Ratio, serveGateway, temporaryFolder, timed } from './measure.ts';
import { type Corpus, makeCorpus } from './searchCorpus.ts';

const wantedBytes = Number(process.env['BECKON_BENCH_BYTES'] ?? 1e9);

export async function benchSearch(): Promise<Ratio[]> {
  const stateDir = mkdtempSync(join(tmpdir(), 'beckon-bench-search-'));
  const projects = join(stateDir, 'home/.claude/projects');
  mkdirSync(projects, { recursive: true });
  // Nobody answers there, and nobody is asked.
  await using beckon = await startBeckon({ stateDir, modelUrl: 'http://127.0.0.1:9' });
  await pauseMs(6000);
  const idleKb = memoryKb(beckon.pid).now;
  await beckon.stop();
  const corpus = makeCorpus(projects, wantedBytes);
  const parseMs = parseTime(corpus);
  await beckon.restart();
  const first = await firstIndex(beckon, { corpus, parseMs, idleKb });
  const idle = await idling(beckon, corpus);
  const found = await searching(beckon, corpus, projects);
  await beckon.stop();
  return [...first, idle, ...found, await askedMeanwhile(projects), await appending(corpus, projects)];
}

interface FirstIndex {
  corpus: Corpus;
  parseMs: number;
  idleKb: number;
}

/** The gateway begins by itself; its process is watched from outside. */
async function firstIndex(beckon: Beckon, { corpus, parseMs, idleKb }: FirstIndex): Promise<Ratio[]> {
  const pid = await childOf(beckon.pid);
  const seen = { cpuMs: 0, peakKb: 0, gatewayKb: 0 };
  const wallMs = await timed(async () => {
    for (;;) {
      const cpuMs = processorMs(pid);
      if (cpuMs === undefined) return;
      seen.cpuMs = cpuMs;
      seen.peakKb = Math.max(seen.peakKb, memoryKb(pid).peak);
      seen.gatewayKb = Math.max(seen.gatewayKb, memoryKb(beckon.pid).now);
      await pauseMs(20);
    }
  });
  const megabytes = (kb: number) => `${(kb / 1000).toFixed(0)} MB`;
  return [
    {
      what: `first index of ${(corpus.bytes / 1e9).toFixed(2)} GB in ${corpus.files.length} transcripts, against a bare JSON.parse of the same bytes`,
      ratio: seen.cpuMs / parseMs,
      limit: 2,
      detail: `${(seen.cpuMs / 1000).toFixed(1)} s of one core (${(wallMs / 1000).toFixed(1)} s on the clock) against ${(parseMs / 1000).toFixed(1)} s`,
    },
    {
      what: 'memory of the process that makes it, against the idle gateway’s',
      ratio: seen.peakKb / idleKb,
      limit: 1.5,
      detail: `${megabytes(seen.peakKb)} at most against ${megabytes(idleKb)}; the gateway itself ${megabytes(seen.gatewayKb)} meanwhile`,
    },
  ];
}

async function idling(beckon: Beckon, corpus: Corpus): Promise<Ratio> {
  await pauseMs(3000);
  const before = processorMs(beckon.pid) ?? 0;
  const seconds = 10;
  await pauseMs(seconds * 1000);
  const spent = (processorMs(beckon.pid) ?? 0) - before;
  return {
    what: `idle with ${corpus.files.length} transcripts on disk, processor time per second`,
    ratio: spent / seconds,
    unit: ' ms',
    limit: 1,
    detail: `${spent} ms in ${seconds} s; no process for search runs`,
  };
}

async function searching(beckon: Beckon, corpus: Corpus, projects: string): Promise<Ratio[]> {
  const transport = new HttpTransport({ baseUrl: beckon.url, token: beckon.token });
  const queries = queriesFrom(corpus.words);
  // The first one starts a process, and looks for what is new.
  await settled(transport, queries[0] ?? '');
  const times: number[] = [];
  let hits = 0;
  for (const q of queries) times.push(await timed(async () => (hits += (await transport.search({ q })).hits.length)));
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  const rg = spawnSync('rg', ['--version']).status === 0;
  const wholeTime: number[] = [];
  for (const word of corpus.words.slice(1000, 1005)) {
    const command: [string, string[]] = rg
      ? ['rg', ['-l', '-i', '-F', '-w', word, projects]]
      : ['grep', ['-r', '-l', '-i', '-F', '-w', word, projects]];
    wholeTime.push(await timed(() => spawnSync(...command, { stdio: 'ignore' })));
  }
  const whole = median(wholeTime);
  return [
    {
      what: `search over HTTP, 95th percentile of ${queries.length} queries`,
      ratio: p95,
      unit: ' ms',
      limit: 50,
      detail: `median ${median(times).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms, ${hits} hits shown`,
    },
    {
      what: `the same, median, against ${rg ? 'rg' : 'grep -r'} over the files`,
      ratio: median(times) / whole,
      limit: 0.05,
      detail: `${median(times).toFixed(1)} ms against ${whole.toFixed(0)} ms`,
    },
  ];
}

/** Of every form: common words and rare ones, two, phrases, beginnings, filters. */
function queriesFrom(words: string[]): string[] {
  const word = (index: number) => words[(index * 97) % words.length] ?? 'the';
  return Array.from({ length: 100 }, (_, index) => {
    const [one, other] = [word(index), word(index + 31)];
    const forms = [
      one,
      `${one} `,
      `${one} ${other}`,
      `"${words[index]} ${words[index + 1]}"`,
      `tool:Bash ${one}`,
      `folder:project-${index % 40} ${one}`,
      `${words[index]} -${other}`,
      `after:2026-06-10 before:2026-07-20 ${words[index]}`,
      one.slice(0, 2),
      `${words[0]} ${words[1]} ${one.slice(0, 3)}`,
    ];
    return forms[index % forms.length] ?? one;
  });
}

async function settled(transport: HttpTransport, q: string): Promise<void> {
  while ((await transport.search({ q })).index.isBusy) await pauseMs(200);
}

const rounds = 150;

async function askedMeanwhile(projects: string): Promise<Ratio> {
  using folder = temporaryFolder();
  const { driver, hosts } = idleDriver();
  await using served = await serveGateway(folder.path, driver);
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  using road = await openRoad({ transport, hosts, cwd: folder.path });
  // What is raised before the stream is open is in its snapshot.
  await pauseMs(500);
  let number = 0;
  const sample = async () => (await road.round(number++)).raise;
  for (let round = 0; round < 30; round++) await sample();
  const [alone, meanwhile]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) alone.push(await sample());
  const work = { path: join(folder.path, 'search.db'), projects, leftOut: [] };
  let isOver = false;
  const pass = startPass(work, () => undefined);
  const ended = pass.ended.then(() => (isOver = true));
  await pauseMs(300);
  for (let round = 0; round < rounds && !isOver; round++) meanwhile.push(await sample());
  pass.kill();
  await ended;
  return {
    what: 'ask raised → event at an HTTP client while a first index is made, against without',
    ratio: median(meanwhile) / median(alone),
    limit: 1.2,
    detail: `${median(meanwhile).toFixed(2)} ms against ${median(alone).toFixed(2)} ms, medians of ${meanwhile.length} and ${alone.length}`,
  };
}

async function appending(corpus: Corpus, projects: string): Promise<Ratio> {
  using folder = temporaryFolder();
  const scope = { projects, leftOut: [] };
  using index = await openIndex(join(folder.path, 'search.db'), scope);
  for (const path of corpus.files.slice(200)) rmSync(path);
  await takeUp(index, scope);
  let appended = 0;
  for (const path of corpus.files.slice(0, 200)) {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, 20).join('\n');
    appendFileSync(path, `${lines}\n`);
    appended += Buffer.byteLength(lines) + 1;
  }
  const { bytesRead } = await takeUp(index, scope);
  return {
    what: 'what is appended, bytes read per byte',
    ratio: bytesRead / appended,
    limit: 1.01,
    detail: `${(appended / 1e6).toFixed(1)} MB appended to 200 transcripts; half a kilobyte of each is read again, to know it by`,
  };
}

function parseTime({ files }: Corpus): number {
  const script = fileURLToPath(new URL('parseAll.mjs', import.meta.url));
  const run = () => Number(execFileSync(process.execPath, [script], { input: files.join('\n'), encoding: 'utf8' }));
  // The first time the files come from the disk.
  run();
  return Math.min(run(), run());
}

async function childOf(pid: number): Promise<number> {
  for (;;) {
    const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0];
    if (child) return Number(child);
    await pauseMs(5);
  }
}

/** User and system time so far; undefined once it is gone. Linux counts in hundredths of a second. */
function processorMs(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return undefined;
  }
}

function memoryKb(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    return { now: field('VmRSS'), peak: field('VmHWM') };
  } catch {
    return { now: 0, peak: 0 };
  }
}

function pauseMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
