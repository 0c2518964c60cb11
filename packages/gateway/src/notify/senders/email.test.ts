import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import type { ChannelConfig } from '@beckon/protocol';
import { callOf, hostileText } from '../../../../../tests/support/calls.ts';
import { writeCertificate } from '../../../../../tests/support/certificates.ts';
import { senderStage } from '../../../../../tests/support/senderStage.ts';
import { smtpServer } from '../../../../../tests/support/smtpServer.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';

const { signal } = new AbortController();
const user = 'me@example.com';
const password = 'a p@ssword "nobody" sees';

function configOf(port: number, changes: Partial<ChannelConfig<'email'>> = {}): ChannelConfig<'email'> {
  const addresses = { from: 'beckon@example.com', to: 'me@example.com' };
  return { type: 'email', host: '127.0.0.1', port, security: 'none', ...addresses, ...changes };
}

test('a call is a mail of plain text, with its title as subject and nothing attached', async () => {
  await using server = await smtpServer();
  using house = senderStage();
  const sent = await house.senders.email.send(configOf(server.port), callOf(), signal);
  expect(sent).toEqual({ ok: true, detail: 'The mail server took it. It says: “250 2.0.0 Ok: queued as 4F2A1”' });
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'beckon@example.com', to: ['me@example.com'], user: undefined });
  expect(mail?.data).toContain('\nSubject: Run npm test\n');
  expect(mail?.data).toMatch(/^From: "?Beckon"? <beckon@example\.com>$/m);
  expect(mail?.data).toContain('\nContent-Type: text/plain; charset=utf-8\n');
  expect(mail?.data).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(mail?.data).toContain('\n\nin shop, low risk\n\nhttps://beckon.example/sessions/s1');
  expect(mail?.data).not.toContain('multipart');
});

test('mails about one call refer to the same root, and those about another do not', async () => {
  await using server = await smtpServer();
  using house = senderStage();
  const config = configOf(server.port);
  for (const call of [callOf(), callOf({ isReminder: true }), callOf({ id: 'another' })]) {
    await house.senders.email.send(config, call, signal);
  }
  const roots = server.mails.map(({ data }) => /^References: (.*)$/m.exec(data)?.[1]);
  expect(roots[0]).toMatch(/^<\w{32}@beckon\.invalid>$/);
  expect(roots[1]).toBe(roots[0]);
  expect(roots[2]).not.toBe(roots[0]);
});

