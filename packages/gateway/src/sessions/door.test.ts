import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TrustItem } from '@beckon/protocol';
import { describe, expect, test, vi } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { DoorDriver, doorHouse as house, hook, server } from '../../../../tests/support/doorHouse.ts';
import { settle } from '../../../../tests/support/waitingHouse.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { FolderNotTrusted } from '../drivers/driver.ts';

describe('[L12] a folder that runs something by itself', () => {
  test('is asked about before its agent starts; the session is there, and its message is kept', async () => {
    await using place = await house();
    place.driver.items = [hook, server];
    const id = await place.begin('go');
    expect(place.driver.agents).toEqual([]);
    const session = await place.client.getSession(id);
    expect(session).toMatchObject({ state: 'starting', asks: [{ kind: 'trust', phase: 'waiting' }] });
    const [ask] = await place.openAsks();
    expect(ask).toMatchObject({
      toolName: 'Folder',
      input: { folder: place.folder.path },
      folder: place.folder.path,
      items: [hook, server],
    });
    expect(ask?.risk).toBeUndefined();

    await place.answer(ask);
    expect(place.driver.agent(id).spec.folderTrust).toBe('trusted');
    expect(place.texts(id)).toEqual(['go']);
    expect((await place.client.listAsks({ state: 'all' })).asks).toMatchObject([{ phase: 'done' }]);
    expect((await place.client.getSession(id)).unread).toBeUndefined();
  });

  test('is not asked about again while it stays as it is, and again once it changes, with what changed', async () => {
    await using place = await house();
    place.driver.items = [hook];
    await place.begin('go');
    await place.answer((await place.openAsks())[0]);
    await place.begin('again');
    expect(place.driver.agents).toHaveLength(2);
    place.driver.items = [{ ...hook, text: 'sh worse.sh' }];
    await place.begin('and again');
    expect(place.driver.agents).toHaveLength(2);
    expect((await place.openAsks())[0]).toMatchObject({
      items: [
        { ...hook, text: 'sh worse.sh', change: 'added' },
        { ...hook, change: 'removed' },
      ],
      lastDecidedAt: expect.any(Number) as number,
    });
  });

  test('is asked about again once a file changes that it runs, with which one', async () => {
    await using place = await house();
    const script: TrustItem = { what: 'script', name: 'named by Stop', text: 'SHA-256 1', file: 'evil.sh' };
    const other = { ...script, file: 'other.sh' };
    place.driver.items = [hook, script, other];
    await place.begin('go');
    await place.answer((await place.openAsks())[0]);
    const worse = { ...script, text: 'SHA-256 2' };
    place.driver.items = [hook, worse, { ...other, name: 'named by SessionStart' }];
    await place.begin('again');
    expect(place.driver.agents).toHaveLength(1);
    expect((await place.openAsks())[0]).toMatchObject({
      items: [hook, { ...worse, change: 'changed' }, { file: 'other.sh', text: 'SHA-256 1' }],
    });
  });

  test('can be worked in without its settings, from then on', async () => {
    await using place = await house();
    place.driver.items = [hook];
    const id = await place.begin('go');
    await place.answer((await place.openAsks())[0], { type: 'approve', withoutSettings: true });
    expect(place.driver.agent(id).spec.folderTrust).toBe('without_settings');
    expect(place.driver.agent(await place.begin('again')).spec.folderTrust).toBe('without_settings');
  });

  test('that is not opened ends the session with a sentence, and nothing is lost', async () => {
    await using place = await house();
    place.driver.items = [hook];
    const id = await place.begin('go');
    await place.answer((await place.openAsks())[0], { type: 'deny' });
    const end = { reason: 'not_trusted', message: expect.stringContaining('was not opened, so nothing ran') as string };
    expect(await place.client.getSession(id)).toMatchObject({ state: 'dead', end, asks: [] });
    await place.client.sendMessage(id, { content: 'but now' });
    await place.answer((await place.openAsks())[0]);
    expect(place.texts(id)).toEqual(['go', 'but now']);
  });

  test.each([
    ['it runs nothing', (driver: DoorDriver) => void (driver.items = [])],
    ['it was trusted in the agent’s own program', (driver: DoorDriver) => void (driver.trustedInAgent = '/')],
  ])('is not asked about where %s', async (_, make) => {
    await using place = await house();
    place.driver.items = [hook];
    make(place.driver);
    const id = await place.begin('go');
    expect(place.driver.agent(id).spec.folderTrust).toBeUndefined();
    expect((await place.client.listAsks({ state: 'all' })).asks).toEqual([]);
  });

  test.each([
    ['above it', '', { withoutSettings: true }],
    ['above it, as it was,', '', {}],
    ['beside it', 'beside', { withoutSettings: true }],
  ])(
    'is asked about where a folder %s was opened here, which the agent’s own program notes for all',
    async (...row) => {
      const [, decided, how] = row;
      await using place = await house();
      const at = (name: string) => join(place.folder.path, name);
      for (const name of ['beside', 'below']) mkdirSync(at(name));
      place.driver.items = [hook];
      await place.begin('go', at(decided));
      await place.answer((await place.openAsks())[0], { type: 'approve', ...how });
      place.driver.trustedInAgent = place.folder.path;
      await place.begin('go', at('below'));
      expect(await place.openAsks()).toMatchObject([{ folder: at('below'), items: [hook] }]);
      expect(place.driver.agents).toHaveLength(1);
    },
  );

  test('cannot be looked at: nothing starts', async () => {
    await using place = await house();
    place.driver.failure = new Error('It broke.');
    await expect(place.begin('go')).rejects.toThrow();
    expect(place.driver.agents).toEqual([]);
  });
});

