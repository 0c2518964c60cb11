// The database cannot be written while an agent asks: the page says so, nothing runs, and all goes on by itself.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSqlite } from '../../packages/gateway/src/store/sqlite/sqlite.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

/** As another program would that has the gateway's database open. */
async function lockDatabase(): Promise<{ release(): void }> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(join(scene.beckon.stateDir, 'beckon.db'));
  database.exec('PRAGMA busy_timeout = 2000; BEGIN EXCLUSIVE');
  return { release: () => database.close() };
}

it('[L2] [L4] an answer that cannot be kept is refused, nothing runs, and the same press works once it can be', async () => {
  const ada = await scene.person();
  await ada.startScenario('Run a command');
  await ada.forms('wc -w notes.txt > counts.txt').waitFor();
  const lock = await lockDatabase();
  const said = ada.page.getByRole('alert').filter({ hasText: 'Another program holds Beckon’s database' });
  await ada.approve();
  // At the top of the page, and where the button was pressed.
  await expect.poll(() => said.count(), { timeout: 10_000 }).toBe(2);
  await ada.forms('wc -w notes.txt > counts.txt').waitFor();
  expect(scene.workspace.has('counts.txt')).toBe(false);

  lock.release();
  await expect.poll(() => said.count(), { timeout: 40_000 }).toBe(1);
  await ada.approve();
  await ada.agentSaying(/Saved to counts.txt/).waitFor();
  expect(scene.workspace.has('counts.txt')).toBe(true);
});

it('[L3] an ask that cannot be kept is shown once it can be, and is not answered before', async () => {
  const ada = await scene.person();
  await ada.goToNewSession();
  const lock = await lockDatabase();
  await ada.startScenario('Write a file');
  await ada.page.getByRole('alert').filter({ hasText: 'Another program holds' }).first().waitFor();
  expect(await ada.forms('SUMMARY.md').count()).toBe(0);
  lock.release();
  await ada.forms('SUMMARY.md').waitFor({ timeout: 40_000 });
  await ada.approve();
  await ada.seesTurnEnd();
});
