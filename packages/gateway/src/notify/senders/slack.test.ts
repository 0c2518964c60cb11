import { expect, test } from 'vitest';
import { callOf, hostileText } from '../../../../../tests/support/calls.ts';
import { loopback } from '../../../../../tests/support/loopback.ts';
import { senderStage } from '../../../../../tests/support/senderStage.ts';
import { slackWebhook } from '../../../../../tests/support/slackWebhook.ts';

const { signal } = new AbortController();

test('a call is posted with a link to the page, and nothing is fetched for a preview', async () => {
  await using slack = await slackWebhook();
  using house = senderStage();
  const sent = await house.senders.slack.send({ type: 'slack', url: slack.url }, callOf(), signal);
  expect(sent).toEqual({ ok: true, detail: 'The chat took it.' });
  expect(slack.posts).toEqual([
    {
      text: 'Run npm test\nin shop, low risk\n<https://beckon.example/sessions/s1>',
      active: ['https://beckon.example/sessions/s1'],
      unfurls: false,
    },
  ]);
});

test('an agent’s text calls nobody, and links nowhere', async () => {
  await using slack = await slackWebhook();
  using house = senderStage();
  const call = callOf({ title: hostileText, body: `${hostileText} <https://evil.example|safe> a & b me@home.example` });
  await house.senders.slack.send({ type: 'slack', url: slack.url }, call, signal);
  const [post] = slack.posts;
  expect(post?.active).toEqual(['https://beckon.example/sessions/s1']);
  expect(post?.text).toContain('<!channel>');
  expect(post?.text).toContain('<https://evil.example|safe> a & b me@home.example');
  // As Mattermost and Discord would read it.
  expect(post?.text).not.toMatch(/@everyone|\]\(/);
});

test.each([
  ['ten megabytes', 'x'.repeat(10_000_000)],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(10_000)],
  ['what grows when it is escaped', '<&@a](>'.repeat(10_000)],
])('what is posted has at most the 2000 characters that every such chat takes: %s', async (_, text) => {
  const bodies: { text: string }[] = [];
  await using server = await loopback((response, { body }) => {
    bodies.push(JSON.parse(body) as { text: string });
    response.end('ok');
  });
  using house = senderStage();
  await house.senders.slack.send({ type: 'slack', url: server.url }, callOf({ title: text, body: text }), signal);
  expect(bodies[0]?.text.length).toBeLessThanOrEqual(2000);
  expect(bodies[0]?.text).toMatch(/…\n<https:\/\/beckon\.example\/sessions\/s1>$/);
  expect(bodies[0]?.text.replaceAll(/&(?:amp|lt|gt);/g, '')).not.toMatch(/&/);
});

test.each([
  [
    404,
    'no_service',
    'There is no such webhook (404). It may have been removed: make a new one. It says: “no_service”',
  ],
  [
    410,
    'channel_is_archived',
    'The chat’s channel is archived, or the webhook is gone (410). It says: “channel_is_archived”',
  ],
  [403, '{"message":"invalid token"}', 'The chat does not let this webhook write (403). It says: “invalid token”'],
  [400, '<html>no</html>', 'The server did not take it (400 Bad Request).'],
])('%i %s is said in words', async (status, word, detail) => {
  await using slack = await slackWebhook();
  using house = senderStage();
  slack.refuseNext(status, word);
  expect(await house.senders.slack.send({ type: 'slack', url: slack.url }, callOf(), signal)).toEqual({
    ok: false,
    detail,
  });
});

test('a chat that has had too many messages says when to come back', async () => {
  await using slack = await slackWebhook();
  using house = senderStage();
  slack.refuseNext(429, 'rate_limited', { 'retry-after': '30' });
  const sent = await house.senders.slack.send({ type: 'slack', url: slack.url }, callOf(), signal);
  expect(sent).toMatchObject({ ok: false, mayPass: true, retryAfterMs: 30_000 });
});

test('the address is in nothing that comes back, whatever happens', async () => {
  using house = senderStage({ resolve: () => Promise.resolve([]) });
  await using echo = await loopback((response, { url }) =>
    response.writeHead(400).end(JSON.stringify({ error: `no ${url}` })),
  );
  await using bare = await loopback((response, { url }) => response.writeHead(500).end(url.split('/').at(-1)));
  await using mute = await loopback(() => house.clock.advance(10_000));
  const path = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX';
  for (const server of [echo.url, bare.url, mute.url, 'http://127.0.0.1:1', 'http://nowhere.example']) {
    const sent = await house.senders.slack.send({ type: 'slack', url: `${server}${path}` }, callOf(), signal);
    expect(sent.ok).toBe(false);
    expect(JSON.stringify(sent)).not.toMatch(/XXXXX|T0000|B0000/);
  }
});
