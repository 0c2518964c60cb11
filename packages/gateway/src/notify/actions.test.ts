import type { Ask, ChannelOptions, Device } from '@beckon/protocol';
import { BeckonError, wholeAsk } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, editDraft, planDraft, questionDraft } from '../../../../tests/support/asks.ts';
import { openLedger } from '../../../../tests/support/testLedger.ts';
import { failure } from '../../../../tests/support/transportStage.ts';
import { Actions, type ButtonChannel } from './actions.ts';
import { Proofs } from './proofs.ts';
import { wordsFor } from './words.ts';

const phone: Device = { id: 'device-1', name: 'Ada’s phone' };
const keys = { p256dh: '', auth: '' };
const options: ChannelOptions = {
  name: 'Phone',
  isOn: true,
  occasions: ['ask'],
  privacy: 'full',
  hasButtons: true,
  isBackup: false,
};
const pushed: ButtonChannel = {
  id: 'channel-1',
  config: { type: 'push', deviceId: phone.id, endpoint: 'https://push.example/1', keys },
  options,
};
const ntfy: ButtonChannel = {
  id: 'channel-2',
  config: { type: 'ntfy', server: 'https://ntfy.example', topic: 'beckon' },
  options: { ...options, name: 'My ntfy' },
};
const calm = { risk: { level: 'low' as const, findings: [] } };
const run = approvalDraft({ input: { command: 'npm test', description: 'Run the tests' }, ...calm });

/** Channels and devices that a test takes away, a clock that it sets, and a ledger. */
function open() {
  const { ledger } = openLedger();
  const channels = new Map([pushed, ntfy].map((channel) => [channel.id, channel]));
  const devices = new Map([[phone.id, phone]]);
  const clock = { at: 1_000, now: () => clock.at };
  const kept = new Map<string, string>();
  const keyStore = {
    key: (name: string) => kept.get(name),
    keepKey: (name: string, key: string) => void kept.set(name, key),
  };
  const files = { check: async () => {} };
  const actions = new Actions({
    proofs: new Proofs(keyStore),
    ledger,
    channel: (id) => channels.get(id),
    device: (id) => devices.get(id),
    requireShownFile: () => files.check(),
    url: () => undefined,
    clock,
  });
  const proofsOf = (ask: Ask, channel = pushed) => actions.actionsFor(ask, channel).map(({ proof }) => proof);
  const press = (proof: string | undefined) => actions.answer(proof ?? '');
  return { ledger, channels, devices, clock, files, actions, proofsOf, press, keyStore };
}

describe('a press on a button', () => {
  test('answers through the ledger, as the device that the notification was on, and says so', async () => {
    const { ledger, proofsOf, press } = open();
    const ask = ledger.open(run);
    await press(proofsOf(ask)[0]);
    expect(ledger.get(ask.id)).toMatchObject({
      answer: { type: 'approve' },
      answeredBy: { type: 'device', ...phone, isFromNotification: true },
    });
  });

  test('is worth nothing once its channel leads elsewhere, and counts where only its name is another', async () => {
    const { ledger, channels, proofsOf, press } = open();
    const ask = ledger.open(run);
    const [approve] = proofsOf(ask, ntfy);
    // Its person has heard that somebody else listens to the old topic.
    channels.set(ntfy.id, { ...ntfy, config: { type: 'ntfy', server: 'https://ntfy.example', topic: 'another' } });
    expect(await failure(press(approve))).toMatchObject({ code: 'unauthorized' });
    expect(ledger.get(ask.id).answer).toBeUndefined();
    const renamed = { ...ntfy.options, name: 'Renamed' };
    channels.set(ntfy.id, {
      ...ntfy,
      config: { topic: 'beckon', server: 'https://ntfy.example', type: 'ntfy' },
      options: renamed,
    });
    await press(approve);
    expect(ledger.get(ask.id)).toMatchObject({ answeredBy: { name: 'Renamed' } });
  });

  test('answers as its channel where that belongs to no device', async () => {
    const { ledger, proofsOf, press } = open();
    const ask = ledger.open(run);
    await press(proofsOf(ask, ntfy)[1]);
    expect(ledger.get(ask.id)).toMatchObject({
      answer: { type: 'deny' },
      answeredBy: { type: 'device', id: 'channel:channel-2', name: 'My ntfy' },
    });
  });

  test('[L1] replayed, gets the same reply; the other button is told who was first', async () => {
    const { ledger, proofsOf, press } = open();
    const ask = ledger.open(run);
    const [approve, deny] = proofsOf(ask);
    await press(approve);
    await press(approve);
    expect(await failure(press(deny))).toMatchObject({
      code: 'already_answered',
      message: 'This was answered already on Ada’s phone, from a notification.',
      // A service in between that carries a proof is told nothing of the ask.
      ask: undefined,
    });
    expect(ledger.get(ask.id).answer).toEqual({ type: 'approve' });
  });

  test('[L1] replayed after its answer was taken back, answers nothing; a later notification does', async () => {
    const { ledger, proofsOf, press } = open();
    const ask = ledger.open(run);
    ledger.park(ask.id, { reason: 'limit', isOrphaned: false });
    const [approve] = proofsOf(ledger.get(ask.id));
    await press(approve);
    ledger.takeBack(ask.id);
    expect(await failure(press(approve))).toMatchObject({ code: 'already_answered' });
    expect(ledger.get(ask.id).state).toBe('open');
    await press(proofsOf(ledger.get(ask.id))[0]);
    expect(ledger.get(ask.id).state).toBe('answered');
  });
});

