// A disk that is really full under the whole gateway: a small tmpfs of its own.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { call, scriptedPrompt } from '@beckon/demo-model';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../packages/gateway/src/store/sqlite/database.ts';
import { loadSqlite } from '../../packages/gateway/src/store/sqlite/sqlite.ts';
import { approvalDraft } from '../support/asks.ts';
import { startBeckon } from '../support/beckon.ts';
import type { TempFolder } from '../support/tempFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { testGateway } from '../support/testGateway.ts';
import { failure } from '../support/transportStage.ts';

const versionOne = readFileSync(
  new URL('../../packages/gateway/src/store/sqlite/fixtures/version-1.sql', import.meta.url),
  'utf8',
);

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;

/** A folder on a disk of 16 MB. */
function smallDisk(): TempFolder | undefined {
  const folder = tempFolder();
  if (!mount('-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder.path)) {
    folder[Symbol.dispose]();
    return undefined;
  }
  return {
    ...folder,
    [Symbol.dispose]() {
      // Lazily, because the library for Node 20 holds files open until its garbage is collected.
      spawnSync('umount', ['--lazy', folder.path]);
      folder[Symbol.dispose]();
    },
  };
}

const canMount = (() => {
  using disk = smallDisk();
  return disk !== undefined;
})();

function fill(path: string, leftBytes = 0): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(`${path}/filler`, Buffer.alloc(bavail * bsize - leftBytes));
}

describe.skipIf(!canMount)('a disk of its own (skipped where no tmpfs can be mounted: that takes root)', () => {
  test('[L2] [L3] [L4] while it is full nothing is acknowledged or approved; then all goes on', async () => {
    using disk = smallDisk()!;
    await using house = await testGateway('memory', { databasePath: disk.at('beckon.db') });
    const { gateway, driver, clock } = house;
    const client = gateway.connect('this test');
    const session = await client.createSession({ cwd: disk.path });
    const agent = driver.agent(session.id);
    const outcome = agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    fill(disk.path);
    const reply = { toolCallId: 'toolu_1', updatedInput: { command: 'x'.repeat(1_000_000) } };
    const error = await failure(client.approveTool(session.id, reply));
    expect(error).toMatchObject({ code: 'store_unavailable', message: expect.stringContaining('is full') as string });
    const second = agent.call({
      ...approvalDraft({ input: { command: 'y'.repeat(1_000_000) } }),
      toolCallId: 'toolu_2',
    });
    clock.advance(60_000);
    await setImmediate();
    expect(gateway.parts.ledger.openAsks()).toMatchObject([{ toolCallId: 'toolu_1' }]);

    rmSync(disk.at('filler'));
    // So large an input takes several writes, each of which may have to wait for the disk.
    await expect
      .poll(() => {
        clock.advance(60_000);
        return gateway.parts.ledger.openAsks().map(({ toolCallId }) => toolCallId);
      })
      .toEqual(['toolu_1', 'toolu_2']);
    await client.approveTool(session.id, reply);
    await client.denyTool(session.id, { toolCallId: 'toolu_2' });
    expect(await outcome).toMatchObject({ answer: { type: 'approve' } });
    expect(await second).toMatchObject({ answer: { type: 'deny' } });
    expect((await client.readLog()).entries).toContainEqual(expect.objectContaining({ type: 'store_recovered' }));
  });

  test('[L2] a gateway that was killed starts again on it, and shows what waits', async () => {
    using disk = smallDisk()!;
    await using beckon = await startBeckon({ stateDir: disk.at('state') });
    const prompt = scriptedPrompt([{ blocks: [call('Bash', { command: 'touch waits.txt', description: 'A test' })] }]);
    await beckon.transport.createSession({ cwd: beckon.workspace, prompt });
    const open = async () => (await beckon.transport.listAsks()).asks.map(({ input }) => input['command']);
    await expect.poll(open, { timeout: 20_000 }).toEqual(['touch waits.txt']);
    await beckon.crash();
    fill(disk.path);
    await beckon.restart();
    expect(await open()).toEqual(['touch waits.txt']);
    rmSync(disk.at('filler'));
  });

  test('a database that must be changed stays as it is while there is no room for a copy of it', async () => {
    using disk = smallDisk()!;
    const path = disk.at('beckon.db');
    const { DatabaseSync } = await loadSqlite();
    const old = new DatabaseSync(path);
    old.exec(`${versionOne}; CREATE TABLE padding AS SELECT zeroblob(4000000) AS data`);
    old.close();
    fill(disk.path, 1_000_000);
    await expect(openDatabase(path)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('Nothing was changed') as string,
    });
    const after = new DatabaseSync(path);
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
    after.close();
    rmSync(disk.at('filler'));
    const database = await openDatabase(path);
    expect(database.durable.get('PRAGMA user_version')).toEqual({ user_version: 9 });
    database.close();
  });
});
