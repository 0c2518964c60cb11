// What a client has to wait for and to read before it knows all: connecting to a gateway that knows 5,000 sessions, against
// one that knows 50, in turn.
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder, wallClock } from './measure.ts';

const rounds = 60;
const warmUp = 10;

export async function benchConnect(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using few = await knowing(50, join(folder.path, 'few'));
  await using many = await knowing(5000, join(folder.path, 'many'));
  const samples = { few: [] as Connected[], many: [] as Connected[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const connected = { few: await connect(few), many: await connect(many) };
    if (round < warmUp) continue;
    samples.few.push(connected.few);
    samples.many.push(connected.many);
  }
  const against = (what: string, of: keyof Connected, unit: string): Ratio => {
    const [value, base] = [median(samples.many.map((each) => each[of])), median(samples.few.map((each) => each[of]))];
    const detail = `${value.toFixed(1)} ${unit} against ${base.toFixed(1)} ${unit} with 50, medians of ${rounds}`;
    return { what, ratio: value / base, limit: 1.3, detail };
  };
  return [
    against('time to connect with 5,000 sessions known', 'tookMs', 'ms'),
    against('what is read to connect with 5,000 sessions known', 'kilobytes', 'kB'),
  ];
}

interface Served {
  url: string;
  token: string;
}

interface Connected {
  tookMs: number;
  kilobytes: number;
}

/** A gateway that finds so many sessions of an earlier one; nothing runs in any of them. */
async function knowing(count: number, stateDir: string) {
  {
    await using earlier = await serveGateway(stateDir, idleDriver().driver);
    const transport = new HttpTransport({ baseUrl: earlier.url, token: earlier.token });
    for (let index = 0; index < count; index++) {
      await transport.createSession({ cwd: stateDir, prompt: `Mend the test number ${index} of the parser` });
    }
  }
  return serveGateway(stateDir, idleDriver().driver);
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
