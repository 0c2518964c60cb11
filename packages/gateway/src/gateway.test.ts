import { describe, expect, test } from 'vitest';
import { ScriptedDriver } from '../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../tests/support/tempFolder.ts';
import { about } from '../../../tests/support/testGateway.ts';
import type { Driver } from './drivers/driver.ts';
import { openGateway } from './gateway.ts';
import { openSqliteStores } from './store/sqlite/sqliteStores.ts';

/** Two drivers and a database, each of which says when it is closed. */
async function parts() {
  const folder = tempFolder();
  const closed: string[] = [];
  const closing = (driver: Driver, name: Driver['name'], close: () => void): Driver =>
    Object.assign(driver, {
      name,
      async close() {
        closed.push(name);
        close();
      },
    });
  const stores = await openSqliteStores(folder.at('beckon.db'));
  return {
    closed,
    folder,
    stores: {
      ...stores,
      disk: {
        ...stores.disk,
        close() {
          closed.push('database');
          stores.disk.close();
        },
      },
    },
    driver: (name: Driver['name'], close = () => {}) => closing(new ScriptedDriver(), name, close),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const broken = () => {
  throw new Error('it cannot be closed');
};

describe('closing a gateway', () => {
  test('a driver that cannot be closed keeps neither the others nor the database open', async () => {
    using stage = await parts();
    const drivers = [stage.driver('sdk', broken), stage.driver('terminal')];
    const gateway = await openGateway({ drivers, about, stores: stage.stores });
    await expect(gateway.close()).rejects.toThrow('it cannot be closed');
    expect(stage.closed).toEqual(['sdk', 'terminal', 'database']);
  });
});

describe('a gateway that cannot be opened', () => {
  test.each(['endLeftovers', 'watch'] as const)('closes all that it had opened, where %s fails', async (step) => {
    using stage = await parts();
    const failing = Object.assign(stage.driver('terminal'), {
      async [step]() {
        throw new Error('no tmux');
      },
    });
    const drivers = [stage.driver('sdk', broken), failing];
    const opened = openGateway({ drivers, about, stores: stage.stores });
    await expect(opened).rejects.toThrow('no tmux');
    expect(stage.closed.toSorted()).toEqual(['database', 'sdk', 'terminal']);
  });

  test('waits for a driver that is still looking around before it closes it', async () => {
    using stage = await parts();
    let isLooking = true;
    const slow = Object.assign(
      stage.driver('sdk', () => stage.closed.push(`looking: ${isLooking}`)),
      {
        async watch() {
          await new Promise((resolve) => setImmediate(resolve));
          isLooking = false;
        },
      },
    );
    const failing = Object.assign(stage.driver('terminal'), {
      async watch() {
        throw new Error('no tmux');
      },
    });
    await expect(openGateway({ drivers: [slow, failing], about, stores: stage.stores })).rejects.toThrow('no tmux');
    expect(stage.closed).toContain('looking: false');
  });
});
