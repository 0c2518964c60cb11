// The disk fails under a gateway that runs: really, as far as a test can have that without privileges.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReceivedEvent } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { approvalDraft } from '../../../../../tests/support/asks.ts';
import { Stream } from '../../../../../tests/support/eventReader.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import { failure } from '../../../../../tests/support/transportStage.ts';
import { settle, waiting } from '../../../../../tests/support/waitingHouse.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import type { Logger } from '../../logger.ts';
import { silentLog } from '../../logger.ts';
import { loadSqlite } from './sqlite.ts';
import { sqliteStores } from './sqliteStores.ts';

/** The folder that was moved away from there, in the place of whatever is there now. */
function putBack(folder: string): void {
  if (!existsSync(`${folder}-away`)) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(`${folder}-away`, folder);
}

interface Fault {
  begin(): void;
  end(): void;
}

const faults: [name: string, words: string, fault: (database: Database, path: string) => Promise<Fault>][] = [
  [
    'full',
    'is full',
    async ({ durable, relaxed }) => {
      const limit = (pages: number) => [durable, relaxed].map(({ get }) => get(`PRAGMA max_page_count = ${pages}`));
      return { begin: () => limit(1), end: () => limit(1_000_000) };
    },
  ],
  [
    'read-only',
    'read-only',
    async ({ durable, relaxed }) => {
      const set = (value: string) => [durable, relaxed].map(({ get }) => get(`PRAGMA query_only = ${value}`));
      return { begin: () => set('ON'), end: () => set('OFF') };
    },
  ],
  [
    'in a directory that was removed',
    'removed or replaced',
    async (_, path) => ({
      begin: () => renameSync(dirname(path), `${dirname(path)}-away`),
      end: () => putBack(dirname(path)),
    }),
  ],
  [
    'in a directory that was replaced',
    'removed or replaced',
    async (_, path) => ({
      begin() {
        renameSync(dirname(path), `${dirname(path)}-away`);
        mkdirSync(dirname(path));
        writeFileSync(path, '');
      },
      end: () => putBack(dirname(path)),
    }),
  ],
  [
    'locked by another program',
    'Another program',
    async (_, path) => {
      const { DatabaseSync } = await loadSqlite();
      let other: DatabaseSyncInstance | undefined;
      return {
        begin() {
          other = new DatabaseSync(path);
          other.exec('BEGIN EXCLUSIVE');
        },
        end() {
          other?.close();
          other = undefined;
        },
      };
    },
  ],
];

