// What asks that wait without an agent cost: how long a start takes that finds a hundred, what a thousand weigh, and whether
// they are listed as fast as asks whose agents run.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HttpTransport } from '@beckon/protocol';
import type { AgentAsk } from '../packages/gateway/src/drivers/driver.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder, timed } from './measure.ts';

const starts = 9;
const calls = 100;

export async function benchParked(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  mkdirSync(at('none'));
  {
    await using _ = await leaveWaiting(at('live-100'), at('hundred'), 100);
  }
  await using waiting = await leaveWaiting(at('live-1000'), at('thousand'), 1000);

  const times = { none: [] as number[], hundred: [] as number[] };
  for (let round = 0; round < starts * 2; round++) {
    const name = round % 2 === 0 ? 'none' : 'hundred';
    await using gateway = await startOn(at(name), at(`run-${round}`));
    times[name].push(gateway.readyMs);
  }
  const memory = {
    none: await memoryOf(at('none'), at('weigh-none')),
    thousand: await memoryOf(at('thousand'), at('weigh')),
  };
  await using parked = await serveGateway(at('thousand'), idleDriver().driver);
  const lists = await timeLists({ waiting, parked });

  const against = (what: string, [value, base]: [number, number], limit: number, unit: string): Ratio => ({
    what,
    ratio: value / base,
    limit,
    detail: `${value.toFixed(1)} ${unit} against ${base.toFixed(1)} ${unit}`,
  });
  return [
    against(
      'kill -9 with 100 asks open, start → all at a client, against a start with none',
      [median(times.hundred), median(times.none)],
      2,
      'ms',
    ),
    against(
      'memory of a gateway with 1,000 parked sessions, against one with none',
      [memory.thousand, memory.none],
      1.2,
      'MB',
    ),
    against(
      'list of 1,000 sessions that are parked, against 1,000 whose agents wait',
      [lists.parked.sessions, lists.waiting.sessions],
      1.2,
      'ms',
    ),
    against(
      'inbox of 1,000 parked asks, against 1,000 whose agents wait',
      [lists.parked.asks, lists.waiting.asks],
      1.2,
      'ms',
    ),
  ];
}

/** So many sessions, each with an agent that waits, and beside it the state directory as kill -9 would leave it. */
async function leaveWaiting(live: string, left: string, count: number) {
  const { driver, hosts } = idleDriver();
  const served = await serveGateway(live, driver);
  const transport = transportTo(served);
  for (let index = 0; index < count; index++) await transport.createSession({ cwd: live });
  for (const [index, host] of hosts.entries()) {
    void host.ask(askToBuild(index), new AbortController().signal);
  }
  cpSync(live, left, { recursive: true });
  return served;
}

/** What the real agent asks before it runs `npm run build && npm test`, word for word but for the number. */
function askToBuild(number: number): AgentAsk {
  const rules = ['npm run *', 'npm test *'].map((ruleContent) => ({ toolName: 'Bash', ruleContent }));
  return {
    kind: 'approval',
    toolCallId: `toolu_demo_${String(number).padStart(20, '0')}`,
    toolName: 'Bash',
    input: { command: 'npm run build && npm test', description: 'Build and test' },
    suggestions: [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }],
    defaultToNo: false,
  };
}

/** How long the list and the inbox take on each of two gateways, in turn, so that both have the same machine. */
async function timeLists<Name extends string>(served: Record<Name, { url: string; token: string }>) {
  const names = Object.keys(served) as Name[];
  const samples = names.map((name) => {
    return { served: served[name], sessions: [] as number[], asks: [] as number[] };
  });
  for (let call = 0; call < calls; call++) {
    for (const sample of samples) {
      sample.sessions.push(await timed(() => get(sample.served, '/api/sessions')));
      sample.asks.push(await timed(() => get(sample.served, '/api/asks')));
    }
  }
  const medians = samples.map(({ sessions, asks }, index) => [
    names[index],
    { sessions: median(sessions), asks: median(asks) },
  ]);
  return Object.fromEntries(medians) as Record<Name, { sessions: number; asks: number }>;
}

async function get({ url, token }: { url: string; token: string }, path: string): Promise<void> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
}

const main = fileURLToPath(new URL('../packages/gateway/dist/cli/main.js', import.meta.url));

/** The real gateway as a process, on a copy of that state. It is ready when a client has been shown everything. */
async function startOn(state: string, copy: string) {
  if (state !== copy) cpSync(state, copy, { recursive: true });
  const started = performance.now();
  const child = spawn(process.execPath, [main, '--demo', '--no-open', '--port', '0', '--state-dir', copy], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: copy },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const token = readFileSync(join(copy, 'token'), 'utf8').trim();
  for await (const _ of transportTo({ url: new URL(line).origin, token }).events()) break;
  return {
    readyMs: performance.now() - started,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** In megabytes, once it has nothing more to do. */
async function memoryOf(state: string, copy: string): Promise<number> {
  {
    // What a crash leaves is put in order by the first start; what it costs from then on is what counts.
    await using _ = await startOn(state, copy);
    await sleep(3000);
  }
  await using gateway = await startOn(copy, copy);
  await sleep(3000);
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(gateway.pid)], { encoding: 'utf8' })) / 1024;
}

function transportTo({ url, token }: { url: string; token: string }): HttpTransport {
  return new HttpTransport({ baseUrl: url, token });
}
