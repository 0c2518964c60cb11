import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { ScriptedDriver } from '../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { about } from '../../../../tests/support/testGateway.ts';
import type { AgentHost, AgentSpec } from '../drivers/driver.ts';
import { openGateway } from '../gateway.ts';
import { silentLog } from '../logger.ts';
import { newMemory } from '../store/memory/memoryTables.ts';
import { createMemoryAttemptStore } from '../store/memory/memoryAttemptStore.ts';
import { attemptId, Attempts } from './attempts.ts';

/** An agent whose prompts come back through its transcript, as a terminal's do. */
class TerminalLike extends ScriptedDriver {
  override async start(spec: AgentSpec, host: AgentHost) {
    return Object.assign(await super.start(spec, host), { tellsPrompts: true });
  }
}

/** A gateway over the same files as the one before it. */
function startedOn(folder: { path: string }, driver: ScriptedDriver) {
  return openGateway({ drivers: [driver], about, clock: new TestClock(), databasePath: `${folder.path}/beckon.db` });
}

const sentTo = ({ agents }: ScriptedDriver) =>
  agents.flatMap(({ sent }) => sent.flatMap(({ parts }) => parts.map((part) => 'text' in part && part.text)));

describe('[L1] the same again, with the same key, after the gateway has stopped and started', () => {
  test.each([
    ['an agent of the SDK', ScriptedDriver],
    ['an agent in a terminal', TerminalLike],
  ])('does not send a message twice: %s', async (_, Driver) => {
    using folder = tempFolder();
    const message = { content: 'Deploy it.', clientKey: 'one' };
    const driver = new Driver();
    await using gateway = await startedOn(folder, driver);
    const { id } = await gateway.connect('a phone').createSession({ cwd: folder.path });
    await gateway.connect('a phone').sendMessage(id, message);
    expect(sentTo(driver)).toEqual(['Deploy it.']);
    await gateway.close();

    const next = new Driver();
    await using restarted = await startedOn(folder, next);
    await restarted.connect('a phone').sendMessage(id, message);
    expect(sentTo(next)).toEqual([]);
    await restarted.connect('a phone').sendMessage(id, { ...message, clientKey: 'two' });
    expect(sentTo(next)).toEqual(['Deploy it.']);
  });

  test('does not create a session twice', async () => {
    using folder = tempFolder();
    const request = { cwd: folder.path, prompt: 'Count.', clientKey: 'one' };
    await using gateway = await startedOn(folder, new ScriptedDriver());
    const { id } = await gateway.connect('a phone').createSession(request);
    await gateway.close();

    const driver = new ScriptedDriver();
    await using restarted = await startedOn(folder, driver);
    expect((await restarted.connect('a phone').createSession(request)).id).toBe(id);
    expect((await restarted.connect('a phone').listSessions()).sessions).toHaveLength(1);
    expect(driver.agents).toEqual([]);
  });

  test('goes on with a session whose creation a crash has cut short', async () => {
    using folder = tempFolder();
    const request = { cwd: folder.path, prompt: 'Count.', clientKey: 'one' };
    const driver = new ScriptedDriver();
    let letStart = () => {};
    driver.startGate = new Promise((resolve) => (letStart = resolve));
    await using gateway = await startedOn(folder, driver);
    const cutShort = gateway.connect('a phone').createSession(request);
    await expect.poll(() => gateway.parts.sessions.list().sessions).toHaveLength(1);

    // The first gateway stands still, so its files are as `kill -9` leaves them.
    const next = new ScriptedDriver();
    await using restarted = await startedOn(folder, next);
    const session = await restarted.connect('a phone').createSession(request);
    expect(session.state).toBe('assistant_turn');
    expect(sentTo(next)).toEqual(['Count.']);
    expect((await restarted.connect('a phone').listSessions()).sessions).toHaveLength(1);
    letStart();
    await cutShort;
  });
});

describe('attempts', () => {
  function opened() {
    const { tables } = newMemory();
    const clock = new TestClock();
    let isBroken = false;
    const store = createMemoryAttemptStore({
      tables,
      write(_, work) {
        if (isBroken) throw new BeckonError('store_unavailable', 'The disk is full.');
        return tables.transaction(work);
      },
    });
    return {
      attempts: new Attempts({ store, clock, log: silentLog }),
      clock,
      count: () => tables.attempts.inOrder().length,
      breakDisk: (broken: boolean) => void (isBroken = broken),
    };
  }

  test('are forgotten after a week, so that they take no more room than a week of work', async () => {
    const house = opened();
    for (let day = 0; day < 30; day++) {
      for (let index = 0; index < 10; index++) await house.attempts.once(`${day}-${index}`, async () => undefined);
      house.clock.advance(24 * 60 * 60_000);
    }
    // The last seven days, and the day at whose end they begin.
    expect(house.count()).toBe(80);
  });

  test('are remembered while they cannot be written, and written once they can', async () => {
    const house = opened();
    let acts = 0;
    const act = async () => void (acts += 1);
    house.breakDisk(true);
    await house.attempts.once('a', act);
    await house.attempts.once('a', act);
    expect(acts).toBe(1);
    house.breakDisk(false);
    await house.attempts.once('b', act);
    expect(house.count()).toBe(2);
  });

  test('go by a name that is a UUID, the same for the same key and content only', () => {
    const names = [attemptId('k', 'a'), attemptId('k', 'b'), attemptId('ka'), attemptId('l', 'a')];
    expect(attemptId('k', 'a')).toBe(names[0]);
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