describe('[L5] an answer holds for what was shown', () => {
  test('what changes before the answer is asked about again', async () => {
    await using place = await house();
    place.driver.items = [hook];
    const id = await place.begin('go');
    const [shown] = await place.openAsks();
    place.driver.items = [hook, server];
    await place.answer(shown);
    expect(place.driver.agents).toEqual([]);
    const [again] = await place.openAsks();
    expect(again).toMatchObject({ items: [hook, { ...server, change: 'added' }] });
    await place.answer(again);
    expect(place.texts(id)).toEqual(['go']);
  });

  test('what changes while there is no room is asked about before the start', async () => {
    await using place = await house({ limits: { maxAgents: 1 } });
    const first = await place.begin('go', '/');
    const second = await place.begin('me too');
    expect(await place.client.getSession(second)).toMatchObject({ queued: { agents: 1 } });
    place.driver.items = [hook];
    place.driver.agent(first).endTurn();
    await settle();
    expect(place.driver.agents).toHaveLength(1);
    await place.answer((await place.openAsks())[0]);
    expect(place.texts(second)).toEqual(['me too']);
  });

  test.each([{ remember: true }, { updatedInput: {} }, { permissionMode: 'plan' as const }])(
    '[L9] an answer that is none to a folder leaves it open: %o',
    async (extra) => {
      await using place = await house();
      place.driver.items = [hook];
      await place.begin('go');
      const [ask] = await place.openAsks();
      await expect(place.client.answer(ask!.id, { type: 'approve', ...extra })).rejects.toThrow(/folder/);
      expect(await place.openAsks()).toHaveLength(1);
    },
  );

  test('[L9] only a folder is opened without its settings', async () => {
    await using place = await house();
    const id = await place.begin('go');
    void place.driver.agent(id).ask(approvalDraft({ toolCallId: 'one' }));
    await settle();
    const refused = place.client.approveTool(id, { toolCallId: 'one', withoutSettings: true });
    await expect(refused).rejects.toThrow(/only a folder/);
  });
});

describe('while its person thinks', () => {
  test('no room is taken', async () => {
    await using place = await house({ limits: { maxAgents: 1 } });
    place.driver.items = [hook];
    await place.begin('go');
    expect(place.driver.agent(await place.begin('hello', '/')).isClosed).toBe(false);
  });

  test('one answer is enough for all sessions in that folder', async () => {
    await using place = await house();
    place.driver.items = [hook];
    const ids = [await place.begin('one'), await place.begin('two')];
    await place.answer((await place.openAsks())[1]);
    expect(ids.map((id) => place.texts(id))).toEqual([['one'], ['two']]);
    expect(await place.openAsks()).toEqual([]);
  });

  test('the session can be stopped, or removed: it is no longer asked [L7]', async () => {
    await using place = await house();
    place.driver.items = [hook];
    const [stopped, removed] = [await place.begin('one'), await place.begin('two')];
    await place.client.interrupt(stopped);
    await place.client.deleteSession(removed);
    expect(await place.openAsks()).toEqual([]);
    expect(await place.client.getSession(stopped)).toMatchObject({ state: 'dead', end: { reason: 'idle' } });
  });

  test('it can be stopped while it starts, though its agent turns back to ask about the folder [L7]', async () => {
    await using place = await house();
    let letStart = () => {};
    place.driver.startGate = new Promise((resolve) => (letStart = resolve));
    place.driver.startFailure = new FolderNotTrusted();
    const begun = place.begin('go').catch((error: unknown) => error);
    // The start has begun.
    await vi.waitFor(() => expect(place.driver.startFailure).toBeUndefined());
    const [session] = (await place.client.listSessions()).sessions;
    const interrupted = place.client.interrupt(session!.id);
    await settle();
    letStart();
    await interrupted;
    await settle();
    expect(await begun).toMatchObject({ message: expect.stringContaining('stopped') as string });
    expect(await place.openAsks()).toEqual([]);
  });

  test('a limit that ends in a no ends in not opening it [L4]', async () => {
    await using place = await house({ limits: { ask: { outcome: 'deny', afterMs: 60_000 } } });
    place.driver.items = [hook];
    const id = await place.begin('go');
    place.clock.advance(60_000);
    await settle();
    expect(await place.client.getSession(id)).toMatchObject({ state: 'dead', end: { reason: 'not_trusted' } });
    expect(place.clock.timerCount).toBe(0);
  });

  test('the limit holds also for an answer that is taken back after it [L4]', async () => {
    await using place = await house({ limits: { ask: { outcome: 'deny', afterMs: 60_000 } } });
    await place.client.updateSettings({ answerDelaySeconds: 3 });
    place.driver.items = [hook];
    const id = await place.begin('go');
    const [ask] = await place.openAsks();
    place.clock.advance(59_000);
    await place.answer(ask);
    place.clock.advance(1_000);
    await place.client.takeBackAnswer(ask!.id);
    expect(await place.openAsks()).toHaveLength(1);
    place.clock.advance(60_000);
    await settle();
    expect(await place.client.getSession(id)).toMatchObject({ state: 'dead', end: { reason: 'not_trusted' } });
    expect(place.clock.timerCount).toBe(0);
  });

  test('the gateway may stop: the next one has the ask, and its answer starts the session', async () => {
    using folder = tempFolder();
    const driver = new DoorDriver();
    driver.items = [hook];
    driver.unread = async (_, ids) => [...ids];
    const options = { databasePath: folder.at('beckon.db') };
    const before = await house(options, driver);
    const id = await before.begin('go', folder.path);
    await before.gateway.close();
    expect(before.clock.timerCount).toBe(0);
    await using after = await house(options, driver);
    const [ask] = await after.openAsks();
    expect(ask).toMatchObject({ kind: 'trust', phase: 'parked' });
    expect(await after.client.getSession(id)).toMatchObject({ state: 'dead', end: { reason: 'parked' } });
    expect(driver.agents).toEqual([]);
    await after.answer(ask);
    expect(after.texts(id)).toEqual(['go']);
    await before[Symbol.asyncDispose]();
  });
});

