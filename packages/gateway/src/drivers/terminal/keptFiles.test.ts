import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { BeckonError } from '@beckon/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { KeptFiles } from './keptFiles.ts';

let folder: TempFolder;
let troubles: BeckonError[];
let files: KeptFiles;
beforeEach(() => {
  folder = tempFolder();
  troubles = [];
  files = new KeptFiles((error) => troubles.push(error));
  mkdirSync(folder.at('kept'));
});
afterEach(() => folder[Symbol.dispose]());

const path = (name: string) => folder.at(`kept/${name}`);
const content = (name: string) => readFileSync(path(name), 'utf8');

/** In place of the folder there is a file: nothing in it can be written, or removed, by anyone. */
function breakFolder(): void {
  rmSync(folder.at('kept'), { recursive: true });
  writeFileSync(folder.at('kept'), '');
}

function mendFolder(): void {
  rmSync(folder.at('kept'));
  mkdirSync(folder.at('kept'));
}

test('a file is written at once, for its owner alone, and removed at once', () => {
  files.replace(path('a'), 'one', 0o600);
  expect(content('a')).toBe('one');
  expect(statSync(path('a')).mode & 0o777).toBe(0o600);
  files.remove(path('a'));
  expect(readdirSync(folder.at('kept'))).toEqual([]);
  expect(troubles).toEqual([]);
});

test('what cannot be written is reported once, and the last of it written when it can be', () => {
  breakFolder();
  files.replace(path('a'), 'one', 0o600);
  files.replace(path('a'), 'two', 0o600);
  files.replace(path('b'), 'three', 0o600);
  files.writeUnwritten();
  expect(troubles).toMatchObject([{ code: 'store_unavailable', cause: { code: 'ENOTDIR' } }]);
  mendFolder();
  files.writeUnwritten();
  expect([content('a'), content('b')]).toEqual(['two', 'three']);
  expect(troubles).toHaveLength(1);

  breakFolder();
  files.replace(path('a'), 'four', 0o600);
  expect(troubles).toHaveLength(2);
});

test('a file that was to be written and then to be gone does not come back', () => {
  breakFolder();
  files.replace(path('a'), 'one', 0o600);
  files.remove(path('a'));
  mendFolder();
  writeFileSync(path('a'), 'old');
  files.writeUnwritten();
  expect(readdirSync(folder.at('kept'))).toEqual([]);
});

test('one that cannot be written leaves nothing half done beside it', () => {
  mkdirSync(path('a'));
  files.replace(path('a'), 'one', 0o600);
  expect(troubles).toHaveLength(1);
  expect(readdirSync(folder.at('kept'))).toEqual(['a']);
});

test('whoever needs them written hears that they are not, and when they all are', async () => {
  await files.allWritten();
  breakFolder();
  files.replace(path('a'), 'one', 0o600);
  expect(() => files.requireWritten([path('b')])).not.toThrow();
  expect(() => files.requireWritten([path('b'), path('a')])).toThrow(
    'Check that the disk is neither full nor read-only.',
  );
  let isWritten = false;
  const written = files.allWritten().then(() => (isWritten = true));
  files.writeUnwritten();
  await Promise.resolve();
  expect(isWritten).toBe(false);
  mendFolder();
  files.writeUnwritten();
  await written;
  expect(() => files.requireWritten([path('a')])).not.toThrow();
});

test('a mistake of ours is no trouble of the disk’s', () => {
  expect(() => files.replace(path('a\0b'), 'one', 0o600)).toThrow(TypeError);
  expect(troubles).toEqual([]);
});