describe('a proof is refused', () => {
  test('that was altered, put together, or made by another gateway', async () => {
    const { ledger, proofsOf, press } = open();
    const [ask, other] = [ledger.open(run), ledger.open({ ...run, toolCallId: 'toolu_2', input: { command: 'ls' } })];
    const [approve = '', deny = ''] = proofsOf(ask);
    const [claims = '', signature = ''] = approve.split('.');
    const [denial = ''] = deny.split('.');
    const foreign = open();
    const forOther = Buffer.from(claims, 'base64url').toString().replace(ask.id, other.id);
    const altered = [
      '',
      '.',
      claims,
      `${claims}.`,
      `${denial}.${signature}`,
      `${claims}.${signature}x`,
      `${claims}.${signature}.${signature}`,
      `${Buffer.from(forOther).toString('base64url')}.${signature}`,
      `${approve} `,
      foreign.proofsOf(ask)[0],
    ];
    for (const proof of altered) expect(await failure(press(proof))).toMatchObject({ code: 'unauthorized' });
    expect(ledger.openAsks()).toHaveLength(2);
  });

  test('of another ask, which it does not answer', async () => {
    const { ledger, proofsOf, press } = open();
    const [one, other] = [ledger.open(run), ledger.open({ ...run, toolCallId: 'toolu_2', input: { command: 'ls' } })];
    await press(proofsOf(one)[0]);
    expect(ledger.get(other.id).state).toBe('open');
  });

  test('[L5] after the input changed', async () => {
    const { ledger, proofsOf, press } = open();
    const [approve] = proofsOf(ledger.open(run));
    const next = ledger.open({ ...run, input: { command: 'npm publish' } });
    expect(await failure(press(approve))).toMatchObject({ code: 'ask_withdrawn' });
    expect(ledger.get(next.id).state).toBe('open');
  });

  test('of a device or a channel that was removed, also while the file is looked at', async () => {
    const { ledger, proofsOf, press, devices, channels, files } = open();
    const ask = ledger.open(run);
    const [[ofPhone], [ofNtfy]] = [proofsOf(ask), proofsOf(ask, ntfy)];
    files.check = async () => void devices.delete(phone.id);
    expect(await failure(press(ofPhone))).toMatchObject({
      code: 'unauthorized',
      message: /device has been removed/ as never,
    });
    channels.delete(ntfy.id);
    expect(await failure(press(ofNtfy))).toMatchObject({ code: 'unauthorized' });
    expect(ledger.get(ask.id).state).toBe('open');
  });

  test('of a subscription that another device has by now', async () => {
    const { ledger, proofsOf, press, channels } = open();
    const [approve] = proofsOf(ledger.open(run));
    channels.set(pushed.id, { ...pushed, config: { ...pushed.config, deviceId: 'device-2' } as never });
    expect(await failure(press(approve))).toMatchObject({ code: 'unauthorized' });
  });

  test('of a channel that was switched off, or has no buttons any more', async () => {
    const { ledger, proofsOf, press, channels } = open();
    const [approve] = proofsOf(ledger.open(run));
    for (const change of [{ isOn: false }, { hasButtons: false }]) {
      channels.set(pushed.id, { ...pushed, options: { ...options, ...change } });
      expect(await failure(press(approve))).toMatchObject({ code: 'forbidden' });
    }
  });

  test('that is a day old, or older than its ask waits', async () => {
    const { ledger, proofsOf, press, clock } = open();
    const [long] = proofsOf(ledger.open(run));
    const [short] = proofsOf(ledger.open({ ...run, toolCallId: 'toolu_2' }, clock.at + 60_000));
    clock.at += 60_001;
    expect(await failure(press(short))).toMatchObject({ code: 'unauthorized' });
    clock.at += 24 * 60 * 60_000;
    expect(await failure(press(long))).toMatchObject({ code: 'unauthorized' });
    expect(ledger.openAsks()).toHaveLength(2);
  });

  test('whose ask is over, unknown, or turned out to be risky', async () => {
    const { ledger, proofsOf, press, actions } = open();
    const ask = ledger.open(run);
    const [approve] = proofsOf(ask);
    const risky = {
      ...ask,
      ...calm,
      id: ledger.open({ ...run, toolCallId: 'toolu_2', risk: { level: 'high', findings: [] } }).id,
    };
    expect(await failure(press(actions.actionsFor(risky, pushed)[0]?.proof))).toMatchObject({ code: 'forbidden' });
    const nowhere = { ...ask, id: '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e99' };
    expect(await failure(press(proofsOf(nowhere)[0]))).toMatchObject({ code: 'ask_not_found' });
    ledger.withdraw(ask.id, 'interrupted');
    expect(await failure(press(approve))).toMatchObject({ code: 'ask_withdrawn' });
  });

  test('for a file that is another by now', async () => {
    const { ledger, proofsOf, press, files } = open();
    const ask = ledger.open({ ...editDraft('/a.txt'), ...calm });
    const [approve, deny] = proofsOf(ask);
    files.check = () => Promise.reject(new BeckonError('file_changed', 'It has changed.', { ask }));
    expect(await failure(press(approve))).toMatchObject({ code: 'file_changed', ask: undefined });
    await press(deny);
    expect(ledger.get(ask.id).answer).toEqual({ type: 'deny' });
  });
});

