// What calling a person costs the road: a gateway with five channels, one of which hangs, against one with none, round by round.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HttpTransport } from '@beckon/protocol';
import { openRoad } from './ask.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder } from './measure.ts';

const rounds = 600;
const warmUp = 50;

export async function benchCalls(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using receiver = await openReceiver();
  await using silent = await openSide(join(folder.path, 'silent'));
  await using calling = await openSide(join(folder.path, 'calling'));
  for (const path of ['1', '2', '3', '4', 'hangs']) {
    await calling.transport.createChannel({ type: 'webhook', url: `${receiver.url}/${path}`, secret: 'bench' });
  }
  const samples = { silent: newSamples(), calling: newSamples() };
  for (let round = 0; round < warmUp + rounds; round++) {
    const sides = { silent, calling };
    // Neither is always the one that comes second.
    const order = round % 2 === 0 ? (['silent', 'calling'] as const) : (['calling', 'silent'] as const);
    for (const side of order) {
      const { raise, answer } = await sides[side].road.round(round);
      if (round < warmUp) continue;
      samples[side].raise.push(raise);
      samples[side].answer.push(answer);
    }
  }
  const channels = await calling.transport.listChannels();
  const taken = channels.filter(({ last }) => last?.ok).length;
  const compared = (what: string, name: 'raise' | 'answer'): Ratio => {
    const [without, withFive] = [median(samples.silent[name]), median(samples.calling[name])];
    return {
      what: `${what}, with five channels of which one hangs`,
      ratio: withFive / without,
      limit: 1.05,
      detail: `${withFive.toFixed(2)} ms against ${without.toFixed(2)} ms, medians of ${rounds}; ${taken} channels were called through`,
    };
  };
  return [
    compared('ask raised → event at an HTTP client', 'raise'),
    compared('answer posted → agent goes on', 'answer'),
  ];
}

const newSamples = () => ({ raise: [] as number[], answer: [] as number[] });

/** A gateway of its own, with an agent that asks. */
async function openSide(stateDir: string) {
  const { driver, hosts } = idleDriver();
  const served = await serveGateway(stateDir, driver);
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  const road = await openRoad({ transport, hosts, cwd: stateDir });
  return {
    transport,
    road,
    async [Symbol.asyncDispose]() {
      road[Symbol.dispose]();
      await served[Symbol.asyncDispose]();
    },
  };
}

/** In a process of its own, as services are. */
async function openReceiver() {
  const child = fork(fileURLToPath(new URL('bareReceiver.mjs', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
