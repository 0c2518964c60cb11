// `beckon pair`: shows a QR code and a link that let a phone in, and stays until it has used it.
import { setTimeout as after } from 'node:timers/promises';
import type { GatewayAddress, HttpTransport, LoginCode, LoginCodeState } from '@beckon/protocol';
import { addressesForPhone, BeckonError } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { jsonLine, print, textLine } from './lines.ts';
import { typed } from './typed.ts';

export interface PairOptions {
  stateDir: string;
  /** Where the phone is to reach the gateway, if not at the best of its addresses. */
  address?: string;
  /** What the phone is to be called, unless it says otherwise. */
  name?: string;
  json: boolean;
}

const lookEveryMs = 1_000;

export async function pair({ stateDir, address, name, json }: PairOptions): Promise<void> {
  const gateway = await requireGateway(stateDir);
  const wanted = address ?? bestAddress(await gateway.listAddresses());
  const code = await gateway.createLoginCode({ address: wanted, ...(name !== undefined && { name }) });
  process.once('SIGINT', () => void takeBack(gateway, code));
  if (json) print(jsonLine({ id: code.id, url: code.url, expiresAt: code.expiresAt }));
  else show(code);
  const end = await untilOver(gateway, code);
  if (json) print(jsonLine(end));
  else print(textLine(endWords(end)));
  process.exitCode = end.state === 'used' ? 0 : 1;
}

function bestAddress(addresses: readonly GatewayAddress[]): string {
  const [best] = addressesForPhone(addresses);
  if (best) return best.url;
  throw new BeckonError(
    'invalid_request',
    'No phone can reach this gateway: it listens on this machine alone. Start it with --host 0.0.0.0 for your network, or ' +
      `behind a proxy with --public-url. “${typed('doctor')}” says what is missing.`,
  );
}

function show({ url, qr, expiresAt }: LoginCode): void {
  if (process.stdout.isTTY) print(`\n${qrLines(qr).join('\n')}\n`);
  print(url);
  const minutes = Math.round((expiresAt - Date.now()) / 60_000);
  print(`Open it on the phone: it works once, within ${minutes} minutes. Ctrl-C takes it back.`);
}

/** A reader needs this many light squares around the code. */
const margin = 2;
const blackOnWhite = '\u001b[38;5;16;48;5;231m';
const asBefore = '\u001b[0m';

/** Two rows of squares a line. Black on white, whatever the terminal's own colours: some readers take no other. */
export function qrLines(qr: readonly string[]): string[] {
  const side = (qr[0]?.length ?? 0) + 2 * margin;
  const light = Array.from({ length: margin }, () => '0'.repeat(side));
  const rows = [...light, ...qr.map((row) => row.padStart(side - margin, '0').padEnd(side, '0')), ...light];
  const lines = Array.from({ length: Math.ceil(rows.length / 2) }, (_, index) => {
    const [upper = '', lower = '0'.repeat(side)] = rows.slice(index * 2, index * 2 + 2);
    return Array.from(upper, (square, column) => blocks[`${square}${lower[column] ?? '0'}`] ?? ' ').join('');
  });
  return lines.map((line) => `${blackOnWhite}${line}${asBefore}`);
}

const blocks: Record<string, string> = { '00': ' ', '01': '▄', '10': '▀', '11': '█' };

async function untilOver(gateway: HttpTransport, { id }: LoginCode): Promise<LoginCodeState> {
  for (;;) {
    const now = await gateway.getLoginCode(id);
    if (now.state !== 'open') return now;
    await after(lookEveryMs);
  }
}

async function takeBack(gateway: HttpTransport, { id }: LoginCode): Promise<void> {
  await gateway.cancelLoginCode(id).catch(() => undefined);
}

function endWords({ state, device }: LoginCodeState): string {
  if (state === 'used') return `Paired: “${device?.name ?? 'a device'}”.`;
  if (state === 'cancelled') return 'Taken back: the link lets nobody in any more.';
  return `Nobody used the link in time. For a new one: ${typed('pair')}`;
}
