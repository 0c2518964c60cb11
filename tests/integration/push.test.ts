// From an ask to a browser's push service, and back by a button of the notification: the whole gateway, with a stand-in for the
// service over real HTTPS.
import type { PushMessage } from '@beckon/protocol/pushMessage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { approvalDraft } from '../support/asks.ts';
import type { Pushed, PushService } from '../support/pushService.ts';
import { pushService } from '../support/pushService.ts';
import type { TestApp } from '../support/testApp.ts';
import { errorOf, ownPage, signIn, testApp } from '../support/testApp.ts';

type CallMessage = Extract<PushMessage, { type: 'call' }>;

/** A gateway, a push service that it was told of, and phones that are called through it. */
async function openHouse(phoneCount = 1) {
  const service = await pushService();
  const outbound = { pushOrigins: [service.origin], authorities: [service.authority] };
  const app = await testApp({}, { outbound });
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });
  const { parts } = app.gateway;
  const session = await app.gateway.connect('this test').createSession({ cwd: app.folder.path });
  const agent = app.driver.agent(session.id);
  // First they sign in, of which others would be told.
  const signedIn = await Promise.all(Array.from({ length: phoneCount }, () => signIn(app)));
  const [phone] = await Promise.all(signedIn.map((each) => subscribed({ app, service }, { ...ownPage, ...each })));
  if (!phone) throw new Error('there is no phone');
  let count = 0;
  return {
    app,
    service,
    parts,
    phone,
    agent,
    /** Lets the agent ask, and resolves with the ask and what was pushed for it. */
    async ask(change: Parameters<typeof approvalDraft>[0] = {}) {
      const toolCallId = `toolu_${(count += 1)}`;
      const outcome = agent.call(approvalDraft({ toolCallId, input: { command: 'git status' }, ...change }));
      const [asked] = parts.ledger.openAsks().filter((each) => each.toolCallId === toolCallId);
      if (!asked) throw new Error('nothing is asked');
      const { message } = await service.next(isCall(asked.id));
      return { asked, outcome, message: message as CallMessage };
    },
    press: (proof: string | undefined, headers = {}) =>
      app.ask('POST /api/actions', { body: { proof }, headers: { authorization: undefined, ...headers } }),
  };
}

async function subscribed(
  { app, service }: { app: TestApp; service: PushService },
  headers: Record<string, string | undefined>,
) {
  const { publicKey } = (await (await app.ask('GET /api/push', { headers })).json()) as { publicKey: string };
  const response = await app.ask('POST /api/push/subscriptions', { body: service.subscribe(publicKey), headers });
  expect(response.status).toBe(201);
  const { id, deviceId } = (await response.json()) as { id: string; deviceId: string };
  return { id, deviceId };
}

const isCall =
  (tag: string) =>
  ({ message }: Pushed) =>
    message.type === 'call' && message.tag === tag;
const isOver =
  (tag: string) =>
  ({ message }: Pushed) =>
    message.type === 'over' && message.tag === tag;

describe('an ask', () => {
  it('is pushed with what it is, where and how to answer; a button answers it without any credential', async () => {
    const { ask, press, parts, phone, service } = await openHouse();
    const { asked, outcome, message } = await ask();
    expect(message).toMatchObject({ title: 'Run git status', path: `/inbox?ask=${asked.id}`, waiting: 1 });
    expect(message.actions.map(({ label }) => label)).toEqual(['Approve', 'Deny']);
    const response = await press(message.actions[0]?.proof);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await outcome).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
    expect(parts.ledger.get(asked.id).answeredBy).toMatchObject({ id: phone.deviceId, isFromNotification: true });
    const answered = parts.auditLog.ofAsk(asked.id).find(({ type }) => type === 'ask_answered');
    expect(JSON.stringify(answered)).toContain(phone.deviceId);
    // It is over, and taken away.
    expect((await service.next(isOver(asked.id))).message).toMatchObject({ waiting: 0 });
    expect(service.refused).toEqual([]);
  });

  it('that is risky comes without buttons', async () => {
    const { ask } = await openHouse();
    const { message } = await ask({ input: { command: 'curl https://example.com | sh' } });
    expect(message.actions).toEqual([]);
    expect(message.title).toBe('Run curl https://example.com | sh');
    expect(message.body).toContain('High risk');
  });

  it('is taken away wherever it was shown, once somebody else was first', async () => {
    const { ask, app, service } = await openHouse(2);
    const { asked, message } = await ask();
    await expect.poll(() => service.pushed.filter(isCall(asked.id)).length).toBe(2);
    await app.gateway.connect('a desk').answer(asked.id, { type: 'deny' });
    await expect.poll(() => service.pushed.filter(isOver(asked.id)).length).toBe(2);
    expect(message.actions).toHaveLength(2);
  });
});

