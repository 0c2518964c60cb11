// What guides/channels.md tells receivers: its program is run as it stands there, and gets what the real sender sends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Occasion } from '@beckon/protocol';
import { WebhookBody } from '../../packages/gateway/src/notify/senders/webhook.ts';
import { callOf } from '../support/calls.ts';
import { apply, guideBlocks } from '../support/guideCode.ts';
import { senderStage } from '../support/senderStage.ts';
import { tempFolder } from '../support/tempFolder.ts';

const guide = readFileSync(fileURLToPath(new URL('../../guides/channels.md', import.meta.url)), 'utf8');
const { signal } = new AbortController();

test('the receiver in the guide takes what is signed with its secret, and nothing else', async () => {
  using folder = tempFolder();
  for (const block of guideBlocks(guide)) apply(block, folder.path);
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: 'of the guide', PORT: '0' };
  const receiver = spawn(process.execPath, [folder.at('receiver.mjs')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  using _ = { [Symbol.dispose]: () => void receiver.kill() };
  const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const url = `http://127.0.0.1:${(await nextLine()).replace('port ', '')}/`;
  using house = senderStage();
  const send = (secret: string, title: string) =>
    house.senders.webhook.send({ type: 'webhook', url, secret }, callOf({ title }), signal);
  expect(await send('of someone else', 'forged')).toMatchObject({ ok: false });
  expect(await send('of the guide', 'Run npm test')).toMatchObject({ ok: true });
  expect(await nextLine()).toBe('Run npm test');
  receiver.kill();
  await once(receiver, 'exit');
});

test('the guide’s table names every field of the body, and every occasion', () => {
  const [, table = ''] = guide.split('Every field is always there.');
  const named = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  );
  expect(named.toSorted()).toEqual(Object.keys(WebhookBody.shape).toSorted());
  for (const occasion of Occasion.options) expect(table).toContain(`\`${occasion}\``);
});
