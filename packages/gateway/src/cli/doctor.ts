// `beckon doctor`: looks at Beckon from outside and, through the gateway that runs, from inside, and says what is missing.
import type { HttpTransport } from '@beckon/protocol';
import { runningGateway, whyNone } from '../stateDirectory.ts';
import { absenceText, gatewayOn } from './connect.ts';
import { checkAddress, checkPhones } from './doctor/addressChecks.ts';
import type { Check, Level } from './doctor/check.ts';
import { makeCheck } from './doctor/check.ts';
import { checkPrograms, checkStateDirectory } from './doctor/machineChecks.ts';
import { probe } from './doctor/probe.ts';
import { jsonLine, print, textLine } from './lines.ts';
import { version } from './version.ts';

export async function doctor({ stateDir, json }: { stateDir: string; json: boolean }): Promise<void> {
  const checks = [
    checkStateDirectory(stateDir),
    ...(await checkPrograms(process.env)),
    ...(await checkGateway(stateDir)),
  ];
  const ok = checks.every(({ level }) => level !== 'problem');
  if (json) print(jsonLine({ ok, checks }));
  else for (const { level, text } of checks) print(textLine(`${marks[level]}  ${text}`));
  process.exitCode = ok ? 0 : 1;
}

const marks: Record<Level, string> = { ok: '✓', note: '–', problem: '✗' };

async function checkGateway(stateDir: string): Promise<Check[]> {
  const running = await runningGateway(stateDir);
  const gateway = running && (await gatewayOn(stateDir));
  if (!gateway) {
    return [makeCheck('gateway', 'problem', absenceText(stateDir, await whyNone(stateDir)))];
  }
  try {
    return [await checkVersion(gateway, running.url), ...(await checkAddresses(gateway, running.url))];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [makeCheck('gateway', 'problem', `The gateway at ${running.url} does not answer as it should: ${why}`)];
  }
}

async function checkVersion(gateway: HttpTransport, url: string): Promise<Check> {
  const about = await gateway.about();
  return about.version === version
    ? makeCheck('gateway', 'ok', `Beckon ${version} runs at ${url}.`)
    : makeCheck('gateway', 'note', `The gateway at ${url} is Beckon ${about.version}, this is ${version}: restart it.`);
}

/** The gateway says where it is reached; whether that is so is tried from here. */
async function checkAddresses(gateway: HttpTransport, url: string): Promise<Check[]> {
  const addresses = await gateway.listAddresses();
  // The one that it has announced itself is its own for certain.
  const own = await probe(url);
  const instance = own.answers ? own.instance : undefined;
  const probed = await Promise.all(addresses.map(async (address) => ({ address, probe: await probe(address.url) })));
  return [...probed.map((each) => checkAddress(each, instance, Date.now())), checkPhones(addresses)];
}
