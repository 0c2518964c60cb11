// What it costs to check a device's credentials: the road of an ask to a client over HTTP, and of its answer back, with both
// halves of a credential checked for each request, against the same road where nobody is asked who they are, round by round.
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import type { AccessOptions } from '../packages/gateway/src/access/access.ts';
import { Access } from '../packages/gateway/src/access/access.ts';
import { addDevice } from '../tests/support/signedIn.ts';
import { openRoad } from './ask.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder } from './measure.ts';

const rounds = 400;
const warmUp = 60;
/** A person with more devices than most. */
const otherDevices = 20;

export async function benchCredentials(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const checkedDriver = idleDriver();
  await using checked = await serveGateway(join(folder.path, 'checked'), checkedDriver.driver);
  const openDriver = idleDriver();
  await using open = await serveGateway(join(folder.path, 'open'), openDriver.driver, letInAll);

  for (let count = 0; count < otherDevices; count++) addDevice(checked.devices, `Device ${count}`, checked.url);
  const { headers } = addDevice(checked.devices, 'A device', checked.url);
  using withCheck = await openRoad({ ...signedIn(checked.url, { ...headers }), ...checkedDriver, cwd: folder.path });
  using unchecked = await openRoad({ ...signedIn(open.url, { ...headers }), ...openDriver, cwd: folder.path });

  const samples = { raise: [] as [number, number][], answer: [] as [number, number][] };
  for (let round = 0; round < warmUp + rounds; round++) {
    // In turn who comes first, since the second finds the machine warm.
    const isFirst = round % 2 === 0;
    const early = isFirst ? await withCheck.round(round) : undefined;
    const bare = await unchecked.round(round);
    const full = early ?? (await withCheck.round(round));
    if (round < warmUp) continue;
    samples.raise.push([full.raise, bare.raise]);
    samples.answer.push([full.answer, bare.answer]);
  }
  const against = (what: string, pairs: [number, number][]): Ratio => {
    const [ours, bare] = [median(pairs.map(([full]) => full)), median(pairs.map(([, without]) => without))];
    const detail = `${ours.toFixed(3)} ms against ${bare.toFixed(3)} ms with no check, medians of ${rounds}`;
    return { what, ratio: ours / bare, limit: 1.05, detail };
  };
  return [
    against('ask raised → event at a device whose credentials are checked', samples.raise),
    against('answer posted with credentials that are checked → agent goes on', samples.answer),
  ];
}

/** A transport that sends what a browser sends. */
function signedIn(url: string, headers: Record<string, string>) {
  const send: typeof fetch = (target, init) =>
    fetch(target, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers, origin: url } });
  return { transport: new HttpTransport({ baseUrl: url, fetch: send }) };
}

/** Takes everyone for the same device, and looks at nothing. */
function letInAll(options: AccessOptions): Access {
  const caller = { device: { id: 'anyone', name: 'Anyone' }, origin: undefined };
  return Object.assign(new Access(options), { identify: () => caller });
}
