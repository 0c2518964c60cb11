import { mkdirSync, rmdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DoorDriver, doorHouse, hook, server } from '../../../../tests/support/doorHouse.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { settle } from '../../../../tests/support/waitingHouse.ts';

const every = async (place: Awaited<ReturnType<typeof doorHouse>>) =>
  (await place.client.listAsks({ state: 'all' })).asks.toReversed();

describe('several sessions at the door of one folder', () => {
  test.each([
    ['trusted', { type: 'approve' }],
    ['without_settings', { type: 'approve', withoutSettings: true }],
  ] as const)('one answer opens it to all, and each says by whom and with what: %s', async (folderTrust, answer) => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    const ids = [await place.begin('one'), await place.begin('two'), await place.begin('three')];
    const asks = await place.openAsks();
    expect(asks).toHaveLength(3);
    await place.answer(asks[1], answer);
    expect(ids.map((id) => place.driver.agent(id).spec.folderTrust)).toEqual(ids.map(() => folderTrust));
    const given = { phase: 'done', answer, answeredBy: { type: 'device', name: 'a test' } };
    const along = { ...given, answeredWith: asks[1]?.id };
    expect(await every(place)).toMatchObject([along, given, along]);
    const { entries } = await place.client.readLog();
    expect(entries.filter(({ type }) => type === 'folder_decided')).toHaveLength(1);
  });

  test('a no is for its own session alone', async () => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    await place.begin('one');
    const two = await place.begin('two');
    const [first] = await place.openAsks();
    await place.answer(first, { type: 'deny' });
    expect(await place.openAsks()).toMatchObject([{ sessionId: two, phase: 'waiting' }]);
    expect(place.driver.agents).toEqual([]);
  });

  test('[L5] an answer is none for a session that is asked about something else there', async () => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    await place.begin('one');
    place.driver.items = [hook, server];
    const two = await place.begin('two');
    place.driver.items = [hook];
    const [first, second] = await place.openAsks();
    await place.answer(first);
    expect(place.driver.agents).toHaveLength(1);
    expect(await place.openAsks()).toMatchObject([{ id: second?.id, sessionId: two }]);
  });

  test('those that were parked with an earlier gateway are opened too', async () => {
    using folder = tempFolder();
    const driver = new DoorDriver();
    driver.items = [hook];
    driver.unread = async (_, unread) => [...unread];
    const options = { databasePath: folder.at('beckon.db') };
    const before = await doorHouse(options, driver);
    const ids = [await before.begin('one', folder.path), await before.begin('two', folder.path)];
    await before.gateway.close();
    await using after = await doorHouse(options, driver);
    await after.answer((await after.openAsks())[0]);
    await settle();
    expect(ids.map((id) => after.texts(id))).toEqual([['one'], ['two']]);
    await before[Symbol.asyncDispose]();
  });
});

describe('[L5] a folder that changes while its person thinks', () => {
  const waited = async (place: Awaited<ReturnType<typeof doorHouse>>) => {
    place.clock.advance(1_000);
    await settle();
  };

  test('is shown as it is, with what changed, and the earlier card takes no answer', async () => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    const id = await place.begin('go');
    const [shown] = await place.openAsks();
    place.driver.items = [hook, server];
    await waited(place);
    const [again, ...others] = await place.openAsks();
    expect(others).toEqual([]);
    expect(again).toMatchObject({
      follows: shown?.id,
      comesAgain: 'changed_while_open',
      items: [hook, { ...server, change: 'added' }],
    });
    expect(await every(place)).toMatchObject([{ phase: 'withdrawn', withdrawalReason: 'superseded' }, {}]);
    await expect(place.client.answer(shown!.id, { type: 'approve' })).rejects.toMatchObject({ code: 'ask_withdrawn' });
    expect(place.driver.agents).toEqual([]);

    // What was marked stays marked: nobody may have seen the card in between.
    place.driver.items = [server];
    await waited(place);
    const [third] = await place.openAsks();
    expect(third).toMatchObject({
      items: [
        { ...server, change: 'added' },
        { ...hook, change: 'removed' },
      ],
    });
    await place.answer(third);
    expect(place.texts(id)).toEqual(['go']);
    expect(place.clock.timerCount).toBe(0);
  });

  test('is no longer asked about once it runs nothing, and the session begins', async () => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    const id = await place.begin('go');
    place.driver.items = [];
    await waited(place);
    expect(await place.openAsks()).toEqual([]);
    expect(place.texts(id)).toEqual(['go']);
  });

  test('stays as it is shown while nothing changes, or while it cannot be looked at', async () => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    await place.begin('go');
    const before = await place.openAsks();
    place.driver.failure = new Error('It broke.');
    await waited(place);
    place.driver.failure = undefined;
    await waited(place);
    expect((await place.openAsks()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test('before an answer counts: it is asked about again, and says so', async () => {
    await using place = await doorHouse();
    place.driver.items = [hook];
    await place.begin('go');
    const [shown] = await place.openAsks();
    place.driver.items = [hook, server];
    await place.answer(shown);
    expect(place.driver.agents).toEqual([]);
    expect(await place.openAsks()).toMatchObject([changedTooSoon]);
  });

  test('before an answer counts that is given while the gateway only remembers the ask', async () => {
    using folder = tempFolder();
    const driver = new DoorDriver();
    driver.items = [hook];
    const options = { databasePath: folder.at('beckon.db') };
    const before = await doorHouse(options, driver);
    await before.begin('go', folder.path);
    await before[Symbol.asyncDispose]();
    await using after = await doorHouse(options, driver);
    driver.items = [hook, server];
    await after.answer((await after.openAsks())[0]);
    expect(await after.openAsks()).toMatchObject([changedTooSoon]);
    expect(driver.agents).toEqual([]);
  });
});

const changedTooSoon = { comesAgain: 'changed_before_answer', items: [hook, { ...server, change: 'added' }] };

test('[L12] what was decided about says whether that is still there', async () => {
  await using place = await doorHouse();
  const since = async () => (await place.client.listTrustedFolders()).map((folder) => folder.since);
  place.driver.items = [hook];
  const shop = place.folder.at('shop');
  mkdirSync(shop);
  await place.begin('go', shop);
  await place.answer((await place.openAsks())[0]);
  expect(await since()).toEqual(['same']);
  place.driver.items = [hook, server];
  expect(await since()).toEqual(['changed']);
  place.driver.items = [];
  expect(await since()).toEqual(['empty']);
  place.driver.failure = new Error('It broke.');
  expect(await since()).toEqual([undefined]);
  rmdirSync(shop);
  expect(await since()).toEqual(['gone']);
});

test('a session says that it works without its folder’s settings, also after a restart, until it has them', async () => {
  using folder = tempFolder();
  const driver = new DoorDriver();
  driver.items = [hook];
  const options = { databasePath: folder.at('beckon.db') };
  const before = await doorHouse(options, driver);
  const id = await before.begin('go', folder.path);
  const isWithout = async (place: typeof before) => (await place.client.getSession(id)).isWithoutFolderSettings;
  expect(await isWithout(before)).toBeUndefined();
  await before.answer((await before.openAsks())[0], { type: 'approve', withoutSettings: true });
  expect(await isWithout(before)).toBe(true);
  await before[Symbol.asyncDispose]();

  await using after = await doorHouse(options, driver);
  expect(await isWithout(after)).toBe(true);
  driver.items = [hook, server];
  await after.client.sendMessage(id, { content: 'on' });
  await after.answer((await after.openAsks())[0]);
  expect(await isWithout(after)).toBeUndefined();
});