test('[L12] an answer that waits for an agent does not open a folder that its person refuses, nor ask again and again', async () => {
  await using place = await house({ limits: { ask: { outcome: 'park', afterMs: 1000 } } });
  const id = await place.begin('go');
  void place.driver.agent(id).call(approvalDraft({ toolCallId: 'one' }));
  await settle();
  place.clock.advance(1000);
  await settle();
  place.driver.items = [hook];
  await place.client.approveTool(id, { toolCallId: 'one' });
  await settle();
  expect(await place.openAsks()).toMatchObject([{ kind: 'trust' }]);
  await place.answer((await place.openAsks())[0], { type: 'deny' });
  place.clock.advance(60_000);
  await settle();
  expect(await place.openAsks()).toEqual([]);
  expect(place.driver.agents).toHaveLength(1);
  await place.client.sendMessage(id, { content: 'go on' });
  await place.answer((await place.openAsks())[0]);
  expect(place.driver.agents).toHaveLength(2);
});

test('[L12] a message that comes while only an answer stands at the door makes its person be asked again', async () => {
  await using place = await house({ limits: { ask: { outcome: 'park', afterMs: 1000 } } });
  const id = await place.begin('go');
  void place.driver.agent(id).call(approvalDraft({ toolCallId: 'one' }));
  await settle();
  place.clock.advance(1000);
  await settle();
  place.driver.items = [hook];
  await place.client.approveTool(id, { toolCallId: 'one' });
  await settle();
  await place.answer((await place.openAsks())[0], { type: 'deny' });
  let letLook = () => {};
  place.driver.lookGate = new Promise((resolve) => (letLook = resolve));
  place.clock.advance(60_000);
  await settle();
  const sent = place.client.sendMessage(id, { content: 'go on' });
  letLook();
  await sent;
  expect(await place.openAsks()).toMatchObject([{ kind: 'trust' }]);
});

test('[L12] what was decided can be seen and taken back, and is in the log', async () => {
  await using place = await house();
  place.driver.items = [hook];
  const folder = place.folder.path;
  await place.begin('go');
  await place.answer((await place.openAsks())[0]);
  const [kept] = await place.client.listTrustedFolders();
  expect(kept).toMatchObject({ folder, decision: 'trusted', items: [hook], decidedBy: { name: 'a test' } });
  await place.client.forgetTrustedFolder(kept!.id);
  expect(await place.client.listTrustedFolders()).toEqual([]);
  await expect(place.client.forgetTrustedFolder(kept!.id)).rejects.toMatchObject({ code: 'trusted_folder_not_found' });
  // The agent's own program may have noted it meanwhile.
  place.driver.trustedInAgent = folder;
  await place.begin('again');
  expect(await place.openAsks()).toMatchObject([{ items: [hook] }]);
  const { entries } = await place.client.readLog();
  const types = entries.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['folder_decided', 'folder_forgotten']));
});
