// How long an ask takes from the driver to a browser's push service, encrypted and signed, against its way to a client over HTTP
// plus one HTTPS round trip to the same service.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import { openGateway } from '../packages/gateway/src/gateway.ts';
import type { Pushed, PushService } from '../tests/support/pushService.ts';
import { pushService } from '../tests/support/pushService.ts';
import { serveOnLoopback, token } from '../tests/support/serveOnLoopback.ts';
import { FlowingClock } from '../tests/support/flowingClock.ts';
import { openRoad } from './ask.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const rounds = 200;
const warmUp = 30;
/** What comes closely after a call comes as one with what else does: each ask is to be a call of its own. */
const apartMs = 60_000;

export async function benchPush(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using service = await pushService();
  const { driver, hosts } = idleDriver();
  const clock = new FlowingClock();
  await using gateway = await openGateway({
    drivers: [driver],
    about: { version: '0', defaultCwd: folder.path },
    databasePath: join(folder.path, 'beckon.db'),
    outbound: { pushOrigins: [service.origin], authorities: [service.authority] },
    clock,
  });
  await using server = await serveOnLoopback(gateway, { webRoot: folder.path });
  const { device } = gateway.parts.devices.add({ name: 'Phone', origin: server.url });
  const { publicKey } = gateway.parts.push.stateFor(device);
  await gateway.parts.push.subscribe(service.subscribe(publicKey), device);
  const transport = new HttpTransport({ baseUrl: server.url, token });
  using road = await openRoad({ transport, hosts, cwd: folder.path });
  using bare = roundTrips(service);

  const samples = { push: [] as number[], event: [] as number[], roundTrip: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const roundTrip = await bare.sample();
    const taken = service.pushed.length;
    const start = performance.now();
    let at = Number.NaN;
    const { raise } = await road.round(round, async () => {
      ({ at } = await nextPush(service, taken, ({ message }) => message.type === 'call'));
    });
    await nextPush(service, taken, ({ message }) => message.type === 'over');
    // By then the gateway has the replies to its own; else it would take the time that passes for theirs.
    await bare.sample();
    clock.pass(apartMs);
    if (round < warmUp) continue;
    samples.push.push(at - start);
    samples.event.push(raise);
    samples.roundTrip.push(roundTrip);
  }
  const [push, event, roundTrip] = [median(samples.push), median(samples.event), median(samples.roundTrip)];
  return [
    {
      what: 'ask raised → push at its service, against ask → event and an HTTPS round trip',
      ratio: push / (event + roundTrip),
      limit: 1.5,
      detail: `${push.toFixed(2)} ms against ${event.toFixed(2)} + ${roundTrip.toFixed(2)} ms, medians of ${rounds}`,
    },
  ];
}

function nextPush(service: PushService, after: number, fits: (push: Pushed) => boolean): Promise<Pushed> {
  return service.next((push) => service.pushed.indexOf(push) >= after && fits(push));
}

/** To the same service over a connection that stays open, as the gateway's does: a body of the size of a push, and a reply. */
function roundTrips({ origin, authority }: PushService) {
  const agent = new Agent({ keepAlive: true, ca: authority });
  const body = Buffer.alloc(1500, 1);
  return {
    sample: () =>
      timed(async () => {
        const sent = request(`${origin}/nobody`, { method: 'POST', agent });
        sent.end(body);
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        await once(reply.resume(), 'end');
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
