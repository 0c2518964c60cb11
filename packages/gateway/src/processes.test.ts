import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { leaveZombie } from '../../../tests/support/zombie.ts';
import { isRunning, startOf } from './processes.ts';

test('a process that runs is known by its start', async () => {
  const one = await startOf(process.pid);
  expect(one).toMatch(/\S/);
  expect(await startOf(process.pid)).toBe(one);
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  expect(await startOf(other.pid!)).not.toBe(one);
  other.kill();
  await once(other, 'exit');
  expect(await startOf(other.pid!)).toBeUndefined();
});

test('one that was killed has ended, whether its parent has asked or not', async () => {
  await using zombie = await leaveZombie();
  expect(() => process.kill(zombie.pid, 0)).not.toThrow();
  expect(await isRunning(zombie.pid)).toBe(false);
});