describe('buttons', () => {
  const labels = (draft: Parameters<ReturnType<typeof open>['ledger']['open']>[0], channel = pushed) => {
    const { ledger, actions } = open();
    return actions.actionsFor(ledger.open(draft), channel).map(({ label }) => label);
  };
  const single = (change = {}) => {
    const questions = [
      { header: 'Db', question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false, ...change },
    ];
    return questionDraft({ questions });
  };

  test('are there for a yes or no, and for the first options of one question with one answer', () => {
    expect(labels(run)).toEqual(['Approve', 'Deny']);
    expect(labels({ ...run, risk: { level: 'medium', findings: [] } })).toEqual(['Approve', 'Deny']);
    expect(labels(single())).toEqual(['A', 'B']);
    expect(labels(single({ options: ['A', 'B', 'C', 'D'].map((label) => ({ label })) }))).toEqual(['A', 'B', 'C']);
  });

  test.each([
    ['what is high-risk', { ...run, risk: { level: 'high' as const, findings: [] } }],
    ['what nothing can be said about', { ...run, risk: { level: 'unknown' as const, findings: [] } }],
    ['what was not judged', approvalDraft({ input: { command: 'npm test' } })],
    ['what its agent wants denied by default', { ...run, defaultToNo: true }],
    ['an input that is cut off', { ...run, input: { command: `echo ${'x'.repeat(200)}` } }],
    ['an input with more lines than are shown', { ...run, input: { command: 'a\nb\nc\nd\nrm -r x' } }],
    ['an input that is kept in pieces', { ...run, abridged: { bytes: 9e6, digest: '0'.repeat(64), cuts: [] } }],
    ['an input that deceives', { ...run, input: { command: 'echo \u202etset mpn' } }],
    [
      'a field that says how a command runs',
      { ...run, input: { command: 'x'.repeat(150), dangerouslyDisableSandbox: true } },
    ],
    ['a plan', planDraft()],
    ['several questions', questionDraft()],
    ['a question with several answers', single({ multiSelect: true })],
    ['a label that no button has room for', single({ options: [{ label: 'x'.repeat(41) }, { label: 'B' }] })],
  ])('are not there for %s', (_, draft) => {
    expect(labels(draft)).toEqual([]);
  });

  test('are not there where the channel does not say what would run, or has none', () => {
    for (const change of [{ privacy: 'title' as const }, { privacy: 'nothing' as const }, { hasButtons: false }])
      expect(labels(run, { ...pushed, options: { ...options, ...change } })).toEqual([]);
  });

  test.each([
    run,
    { ...run, input: { command: `npm run ${'x'.repeat(100)}` } },
    { ...run, input: { command: 'cd shop\nnpm test\nnpm run lint' } },
    { ...run, toolName: 'WebFetch', input: { url: 'https://docs.example/page', prompt: 'Sum it up' } },
    { ...editDraft('/home/ana/shop/a.txt'), ...calm },
    single(),
  ])('are there only where the notification says all that is decided on: %#', (draft) => {
    const { ledger, actions } = open();
    const ask = ledger.open(draft);
    expect(actions.actionsFor(ask, pushed)).not.toEqual([]);
    const matter = { id: ask.id, occasion: 'ask', at: 0, round: 0 } as const;
    const { title, body } = wordsFor(
      matter,
      { ask, session: { title: 'Shop', cwd: '/home/ana/shop' } },
      pushed.options,
    );
    const whole = wholeAsk(ask);
    expect(body.startsWith(whole) || (title.endsWith(whole) && title.length <= 40)).toBe(true);
  });

  test('are signed with a key that outlives the gateway', async () => {
    const { ledger, proofsOf, keyStore } = open();
    const [proof = ''] = proofsOf(ledger.open(run));
    expect(new Proofs(keyStore).read(proof)).toMatchObject({ answer: { type: 'approve' } });
  });
});
