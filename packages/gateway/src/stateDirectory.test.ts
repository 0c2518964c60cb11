import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../tests/support/tempFolder.ts';
import { openStateDirectory, readAnnouncement, tokenPath } from './stateDirectory.ts';

const fileMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('openStateDirectory', () => {
  test('makes the folder for its owner alone, with a token for its owner alone', async () => {
    using folder = tempFolder();
    const path = folder.at('deep/state');
    const state = await openStateDirectory(path);
    expect(fileMode(path)).toBe('700');
    expect(fileMode(tokenPath(path))).toBe('600');
    expect(state.token).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(tokenPath(path), 'utf8').trim()).toBe(state.token);
    state.release();
  });

  test('tightens what is open to others', async () => {
    using folder = tempFolder();
    const path = folder.at('state');
    const { token, release } = await openStateDirectory(path);
    release();
    chmodSync(path, 0o755);
    chmodSync(tokenPath(path), 0o644);
    const state = await openStateDirectory(path);
    expect([fileMode(path), fileMode(tokenPath(path)), state.token]).toEqual(['700', '600', token]);
    state.release();
  });

  test('makes a new token where the old one is too short to be one', async () => {
    using folder = tempFolder();
    writeFileSync(tokenPath(folder.path), 'abc');
    const state = await openStateDirectory(folder.path);
    expect(state.token).toHaveLength(43);
    state.release();
  });

  test('says what is wrong where the path is a file', async () => {
    using folder = tempFolder();
    writeFileSync(folder.at('file'), '');
    await expect(openStateDirectory(folder.at('file'))).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(folder.at('file')) as string,
    });
  });
});

describe('[L10] one writer per state directory', () => {
  test('a second gateway refuses to start and says who holds it', async () => {
    using folder = tempFolder();
    const first = await openStateDirectory(folder.path);
    await expect(openStateDirectory(folder.path)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('another process') as string,
    });
    first.announce('http://127.0.0.1:4517');
    await expect(openStateDirectory(folder.path)).rejects.toMatchObject({
      message: expect.stringContaining(`process ${process.pid} at http://127.0.0.1:4517`) as string,
    });
    first.release();
    (await openStateDirectory(folder.path)).release();
  });

  test('who held it before is not named', async () => {
    using folder = tempFolder();
    const earlier = await openStateDirectory(folder.path);
    earlier.announce('http://127.0.0.1:1');
    earlier.release();
    expect(readAnnouncement(folder.path)).toBeUndefined();
    writeFileSync(folder.at('gateway.json'), JSON.stringify({ pid: 1, url: 'http://127.0.0.1:1' }));
    const state = await openStateDirectory(folder.path);
    await expect(openStateDirectory(folder.path)).rejects.not.toMatchObject({
      message: expect.stringContaining('process 1 ') as string,
    });
    state.release();
  });

  test('a lock file that is broken is not taken for another gateway', async () => {
    using folder = tempFolder();
    writeFileSync(folder.at('lock.db'), 'this is no database '.repeat(100));
    const refused = openStateDirectory(folder.path);
    await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('already runs') as string });
  });

  test('the lock goes with a holder that was killed', async () => {
    using folder = tempFolder();
    const holder = spawn(
      process.execPath,
      ['--input-type=module', '--eval', await holderScript(folder.at('lock.db'))],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(holder, 'exit');
    try {
      await once(holder.stdout, 'data');
      await expect(openStateDirectory(folder.path)).rejects.toMatchObject({ code: 'store_unavailable' });
    } finally {
      holder.kill('SIGKILL');
      await exited;
    }
    (await openStateDirectory(folder.path)).release();
  });
});

test('readAnnouncement reads only what a gateway wrote', async () => {
  using folder = tempFolder();
  expect(readAnnouncement(folder.path)).toBeUndefined();
  for (const text of ['', '{', '{"pid":"1"}', 'null']) {
    writeFileSync(folder.at('gateway.json'), text);
    expect(readAnnouncement(folder.path)).toBeUndefined();
  }
  const state = await openStateDirectory(folder.path);
  state.announce('http://127.0.0.1:1');
  expect(readAnnouncement(folder.path)).toEqual({ pid: process.pid, url: 'http://127.0.0.1:1' });
  expect(fileMode(folder.at('gateway.json'))).toBe('600');
  state.release();
  expect(existsSync(folder.at('gateway.json'))).toBe(false);
});

/** Holds the lock as a gateway does, in plain JavaScript that a bare Node can run. */
async function holderScript(lockPath: string): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBuiltIn = major > 22 || (major === 22 && minor >= 13);
  const library = isBuiltIn ? 'node:sqlite' : import.meta.resolve('@photostructure/sqlite');
  return `
    import { DatabaseSync } from ${JSON.stringify(library)};
    const lock = new DatabaseSync(${JSON.stringify(lockPath)});
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    console.log('held');
    setInterval(() => lock.isOpen, 1_000);`;
}