/** A gateway with a session, on a disk that can fail. */
async function stage(makeFault: (database: Database, path: string) => Promise<Fault>, log: Logger = silentLog) {
  const folder = tempFolder();
  const path = folder.at('state/beckon.db');
  mkdirSync(dirname(path));
  const database = await openDatabase(path);
  const house = await testGateway('memory', { stores: sqliteStores(database), log });
  const client = house.gateway.connect('this test');
  const session = await client.createSession({ cwd: folder.path });
  const agent = house.driver.agent(session.id);
  const fault = await makeFault(database, path);
  return {
    ...house,
    database,
    client,
    session,
    agent,
    fault,
    openAsks: () => house.gateway.parts.ledger.openAsks(),
    async [Symbol.asyncDispose]() {
      fault.end();
      await house[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Something of every size, because a full disk has room for some things longer than for others. */
const large = { command: 'x'.repeat(60_000) };
const isStatus = ({ type }: ReceivedEvent) => type === 'gateway_status';

describe.each(faults)('the database is %s', (_, words, makeFault) => {
  test('[L2] [L4] an answer that cannot be written is refused with 503 and leaves the ask open', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, fault } = house;
    const outcome = agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    const [ask] = house.openAsks();
    fault.begin();
    const reply = { toolCallId: 'toolu_1', updatedInput: large };
    const error = await failure(client.approveTool(session.id, reply));
    expect(error).toMatchObject({ code: 'store_unavailable', status: 503 });
    expect(error.message).toContain(words);
    expect(house.openAsks()).toEqual([ask]);
    fault.end();
    await client.approveTool(session.id, reply);
    expect(await outcome).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
  });

  test('[L3] [L4] an ask that cannot be written is shown to nobody, and opens by itself once it can be', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, fault, clock } = house;
    fault.begin();
    const outcome = agent.call({ ...approvalDraft({ input: large }), toolCallId: 'toolu_1' });
    for (let retry = 0; retry < 5; retry++) {
      clock.advance(5_000);
      await setImmediate();
      expect(house.openAsks()).toEqual([]);
    }
    fault.end();
    clock.advance(5_000);
    await setImmediate();
    expect(house.openAsks()).toMatchObject([{ toolCallId: 'toolu_1', input: large }]);
    await client.denyTool(session.id, { toolCallId: 'toolu_1' });
    expect(await outcome).toMatchObject({ answer: { type: 'deny' } });
  });

  test('[G3] any number of asks wait for that at once, without a warning of Node on the terminal', async () => {
    await using house = await stage(makeFault);
    const warned = vi.fn();
    process.on('warning', warned);
    house.fault.begin();
    const calls = Array.from(Array(20).keys(), (index) => `toolu_${index}`);
    for (const toolCallId of calls) void house.agent.call({ ...approvalDraft({ input: large }), toolCallId });
    await setImmediate();
    house.fault.end();
    house.clock.advance(5_000);
    await setImmediate();
    process.off('warning', warned);
    expect(house.openAsks().map(({ toolCallId }) => toolCallId)).toEqual(calls);
    expect(warned).not.toHaveBeenCalled();
  });

  test('[L7] an agent that is interrupted meanwhile hears so at once, and nothing is left behind', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, fault } = house;
    fault.begin();
    const outcome = agent.call({ ...approvalDraft({ input: large }), toolCallId: 'toolu_1' });
    await setImmediate();
    await client.interrupt(session.id);
    expect(await outcome).toEqual({ type: 'withdrawn', reason: 'interrupted' });
  });

  test('a turn is stopped though what waits beside it cannot be given up', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, driver, fault } = house;
    driver.fates.set('toolu_1', 'lost');
    void agent.call({ ...approvalDraft({ input: large }), toolCallId: 'toolu_1' });
    agent.die('killed');
    await settle();
    await client.sendMessage(session.id, { content: 'go on' });
    const { signal } = driver.agent(session.id);
    fault.begin();
    const error = await failure(client.interrupt(session.id));
    expect(error.message).toContain(words);
    expect(signal.aborted).toBe(true);
    expect(house.openAsks()).toHaveLength(1);
  });

  test('[L2] [L3] an ask is not written before its session, without which a restart would let it go', async () => {
    await using house = await stage(makeFault);
    const { client, session, fault, clock, database } = house;
    fault.begin();
    const created = await client.createSession({ cwd: session.cwd, title: 'x'.repeat(200) });
    void house.driver.agent(created.id).call({ ...approvalDraft({ input: large }), toolCallId: 'toolu_1' });
    await setImmediate();
    clock.advance(20_000);
    await setImmediate();
    fault.end();
    // The ask is tried again before anyone looks whether the disk is well.
    for (let waited = 0; waited < 5_000 && house.openAsks().length === 0; waited += 500) {
      clock.advance(500);
      await setImmediate();
    }
    expect(house.openAsks()).toHaveLength(1);
    expect(database.durable.get('SELECT id FROM sessions WHERE id = ?', created.id)).toEqual({ id: created.id });
  });

  test('[L6] a conversation that is opened meanwhile has all that was said', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, fault } = house;
    agent.say('before');
    agent.endTurn();
    fault.begin();
    agent.say('meanwhile '.repeat(20_000));
    agent.endTurn();
    const read = async () => JSON.stringify((await client.listMessages(session.id)).messages);
    const whole = await read();
    expect(whole).toMatch(/"before".*meanwhile/);
    fault.end();
    expect(await read()).toBe(whole);
  });

  test('[L7] a session is removed whole or not at all', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, fault, clock } = house;
    void agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    fault.begin();
    const isRefused = await client.deleteSession(session.id).then(
      () => false,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'store_unavailable' });
        return true;
      },
    );
    // A full disk has room for removals.
    expect(isRefused).toBe(words !== 'is full');
    expect(agent.isClosed).toBe(!isRefused);
    expect(house.openAsks()).toHaveLength(isRefused ? 1 : 0);
    expect((await client.listSessions()).sessions).toHaveLength(isRefused ? 1 : 0);
    fault.end();
    clock.advance(60_000);
    if (isRefused) await client.deleteSession(session.id);
    expect(house.openAsks()).toEqual([]);
    expect((await client.listSessions()).sessions).toEqual([]);
  });

  test('every client is told what is wrong, whoever comes later too, and that it is over', async () => {
    await using house = await stage(makeFault);
    const { client, agent, fault, clock } = house;
    await using stream = new Stream(client);
    await stream.next();
    fault.begin();
    void agent.call({ ...approvalDraft({ input: large }), toolCallId: 'toolu_1' });
    const since = clock.now();
    const expected = { code: 'store_unavailable', message: expect.stringContaining(words) as string, since };
    expect(await stream.until(isStatus)).toMatchObject({ data: { trouble: expected } });
    expect(stream.view.trouble).toEqual(expected);
    await using late = new Stream(client);
    await late.next();
    expect(late.view.trouble).toEqual(expected);

    clock.advance(60_000);
    await setImmediate();
    expect(house.gateway.parts.ledger.openAsks()).toEqual([]);
    fault.end();
    clock.advance(60_000);
    expect(await stream.until(isStatus)).toMatchObject({ data: {} });
    expect(stream.view).not.toHaveProperty('trouble');
    const { entries } = await client.readLog({});
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'store_recovered', data: expect.objectContaining({ since }) as unknown }),
    );
  });

  test('the log says once what is wrong, not with every write', async () => {
    const said: string[] = [];
    const say = (_detail: object, message: string) => said.push(message);
    await using house = await stage(makeFault, { info: () => undefined, warn: say, error: say });
    const { agent, fault, clock } = house;
    fault.begin();
    for (let index = 0; index < 5; index++) {
      agent.say('x'.repeat(100_000));
      agent.endTurn();
    }
    expect(said).toEqual(['the database cannot be written']);
    fault.end();
    clock.advance(60_000);
    expect(said).toEqual(['the database cannot be written', 'the database can be written again']);
  });

  test('[L7] what happened meanwhile is written once it can be: steps, sessions, messages', async () => {
    await using house = await stage(makeFault);
    const { client, session, agent, fault, clock, database } = house;
    const outcome = agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    const [ask] = house.openAsks();
    fault.begin();
    await client.interrupt(session.id);
    expect(await outcome).toEqual({ type: 'withdrawn', reason: 'interrupted' });
    agent.say('x'.repeat(200_000));
    agent.endTurn();
    fault.end();
    clock.advance(60_000);
    const row = (sql: string, id: string) => String(database.relaxed.get(sql, id)?.['json']);
    expect(row('SELECT json FROM asks WHERE id = ?', ask!.id)).toContain('"state":"withdrawn"');
    expect(row('SELECT json FROM sessions WHERE id = ?', session.id)).toContain('"state":"user_turn"');
    const count = database.relaxed.get('SELECT count(*) AS count FROM messages WHERE session_id = ?', session.id);
    expect(count).toEqual({ count: 4 });
    expect(house.gateway.parts.auditLog.ofAsk(ask!.id).map(({ type }) => type)).toEqual([
      'ask_opened',
      'ask_withdrawn',
    ]);
  });
});

