import { expect, test } from 'vitest';
import { callOf, hostileText } from '../../../../../tests/support/calls.ts';
import { loopback, reply } from '../../../../../tests/support/loopback.ts';
import { senderStage } from '../../../../../tests/support/senderStage.ts';
import { telegramApi } from '../../../../../tests/support/telegramApi.ts';

const { signal } = new AbortController();
const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const chat = '-1001234567890';

test('a call is a message with its title in bold, its text quoted as it is, and a button to the page', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  expect(await house.senders.telegram.send(config, callOf(), signal)).toEqual({
    ok: true,
    detail: 'Telegram took it.',
  });
  expect(api.messages).toEqual([
    {
      id: 101,
      chat_id: chat,
      text: 'Run npm test\nin shop, low risk',
      entities: [
        { type: 'bold', offset: 0, length: 12 },
        { type: 'pre', offset: 13, length: 17 },
      ],
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: [[{ text: 'Open in Beckon', url: 'https://beckon.example/sessions/s1' }]] },
    },
  ]);
});

test('an address that Telegram makes no button of stands in the text', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const call = callOf({ url: 'http://localhost:4517/sessions/s1' });
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  expect(await house.senders.telegram.send(config, call, signal)).toMatchObject({ ok: true });
  expect(api.messages[0]?.text).toBe('Run npm test\nin shop, low risk\nhttp://localhost:4517/sessions/s1');
  expect(api.messages[0]).not.toHaveProperty('reply_markup');
});

test('what is over leaves the chat, its reminders too, and nothing else does', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const { telegram } = house.senders;
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  await telegram.send(config, callOf(), signal);
  await telegram.send(config, callOf({ isReminder: true }), signal);
  await telegram.send(config, callOf({ id: 'another', title: 'Another' }), signal);
  expect(await telegram.takeAway?.(config, callOf(), signal)).toMatchObject({ ok: true });
  expect(api.messages.map(({ text }) => text.split('\n')[0])).toEqual(['Another']);
  expect(await telegram.takeAway?.(config, callOf(), signal)).toMatchObject({ ok: false });
});

test('a message that its person has deleted already counts as taken away', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  await house.senders.telegram.send(config, callOf(), signal);
  api.messages.length = 0;
  expect(await house.senders.telegram.takeAway?.(config, callOf(), signal)).toMatchObject({ ok: true });
});

test('a message that could not be taken away for now can be tried again', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  await house.senders.telegram.send(config, callOf(), signal);
  api.refuseNext(500, 'Internal Server Error');
  expect(await house.senders.telegram.takeAway?.(config, callOf(), signal)).toMatchObject({ ok: false, mayPass: true });
  expect(await house.senders.telegram.takeAway?.(config, callOf(), signal)).toMatchObject({ ok: true });
  expect(api.messages).toEqual([]);
});

test('of ten thousand calls the last thousand are remembered', async () => {
  let lastId = 0;
  const deleted: unknown[] = [];
  await using api = await loopback((response, { url, body }) => {
    if (url.endsWith('deleteMessage')) deleted.push(JSON.parse(body));
    else lastId += 1;
    reply(response, 200, { ok: true, result: { message_id: lastId } });
  });
  using house = senderStage();
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  for (let index = 1; index <= 1001; index += 1) {
    await house.senders.telegram.send(config, callOf({ id: `call ${index}` }), signal);
  }
  const takeAway = (id: string) => house.senders.telegram.takeAway?.(config, { id, waiting: 0 }, signal);
  expect(await takeAway('call 1')).toMatchObject({ ok: false });
  expect(await takeAway('call 2')).toMatchObject({ ok: true });
  expect(deleted).toEqual([{ chat_id: chat, message_id: 2 }]);
});

test.each([
  ['markup and control characters', hostileText],
  ['ten megabytes', 'x'.repeat(10_000_000)],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(10_000)],
  ['nothing but blanks', ' \n '],
])('whatever an agent writes is taken, and is no markup: %s', async (_, text) => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  const call = callOf({ title: text, body: text });
  expect(await house.senders.telegram.send(config, call, signal)).toEqual({ ok: true, detail: 'Telegram took it.' });
  const [message] = api.messages;
  expect(message).not.toHaveProperty('parse_mode');
  expect(message?.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(message?.text).toBe(Buffer.from(message?.text ?? '').toString());
});

test.each([
  [{ token: token.replace('AA', 'BB') }, 'Telegram does not know this token (401). It says: “Unauthorized”'],
  [{ chat: '12345' }, 'Telegram did not take it (400). It says: “Bad Request: chat not found”'],
])('a wrong %j is said in words, and the token is not among them', async (wrong, detail) => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  const config = { type: 'telegram', token, chat, server: api.url, ...wrong } as const;
  expect(await house.senders.telegram.send(config, callOf(), signal)).toEqual({ ok: false, detail });
});

test('a bot that was blocked is told so, and how to let it in', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  api.refuseNext(403, 'Forbidden: bot was blocked by the user');
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  const sent = await house.senders.telegram.send(config, callOf(), signal);
  expect(sent).toEqual({
    ok: false,
    detail: expect.stringMatching(/\(403\)\. Write to it first.*was blocked/) as string,
  });
});

test('Telegram says how long it wants to be left alone', async () => {
  await using api = await telegramApi({ token, chat });
  using house = senderStage();
  api.refuseNext(429, 'Too Many Requests: retry after 35', 35);
  const config = { type: 'telegram', token, chat, server: api.url } as const;
  const sent = await house.senders.telegram.send(config, callOf(), signal);
  expect(sent).toMatchObject({ ok: false, mayPass: true, retryAfterMs: 35_000 });
});

test('the token is in nothing that comes back, whatever happens', async () => {
  using house = senderStage();
  await using echo = await loopback((response, { url }) =>
    reply(response, 400, { description: `no such path: ${url} ${encodeURIComponent(url)}` }),
  );
  await using page = await loopback((response, { url }) => response.end(url));
  await using mute = await loopback(() => house.clock.advance(10_000));
  await using moved = await loopback((response, { url }) => response.writeHead(301, { location: url }).end());
  const servers = [echo.url, page.url, mute.url, moved.url, 'http://127.0.0.1:1', echo.url.replace('http', 'https')];
  for (const server of servers) {
    const config = { type: 'telegram', token, chat, server } as const;
    const sent = await house.senders.telegram.send(config, callOf(), signal);
    expect(sent.ok).toBe(false);
    expect(JSON.stringify(sent)).not.toMatch(/AAHdqTcv/);
  }
});
