import { expect, test } from 'vitest';
import { callOf, hostileText } from '../../../../../tests/support/calls.ts';
import { writeCertificate } from '../../../../../tests/support/certificates.ts';
import { loopback } from '../../../../../tests/support/loopback.ts';
import { senderStage } from '../../../../../tests/support/senderStage.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { webhookReceiver } from '../../../../../tests/support/webhookReceiver.ts';
import { WebhookBody } from './webhook.ts';

const { signal } = new AbortController();
const secret = 'the secret of a webhook';

test('a receiver that checks the signature takes the call, with every field in it', async () => {
  await using receiver = await webhookReceiver(secret);
  using house = senderStage();
  const sent = await house.senders.webhook.send({ type: 'webhook', url: receiver.url, secret }, callOf(), signal);
  expect(sent).toEqual({ ok: true, detail: 'The receiver took it (204).' });
  expect(receiver.calls).toEqual([
    {
      id: 'ask:0f1d6a52-9a4c-4c6e-8f55-2b7d7a1c9e10',
      occasion: 'ask',
      at: 1_700_000_000_000,
      isReminder: false,
      title: 'Run npm test',
      body: 'in shop, low risk',
      url: 'https://beckon.example/sessions/s1',
      sessionId: 's1',
      ask: { id: '0f1d6a52-9a4c-4c6e-8f55-2b7d7a1c9e10', risk: 'low' },
      actions: [
        { label: 'Approve', url: 'https://beckon.example/api/actions', proof: 'proof-of-approve' },
        { label: 'Deny', url: 'https://beckon.example/api/actions', proof: 'proof-of-deny' },
      ],
      waiting: 1,
    },
  ]);
});

test('what is not known is null, so that every field is always there', async () => {
  await using receiver = await webhookReceiver();
  using house = senderStage();
  const call = callOf({ url: undefined, sessionId: undefined, ask: undefined, actions: [], body: '' });
  await house.senders.webhook.send({ type: 'webhook', url: receiver.url }, call, signal);
  expect(receiver.calls[0]).toMatchObject({ url: null, sessionId: null, ask: null, actions: [], body: '' });
  expect(Object.keys(receiver.calls[0] ?? {})).toEqual(Object.keys(WebhookBody.shape));
});

test('with another secret the receiver refuses it, and the channel says so', async () => {
  await using receiver = await webhookReceiver(secret);
  using house = senderStage();
  const sent = await house.senders.webhook.send(
    { type: 'webhook', url: receiver.url, secret: 'another' },
    callOf(),
    signal,
  );
  expect(sent).toEqual({ ok: false, detail: 'The server did not take it (401 Unauthorized).' });
  expect(receiver.calls).toEqual([]);
});

test('a second call goes over the encrypted connection of the first', async () => {
  using folder = tempFolder();
  const certificate = writeCertificate(folder, { hosts: ['127.0.0.1'] });
  await using receiver = await webhookReceiver(secret, certificate);
  using house = senderStage({ authorities: [certificate.authority] });
  for (const id of ['first', 'second']) {
    await house.senders.webhook.send({ type: 'webhook', url: receiver.url, secret }, callOf({ id }), signal);
  }
  expect(receiver.calls).toMatchObject([{ id: 'first' }, { id: 'second' }]);
  expect(receiver.connectionCount).toBe(1);
});

test('text of an agent arrives as text, and ten megabytes of it as what one can read', async () => {
  await using receiver = await webhookReceiver(secret);
  using house = senderStage();
  const call = callOf({ title: hostileText, body: '😀'.repeat(5_000_000) });
  await house.senders.webhook.send({ type: 'webhook', url: receiver.url, secret }, call, signal);
  const { title, body } = WebhookBody.parse(receiver.calls[0]);
  expect(title).toContain('␛[2K␀⟨U+202E⟩\nX-Injected: 1');
  expect(body.length).toBeLessThanOrEqual(20_000);
  expect(body).toMatch(/^(?:😀)+…$/u);
});

test.each([404, 410, 413, 400])('%i is said, and not tried again', async (status) => {
  await using server = await loopback((response) => response.writeHead(status).end(secret));
  using house = senderStage();
  const sent = await house.senders.webhook.send({ type: 'webhook', url: server.url, secret }, callOf(), signal);
  expect(sent).toEqual({ ok: false, detail: expect.stringContaining(`(${status} `) as string });
});

test.each([408, 429, 500, 503])('%i may pass, after as long as the receiver says', async (status) => {
  await using server = await loopback((response) => response.writeHead(status, { 'retry-after': '7' }).end());
  using house = senderStage();
  const sent = await house.senders.webhook.send({ type: 'webhook', url: server.url }, callOf(), signal);
  expect(sent).toMatchObject({ ok: false, mayPass: true, retryAfterMs: 7000 });
});

test('a redirect is said as such, and nothing of the call goes on', async () => {
  await using inside = await loopback((response) => response.end());
  await using server = await loopback((response) =>
    response.writeHead(302, { location: `${inside.url}/${secret}` }).end(),
  );
  using house = senderStage();
  const sent = await house.senders.webhook.send({ type: 'webhook', url: server.url, secret }, callOf(), signal);
  expect(sent.detail).toContain('redirects are not followed');
  expect(JSON.stringify(sent)).not.toContain(secret);
  expect(inside.requests).toEqual([]);
});

test('a receiver that never answers is left when the time is up', async () => {
  using house = senderStage();
  await using server = await loopback(() => house.clock.advance(10_000));
  const sent = await house.senders.webhook.send({ type: 'webhook', url: server.url }, callOf(), signal);
  expect(sent).toMatchObject({ ok: false, mayPass: true, detail: expect.stringContaining('did not answer') as string });
});
