import { expect, test } from 'vitest';
import { callOf, hostileText } from '../../../../../tests/support/calls.ts';
import { loopback, reply } from '../../../../../tests/support/loopback.ts';
import { ntfyServer } from '../../../../../tests/support/ntfyServer.ts';
import { senderStage } from '../../../../../tests/support/senderStage.ts';

const { signal } = new AbortController();
const token = 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2';
const topic = 'beckon-of-mine';

test('a call is shown with its words, its link and buttons that answer', async () => {
  await using server = await ntfyServer({ token });
  using house = senderStage();
  const sent = await house.senders.ntfy.send(
    { type: 'ntfy', server: `${server.url}/`, topic, token },
    callOf(),
    signal,
  );
  expect(sent).toEqual({ ok: true, detail: 'The ntfy server took it.' });
  expect(server.shown(topic)).toEqual([
    {
      topic,
      title: 'Run npm test',
      message: 'in shop, low risk',
      priority: 4,
      tags: ['raised_hand'],
      click: 'https://beckon.example/sessions/s1',
      sequence_id: expect.stringMatching(/^[\w-]{43}$/) as string,
      actions: [
        answer('Approve', 'proof-of-approve'),
        answer('Deny', 'proof-of-deny'),
        { action: 'view', label: 'Open', url: 'https://beckon.example/sessions/s1', clear: true },
      ],
    },
  ]);
});

function answer(label: string, proof: string) {
  return {
    action: 'http',
    label,
    url: 'https://beckon.example/api/actions',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ proof }),
    clear: true,
  };
}

test('a reminder takes the place of what it repeats, and the end of the ask takes both away', async () => {
  await using server = await ntfyServer();
  using house = senderStage();
  const config = { type: 'ntfy', server: server.url, topic } as const;
  await house.senders.ntfy.send(config, callOf(), signal);
  await house.senders.ntfy.send(config, callOf({ isReminder: true, title: 'Still waits' }), signal);
  await house.senders.ntfy.send(config, callOf({ id: 'another' }), signal);
  expect(server.shown(topic).map(({ title }) => title)).toEqual(['Still waits', 'Run npm test']);
  expect(await house.senders.ntfy.takeAway?.(config, callOf(), signal)).toMatchObject({ ok: true });
  expect(server.shown(topic)).toMatchObject([{ sequence_id: 'another' }]);
});

test('a server that knows no sequences shows the call, and says that it cannot take it away', async () => {
  await using server = await ntfyServer({ isOld: true });
  using house = senderStage();
  const config = { type: 'ntfy', server: server.url, topic } as const;
  expect(await house.senders.ntfy.send(config, callOf(), signal)).toMatchObject({ ok: true });
  const taken = await house.senders.ntfy.takeAway?.(config, callOf(), signal);
  expect(taken).toEqual({ ok: false, detail: expect.stringContaining('from version 2.16 on can') as string });
});

test('buttons that nobody outside can reach are left out, and more than three are not sent', async () => {
  await using server = await ntfyServer();
  using house = senderStage();
  const config = { type: 'ntfy', server: server.url, topic } as const;
  const labels = ['one', 'two', 'three', 'four'];
  const actions = (url: string | undefined) => labels.map((label) => ({ label, url, proof: label }));
  await house.senders.ntfy.send(config, callOf({ id: 'a', actions: actions(undefined) }), signal);
  await house.senders.ntfy.send(config, callOf({ id: 'b', actions: actions('https://beckon.example/x') }), signal);
  await house.senders.ntfy.send(config, callOf({ id: 'c', actions: [], url: undefined }), signal);
  expect(server.shown(topic).map((message) => message.actions.map(({ label }) => label))).toEqual([
    ['Open'],
    ['one', 'two', 'three'],
    [],
  ]);
});

test('an option of an agent’s question cannot lead its own button elsewhere', async () => {
  await using server = await ntfyServer();
  using house = senderStage();
  const evil = Buffer.from('","url":"https://evil.example","x":"').toString('base64');
  const label = `=?UTF-8?B?${evil}?=`;
  const call = callOf({ title: label, actions: [{ label, url: 'https://beckon.example/x', proof: 'p' }] });
  await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic }, call, signal);
  const [shown] = server.shown(topic);
  expect(shown?.actions[0]).toMatchObject({
    url: 'https://beckon.example/x',
    label: expect.stringContaining('= ?UTF') as string,
  });
  expect(shown?.title).not.toContain('evil');
});

test.each([
  ['control characters', hostileText],
  ['ten megabytes', 'x'.repeat(10_000_000)],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(10_000)],
  ['quotation marks, which JSON doubles', '"\\\n'.repeat(10_000)],
])('whatever an agent writes fits, and arrives as text: %s', async (_, text) => {
  await using server = await ntfyServer();
  using house = senderStage();
  const url = `https://beckon.example/${'u'.repeat(1000)}`;
  const call = callOf({ title: text, body: text, url, actions: [{ label: text, url, proof: 'p'.repeat(500) }] });
  const sent = await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic }, call, signal);
  expect(sent).toEqual({ ok: true, detail: 'The ntfy server took it.' });
  const [shown] = server.shown(topic);
  expect(`${shown?.title}${shown?.message.replaceAll('\n', '')}`).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(shown?.actions).toHaveLength(2);
});

test('a call without a text of its own is not shown as “triggered”', async () => {
  await using server = await ntfyServer();
  using house = senderStage();
  await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic }, callOf({ body: '' }), signal);
  expect(server.shown(topic)).toMatchObject([{ title: 'Beckon', message: 'Run npm test' }]);
});

test.each([
  ['another token', { token: 'tk_other' }, 'does not know this token, or wants one (401). It says: “unauthorized”'],
  ['no token', {}, 'lets nobody publish to this topic with this token, or without one (403)'],
])('with %s it is refused in words', async (_, given, words) => {
  await using server = await ntfyServer({ token });
  using house = senderStage();
  const sent = await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic, ...given }, callOf(), signal);
  expect(sent).toEqual({ ok: false, detail: expect.stringContaining(words) as string });
});

test('a server that has had too many messages is left alone for a while', async () => {
  await using server = await ntfyServer();
  server.isBusy = true;
  using house = senderStage();
  const sent = await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic }, callOf(), signal);
  expect(sent).toMatchObject({
    ok: false,
    mayPass: true,
    detail: expect.stringContaining('too many messages') as string,
  });
});

test('a server that is no ntfy server is not believed to have taken anything', async () => {
  await using server = await loopback((response) => response.end('<h1>It works!</h1>'));
  using house = senderStage();
  const sent = await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic, token }, callOf(), signal);
  expect(sent).toEqual({ ok: false, detail: expect.stringContaining('not as an ntfy server does') as string });
});

test('a server that repeats the token is quoted without it', async () => {
  await using server = await loopback((response, { headers }) =>
    reply(response, 400, { error: headers.authorization }),
  );
  using house = senderStage();
  const sent = await house.senders.ntfy.send({ type: 'ntfy', server: server.url, topic, token }, callOf(), signal);
  expect(sent.detail).toContain('It says: “Bearer •••”');
});