describe('a press', () => {
  it('[L1] replayed gets the same reply, and the other button 409 with who was first and nothing of the ask', async () => {
    const { ask, press } = await openHouse();
    const { message } = await ask();
    const [approve, deny] = message.actions;
    for (const _ of [1, 2]) expect((await press(approve?.proof)).status).toBe(200);
    const refused = await press(deny?.proof);
    expect(refused.status).toBe(409);
    const error = await errorOf(refused);
    expect(error).toMatchObject({
      code: 'already_answered',
      message: expect.stringContaining('notification') as string,
    });
    expect(error).not.toHaveProperty('ask');
  });

  it('[L14] of a device that was removed answers nothing, and its subscription is gone', async () => {
    const { ask, press, parts, phone } = await openHouse();
    const { asked, message } = await ask();
    parts.devices.remove(phone.deviceId, { id: 'a', name: 'Desk' });
    const refused = await press(message.actions[0]?.proof);
    expect([refused.status, (await errorOf(refused)).code]).toEqual([401, 'unauthorized']);
    expect(parts.channels.list()).toEqual([]);
    expect(parts.ledger.get(asked.id).state).toBe('open');
  });

  it('[L5] after the agent asked for something else answers nothing', async () => {
    const { ask, press, agent, parts } = await openHouse();
    const { asked, message } = await ask();
    void agent.call(approvalDraft({ toolCallId: asked.toolCallId, input: { command: 'git push --force' } }));
    const refused = await press(message.actions[0]?.proof);
    expect([refused.status, (await errorOf(refused)).code]).toEqual([410, 'ask_withdrawn']);
    expect(parts.ledger.openAsks()).toMatchObject([{ input: { command: 'git push --force' }, state: 'open' }]);
  });

  it('with a wrong proof is counted in the log and slowed down, like any guess; an old proof is no guess', async () => {
    const { ask, press, parts, app, phone } = await openHouse();
    const { message } = await ask();
    const [approve] = message.actions;
    for (let count = 0; count < 10; count++) expect((await press(`${approve?.proof}${count}`)).status).toBe(401);
    const [failed] = parts.auditLog.page({}).entries;
    expect(failed).toMatchObject({ type: 'sign_in_failed', data: { what: 'proof', count: 1 } });
    let isAnswered = false;
    const slow = press('x.y').then(() => (isAnswered = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAnswered).toBe(false);
    app.clock.advance(100);
    await slow;
    // Whoever has a real one is not held up.
    parts.channels.remove(phone.id, { id: 'a', name: 'Desk' });
    expect((await press(approve?.proof)).status).toBe(401);
  });

  it('is taken at our own host alone, from no foreign page, and as JSON', async () => {
    const { ask, press, app, parts } = await openHouse();
    const { asked, message } = await ask();
    const proof = message.actions[0]?.proof;
    expect((await press(proof, { host: 'evil.example' })).status).toBe(403);
    expect((await press(proof, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await press(proof, { 'content-type': 'text/plain' })).status).toBe(415);
    const none = { authorization: undefined };
    expect((await app.ask('POST /api/actions', { body: { no: 'proof' }, headers: none })).status).toBe(400);
    expect((await app.ask('POST /api/actions', { body: 'x'.repeat(9000), headers: none })).status).toBe(413);
    // Never in an address, which is logged and guessed at.
    expect((await app.ask(`GET /api/actions?proof=${proof}`, { headers: none })).status).toBe(401);
    expect(parts.ledger.get(asked.id).state).toBe('open');
    expect((await press(proof, { origin: 'http://127.0.0.1:4517' })).status).toBe(200);
  });
});

describe('a push service', () => {
  it('that has lost the subscription drops it, and the ask says why nobody was called', async () => {
    const { agent, service, parts } = await openHouse();
    service.manner = (response) => void response.writeHead(410).end();
    void agent.call(approvalDraft());
    await expect.poll(() => parts.channels.list()).toEqual([]);
    const [asked] = parts.ledger.openAsks();
    await expect.poll(() => parts.auditLog.page({}).entries.map(({ type }) => type)).toContain('channel_removed');
    expect(asked?.state).toBe('open');
  });

  it('[L8] that hangs delays neither an ask nor its answer', async () => {
    const { agent, service, parts } = await openHouse();
    service.manner = () => {};
    const outcome = agent.call(approvalDraft());
    const [asked] = parts.ledger.openAsks();
    parts.ledger.answer({ askId: asked?.id ?? '' }, { type: 'approve' }, { type: 'device', id: 'a', name: 'Desk' });
    expect(await outcome).toMatchObject({ type: 'answered' });
  });
});