describe('a conversation cannot be read', () => {
  const unreadable = async ({ relaxed }: Database): Promise<Fault> => {
    const { all } = relaxed;
    const failing: typeof all = (sql, ...values) => {
      if (sql.includes('FROM messages')) throw new BeckonError('store_unavailable', 'The disk reports errors.');
      return all(sql, ...values);
    };
    return { begin: () => void (relaxed.all = failing), end: () => void (relaxed.all = all) };
  };

  test('[L7] an agent that dies meanwhile leaves its ask parked', async () => {
    await using house = await stage(unreadable);
    house.fault.begin();
    const outcome = house.agent.call(approvalDraft());
    house.agent.die('killed');
    expect(await outcome).toEqual({ type: 'parked' });
    expect(house.openAsks()).toMatchObject([{ toolCallId: 'toolu_1', parked: { reason: 'agent_gone' } }]);
    await house.client.denyTool(house.session.id, { toolCallId: 'toolu_1' });
    await settle();
    expect(await house.driver.agent(house.session.id).returned).toMatchObject({ answer: { type: 'deny' } });
  });

  test('[L6] what is said meanwhile is in it, and written, once it can be read', async () => {
    await using house = await stage(unreadable);
    const { client, session, agent, fault, database } = house;
    fault.begin();
    agent.say('one');
    agent.say('two');
    agent.endTurn();
    await expect(client.listMessages(session.id)).rejects.toMatchObject({ code: 'store_unavailable' });
    fault.end();
    const { messages } = await client.listMessages(session.id);
    expect(JSON.stringify(messages)).toMatch(/"one".*"two"/);
    const count = database.relaxed.get('SELECT count(*) AS count FROM messages WHERE session_id = ?', session.id);
    expect(count).toEqual({ count: messages.length });
  });
});

describe('the file is damaged while the gateway runs', () => {
  const pageSize = 4096;
  const marker = 'MARKER '.repeat(300);

  /** A gateway in which a parked ask waits, and whose database has lost what was said in that session before. */
  async function damaged() {
    const folder = tempFolder();
    const databasePath = folder.at('beckon.db');
    const before = await waiting(approvalDraft(), { databasePath });
    for (let index = 0; index < 60; index++) before.agent.say(marker);
    await before[Symbol.asyncDispose]();
    const house = await testGateway('memory', { databasePath, drivers: [before.driver] });
    await settle();
    const bytes = readFileSync(databasePath);
    for (let page = 0; page < bytes.length; page += pageSize) {
      if (bytes.subarray(page, page + pageSize).includes('MARKER')) bytes.fill(0xff, page, page + 64);
    }
    writeFileSync(databasePath, bytes, { flag: 'r+' });
    return {
      client: house.gateway.connect('this test'),
      id: before.id,
      latest: before.latest,
      async [Symbol.asyncDispose]() {
        await house[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      },
    };
  }

  test('[L2] an answer that can be written is, and is delivered', async () => {
    await using house = await damaged();
    await house.client.approveTool(house.id, { toolCallId: 'toolu_1' });
    await settle();
    expect(await house.latest().returned).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
    expect((await house.client.listAsks({ state: 'all' })).asks).toMatchObject([{ state: 'delivered' }]);
  });

  test('its person is told so, whoever comes later too', async () => {
    await using house = await damaged();
    await using stream = new Stream(house.client);
    await stream.next();
    const error = await failure(house.client.listMessages(house.id));
    expect(error).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('is damaged') as string,
    });
    const trouble = { code: 'store_unavailable', message: error.message };
    expect(await stream.until(isStatus)).toMatchObject({ data: { trouble } });
    await using late = new Stream(house.client);
    await late.next();
    expect(late.view.trouble).toMatchObject(trouble);
  });
});
