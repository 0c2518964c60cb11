// What it costs to connect where many sessions are known, against where few are: the bytes of the snapshot, and the time
// until it has come whole.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { earlierSessions, keepSessions } from '../tests/support/earlierSessions.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder } from './measure.ts';

const few = 50;
const many = 5_000;
const rounds = 200;
const warmUp = 20;

export async function benchConnect(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using small = await serveKnowing(join(folder.path, 'few'), few);
  await using large = await serveKnowing(join(folder.path, 'many'), many);
  const times = { small: [] as number[], large: [] as number[] };
  const bytes = { small: 0, large: 0 };
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, served] of Object.entries({ small, large }) as ['small' | 'large', Served][]) {
      const start = performance.now();
      bytes[name] = await connect(served);
      if (round >= warmUp) times[name].push(performance.now() - start);
    }
  }
  const what = `with ${many} sessions known, against ${few}`;
  return [
    {
      what: `bytes to connect ${what}`,
      ratio: bytes.large / bytes.small,
      limit: 1.3,
      detail: `${bytes.large} against ${bytes.small}`,
    },
    {
      what: `time to connect ${what}`,
      ratio: median(times.large) / median(times.small),
      limit: 1.3,
      detail: `${median(times.large).toFixed(2)} ms against ${median(times.small).toFixed(2)} ms, medians of ${rounds}`,
    },
  ];
}

type Served = Awaited<ReturnType<typeof serveGateway>>;

async function serveKnowing(stateDir: string, count: number): Promise<Served> {
  mkdirSync(stateDir, { recursive: true });
  const now = Date.now();
  const sessions = earlierSessions(count, (number) => ({ lastActivityAt: now - (count - number) }));
  await keepSessions(join(stateDir, 'beckon.db'), sessions);
  return serveGateway(stateDir, idleDriver().driver);
}

/** How many bytes the first event has. */
async function connect({ url, token }: Served): Promise<number> {
  const done = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/events`, { headers, signal: done.signal });
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (chunk.at(-1) === newline && chunk.at(-2) === newline) break;
  }
  done.abort();
  return bytes;
}

const newline = 10;
