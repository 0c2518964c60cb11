// `beckon devices`: who is signed in, and signing one out.
import type { SignedInDevice } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { print, textLine } from './lines.ts';
import { localTime } from './localTime.ts';
import { onlyOne } from './onlyOne.ts';
import { typed } from './typed.ts';

export async function listDevices({ stateDir, json }: { stateDir: string; json: boolean }): Promise<void> {
  const devices = await (await requireGateway(stateDir)).listDevices();
  if (json) process.stdout.write(`${JSON.stringify({ devices }, undefined, 2)}\n`);
  else process.stdout.write(devices.length === 0 ? noneWords() : table(devices));
}

/** `wanted` is the beginning of a device's id. */
export async function removeDevice(stateDir: string, wanted: string): Promise<void> {
  const gateway = await requireGateway(stateDir);
  const only = onlyOne(await gateway.listDevices(), wanted, { what: 'device', code: 'device_not_found' });
  await gateway.removeDevice(only.id);
  print(textLine(`Removed “${only.name}”. It is signed out.`));
}

const noneWords = () => `No device is signed in. “${typed('link')}” prints a link that signs one in.\n`;

function table(devices: SignedInDevice[]): string {
  const rows = [
    ['ID', 'NAME', 'LAST SEEN', 'FROM', 'SIGNED IN'],
    ...devices.map(({ id, name, lastSeenAt, isHere = false, address = '', program = '', createdAt }) => [
      id.slice(0, 8),
      name,
      isHere ? 'here now' : localTime(lastSeenAt),
      [address, program === name ? '' : program].filter((text) => text !== '').join(', '),
      localTime(createdAt),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return `${rows.map((row) => textLine(line(row).trimEnd())).join('\n')}\n`;
}