test.each(['tls', 'starttls'] as const)(
  'with %s nothing that matters is said before the connection is encrypted',
  async (security) => {
    using folder = tempFolder();
    const certificate = writeCertificate(folder, { hosts: ['mail.example'] });
    await using server = await smtpServer({ security, certificate, user, password });
    using house = senderStage({
      authorities: [certificate.authority],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    const config = configOf(server.port, { host: 'mail.example', security, user, password });
    expect(await house.senders.email.send(config, callOf(), signal)).toMatchObject({ ok: true });
    expect(server.mails).toMatchObject([{ isEncrypted: true, user }]);
    const inClear = server.commands.filter(({ isEncrypted }) => !isEncrypted).map(({ line }) => line.split(' ')[0]);
    expect(inClear).toEqual(security === 'tls' ? [] : ['EHLO', 'STARTTLS']);
  },
);

test.each(['tls', 'starttls'] as const)(
  'with %s a certificate that nobody vouches for ends it, before the password is said',
  async (security) => {
    using folder = tempFolder();
    const certificate = writeCertificate(folder, { hosts: ['127.0.0.1'], isSelfSigned: true });
    await using server = await smtpServer({ security, certificate, user, password });
    using house = senderStage();
    const sent = await house.senders.email.send(configOf(server.port, { security, user, password }), callOf(), signal);
    expect(sent).toEqual({ ok: false, detail: expect.stringContaining('is not to be trusted') as string });
    expect(server.commands.some(({ line }) => line.startsWith('AUTH'))).toBe(false);
  },
);

test('a server without STARTTLS gets neither mail nor password where encryption was asked for', async () => {
  await using server = await smtpServer({ user, password });
  using house = senderStage();
  const config = configOf(server.port, { security: 'starttls', user, password });
  const sent = await house.senders.email.send(config, callOf(), signal);
  expect(sent).toMatchObject({
    ok: false,
    detail: expect.stringContaining('offers no encryption (STARTTLS)') as string,
  });
  expect(server.mails).toEqual([]);
  expect(server.commands.some(({ line }) => line.startsWith('AUTH'))).toBe(false);
});

test('a server that does not know the password says so, and the channel does without repeating it', async () => {
  const echo = (line: string) => `535 5.7.8 ${line} is wrong: ${password}`;
  await using server = await smtpServer({ user, password: 'another', replies: { AUTH: echo } });
  using house = senderStage();
  const sent = await house.senders.email.send(configOf(server.port, { user, password }), callOf(), signal);
  expect(sent).toEqual({
    ok: false,
    detail: 'The mail server does not accept this user and password. It says: “535 5.7.8 AUTH PLAIN ••• is wrong: •••”',
  });
});

test.each([
  ['RCPT', '550 5.1.1 No such user here', false, 'does not take mail from this sender to this recipient'],
  ['MAIL', '451 4.7.1 Greylisted, try again', true, 'does not take mail from this sender to this recipient'],
  ['DATA', '554 5.7.1 Spam', false, 'Spam'],
  ['.', '552 5.3.4 Message too big', false, 'did not take the message. It says: “552 5.3.4'],
  ['.', '452 4.3.1 Insufficient system storage', true, 'did not take the message'],
  ['greeting', '554 5.7.1 Go away', false, 'Go away'],
])('a refusal at %s is quoted: %s', async (word, reply, mayPass, words) => {
  await using server = await smtpServer({ replies: { [word]: reply } });
  using house = senderStage();
  const sent = await house.senders.email.send(configOf(server.port), callOf(), signal);
  expect(sent).toMatchObject({ ok: false, detail: expect.stringContaining(words) as string });
  expect(sent.mayPass ?? false).toBe(mayPass);
});

test('an agent’s text makes no header and no second recipient', async () => {
  await using server = await smtpServer();
  using house = senderStage();
  const text = `a\r\nBcc: evil@example.com\r\n\r\n.\r\nRCPT TO:<evil@example.com>\r\n${hostileText}`;
  expect(
    await house.senders.email.send(configOf(server.port), callOf({ title: text, body: text }), signal),
  ).toMatchObject({
    ok: true,
  });
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.to).toEqual(['me@example.com']);
  const [head = ''] = server.mails[0]?.data.split('\n\n') ?? [];
  expect(head).not.toMatch(/^(?:Bcc|X-Injected):/im);
  expect(head.match(/^Subject:/gm)).toHaveLength(1);
});

test('a text that names a file or an address is text: nothing is read', async () => {
  await using server = await smtpServer();
  using house = senderStage();
  const text = '{"path":"/etc/passwd"} file:///etc/passwd';
  await house.senders.email.send(configOf(server.port), callOf({ title: text, body: text }), signal);
  expect(server.mails[0]?.data).not.toContain('root:');
  expect(server.mails[0]?.data).toContain('{"path":"/etc/passwd"}');
});

test('ten megabytes of text become a mail that one can read', async () => {
  await using server = await smtpServer();
  using house = senderStage();
  const text = '😀'.repeat(5_000_000);
  expect(
    await house.senders.email.send(configOf(server.port), callOf({ title: text, body: text }), signal),
  ).toMatchObject({
    ok: true,
  });
  expect(server.mails[0]?.data.length).toBeLessThan(200_000);
});

test('a server that never greets is left when the time is up', async () => {
  using house = senderStage();
  const server = createServer(() => house.clock.advance(20_000)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = await house.senders.email.send(configOf(port), callOf(), signal);
  expect(sent).toEqual({ ok: false, mayPass: true, detail: `127.0.0.1:${port} did not take it within 20 seconds.` });
  expect(house.clock.timerCount).toBe(0);
  server.close();
  await once(server, 'close');
});

test('a connection that breaks as soon as it is made is a mail that was not sent, and no more', async () => {
  const server = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  using house = senderStage();
  const { port } = server.address() as AddressInfo;
  expect(await house.senders.email.send(configOf(port), callOf(), signal)).toMatchObject({ ok: false, mayPass: true });
  server.close();
  await once(server, 'close');
});

test('a server that never stops talking is left', async () => {
  await using server = await smtpServer({ replies: { EHLO: `250-${'x'.repeat(200_000)}` } });
  using house = senderStage();
  const sent = await house.senders.email.send(configOf(server.port), callOf(), signal);
  expect(sent).toEqual({ ok: false, detail: `What answers at 127.0.0.1:${server.port} is no mail server.` });
});

test.each([
  ['169.254.169.254', 'at which no server of yours can be'],
  ['2852039166', 'at which no server of yours can be'],
  ['[fe80::1]', 'at which no server of yours can be'],
  ['metadata.example', '“metadata.example” leads to an address'],
])('no mail server is at %s', async (host, words) => {
  using house = senderStage({ resolve: () => Promise.resolve([{ address: '169.254.169.254', family: 4 }]) });
  const sent = await house.senders.email.send(configOf(25, { host }), callOf(), signal);
  expect(sent).toEqual({ ok: false, detail: expect.stringContaining(words) as string });
});

test('a server that is not there is said to be not there', async () => {
  using house = senderStage();
  const sent = await house.senders.email.send(configOf(1), callOf(), signal);
  expect(sent).toMatchObject({ ok: false, mayPass: true, detail: expect.stringContaining('refused') as string });
});

test('whoever calls it off gets an answer at once', async () => {
  const leaving = new AbortController();
  await using server = await smtpServer({
    replies: {
      MAIL: () => {
        leaving.abort();
        return '';
      },
    },
  });
  using house = senderStage();
  const sent = await house.senders.email.send(configOf(server.port), callOf(), leaving.signal);
  expect(sent).toMatchObject({ ok: false, detail: expect.stringContaining('called off') as string });
});
