import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { systemClock } from '../../clock.ts';
import { Leftovers } from './leftovers.ts';

test('what cannot be read there keeps no gateway from starting', async () => {
  using folder = tempFolder();
  const onTrouble = vi.fn<(error: unknown) => void>();
  const leftovers = new Leftovers(folder.at('agents'), { onTrouble, clock: systemClock });
  mkdirSync(folder.at('agents/a-folder'));
  await leftovers.end();
  rmSync(folder.at('agents'), { recursive: true });
  await leftovers.end();
  const codes = onTrouble.mock.calls.map(([error]) => (error as NodeJS.ErrnoException).code);
  expect(codes).toEqual(['EISDIR', expect.any(String), 'ENOENT']);
});

test('a disk that takes nothing keeps no agent from starting or ending', () => {
  using folder = tempFolder();
  const onTrouble = vi.fn<(error: unknown) => void>();
  const leftovers = new Leftovers(folder.at('agents'), { onTrouble, clock: systemClock });
  rmSync(folder.at('agents'), { recursive: true });
  writeFileSync(folder.at('agents'), 'in the way');
  const crossOut = leftovers.note('6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e01', process.pid);
  crossOut();
  expect(onTrouble.mock.calls.map(([error]) => (error as NodeJS.ErrnoException).code)).toEqual(['ENOTDIR', 'ENOTDIR']);
});
