// What 5,000 old sessions cost against 50, in turn: the start of a gateway that knows them, and what a client has to wait for
// and to read before it knows all.
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import { startBeckon } from '../tests/support/beckon.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder, wallClock } from './measure.ts';

export async function benchConnect(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const few = await keeping(50, join(folder.path, 'few'));
  const many = await keeping(5000, join(folder.path, 'many'));
  const starts = await inTurn({ rounds: 9, warmUp: 1, few: () => start(few), many: () => start(many) });
  await using withFew = await serveGateway(few, idleDriver().driver);
  await using withMany = await serveGateway(many, idleDriver().driver);
  const connects = await inTurn({ rounds: 60, warmUp: 10, few: () => connect(withFew), many: () => connect(withMany) });
  const connectsBy = (of: keyof Connected) => ({
    few: connects.few.map((each) => each[of]),
    many: connects.many.map((each) => each[of]),
  });
  return [
    against('start of a gateway with 5,000 sessions known', starts, 'ms'),
    against('time to connect with 5,000 sessions known', connectsBy('tookMs'), 'ms'),
    against('what is read to connect with 5,000 sessions known', connectsBy('kilobytes'), 'kB'),
  ];
}

interface InTurn<T> {
  rounds: number;
  /** Rounds that are not counted: the first start finds sessions that were just left, and brings them to rest. */
  warmUp: number;
  few(): Promise<T>;
  many(): Promise<T>;
}

interface Samples<T> {
  few: T[];
  many: T[];
}

async function inTurn<T>({ rounds, warmUp, few, many }: InTurn<T>): Promise<Samples<T>> {
  const samples: Samples<T> = { few: [], many: [] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const sample = { few: await few(), many: await many() };
    if (round < warmUp) continue;
    samples.few.push(sample.few);
    samples.many.push(sample.many);
  }
  return samples;
}

function against(what: string, { few, many }: Samples<number>, unit: string): Ratio {
  const [value, base] = [median(many), median(few)];
  const detail = `${value.toFixed(1)} ${unit} against ${base.toFixed(1)} ${unit} with 50, medians of ${many.length}`;
  return { what, ratio: value / base, limit: 1.3, detail };
}

interface Served {
  url: string;
  token: string;
}

interface Connected {
  tookMs: number;
  kilobytes: number;
}

/** The state directory of a gateway that knew so many sessions; nothing runs in any of them. */
async function keeping(count: number, stateDir: string): Promise<string> {
  await using earlier = await serveGateway(stateDir, idleDriver().driver);
  const transport = new HttpTransport({ baseUrl: earlier.url, token: earlier.token });
  for (let index = 0; index < count; index++) {
    await transport.createSession({ cwd: stateDir, title: `Mend the test number ${index} of the parser` });
  }
  return stateDir;
}

/** As a person starts it, until it prints where to go. */
async function start(stateDir: string): Promise<number> {
  const startedAt = wallClock();
  // No model is asked for anything.
  const { stop } = await startBeckon({ stateDir, modelUrl: 'http://127.0.0.1:9' });
  const tookMs = wallClock() - startedAt;
  await stop();
  return tookMs;
}

/** Until the first event, which is the snapshot, has come whole. */
async function connect({ url, token }: Served): Promise<Connected> {
  const cut = new AbortController();
  const startedAt = wallClock();
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${url}/api/events`, { headers, signal: cut.signal });
  if (!body) throw new Error('the gateway sent no stream');
  const reader = body.getReader();
  let bytes = 0;
  for (let last = ''; !last.endsWith('\n\n');) {
    const { value } = await reader.read();
    if (!value) throw new Error('the stream ended in the snapshot');
    bytes += value.length;
    last = (last + Buffer.from(value.subarray(-2)).toString()).slice(-2);
  }
  const tookMs = wallClock() - startedAt;
  cut.abort();
  return { tookMs, kilobytes: bytes / 1000 };
}
