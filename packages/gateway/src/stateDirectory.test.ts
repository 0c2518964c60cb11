import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../tests/support/asks.ts';
import { ScriptedDriver } from '../../../tests/support/scriptedDriver.ts';
import type { TempFolder } from '../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../tests/support/tempFolder.ts';
import { about } from '../../../tests/support/testGateway.ts';
import { openGateway } from './gateway.ts';
import { openStateDirectory, runningGateway, tokenPath, whyNone } from './stateDirectory.ts';

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
      message: expect.stringMatching(/cannot use .*file as its state directory: EEXIST: file already exists/) as string,
    });
  });

  test('is let go of, in silence, where its announcement cannot be removed', async () => {
    using folder = tempFolder();
    const state = await openStateDirectory(folder.path);
    // Not even the user that may write anywhere removes a folder as if it were a file.
    mkdirSync(folder.at('gateway.json/x'), { recursive: true });
    state.release();
    rmSync(folder.at('gateway.json'), { recursive: true });
    (await openStateDirectory(folder.path)).release();
  });
});

describe('everything in the state directory is for its owner alone', () => {
  test('while a gateway runs on it, and after', async () => {
    using folder = tempFolder();
    const state = await openStateDirectory(folder.path);
    state.announce('http://127.0.0.1:1');
    const driver = new ScriptedDriver();
    const gateway = await openGateway({ drivers: [driver], about, databasePath: state.databasePath });
    const { id } = await gateway.connect('a test').createSession({ cwd: folder.path });
    void driver.agent(id).call(approvalDraft());
    const names = ['beckon.db', 'beckon.db-shm', 'beckon.db-wal', 'gateway.json', 'lock.db', 'token'];
    expect(openToOthers(folder.path)).toEqual({ files: expect.arrayContaining(names) as string[], open: [] });
    await gateway.close();
    expect(openToOthers(folder.path).open).toEqual([]);
    state.release();
    expect(openToOthers(folder.path).open).toEqual([]);
  });

  test('also where an earlier version had left it open', async () => {
    using folder = tempFolder();
    for (const name of ['lock.db', 'lock.db-journal', 'beckon.db-wal', 'token'])
      writeFileSync(folder.at(name), '', { mode: 0o644 });
    const state = await openStateDirectory(folder.path);
    expect(openToOthers(folder.path).open).toEqual([]);
    state.release();
  });
});

function openToOthers(path: string) {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return { files, open: files.filter((name) => (statSync(join(path, name)).mode & 0o077) !== 0) };
}

describe('[L10] one writer per state directory', () => {
  test.each<[string, (path: string) => void]>([
    ['removed', () => undefined],
    ['replaced', (path) => mkdirSync(path)],
    ['replaced by a link', (path) => symlinkSync(`${path}-moved`, path)],
  ])('nor does one start in the place of a directory that was %s while the first runs', async (_, replace) => {
    using folder = tempFolder();
    const path = folder.at('state');
    const first = await openStateDirectory(path);
    renameSync(path, `${path}-moved`);
    replace(path);
    await expect(openStateDirectory(path)).rejects.toMatchObject({ code: 'store_unavailable' });
    first.release();
    (await openStateDirectory(path)).release();
  });

  test('and is told that it has been, and which process has it', async () => {
    using folder = tempFolder();
    const path = folder.at('state');
    const first = await openStateDirectory(path);
    rmSync(path, { recursive: true });
    await expect(openStateDirectory(path)).rejects.toThrow(`as process ${process.pid}, though that directory has been`);
    expect(existsSync(path)).toBe(false);
    first.release();
  });

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
    announceFor(folder, 1);
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
    const holder = await hold(folder, 'BEGIN EXCLUSIVE');
    try {
      await expect(openStateDirectory(folder.path)).rejects.toMatchObject({ code: 'store_unavailable' });
    } finally {
      await holder.kill();
    }
    (await openStateDirectory(folder.path)).release();
  });

  test('a command that looks whether it is held, at that very moment, does not keep a gateway from starting', async () => {
    using folder = tempFolder();
    const command = await hold(folder, 'BEGIN; SELECT count(*) FROM sqlite_master');
    try {
      command.letGo();
      (await openStateDirectory(folder.path)).release();
    } finally {
      await command.kill();
    }
  });
});

test('[L10] whoever finds no gateway is told whether none runs, or one whose directory is gone or another', async () => {
  using folder = tempFolder();
  const path = folder.at('state');
  expect(await whyNone(path)).toEqual({ is: 'none' });
  const state = await openStateDirectory(path);
  expect(await whyNone(path)).toEqual({ is: 'starting' });
  const pid = String(process.pid);
  rmSync(path, { recursive: true });
  expect(await whyNone(path)).toEqual({ is: 'removed', pid });
  mkdirSync(path);
  expect(await whyNone(path)).toEqual({ is: 'replaced', pid });
  state.release();
  expect(await whyNone(path)).toEqual({ is: 'none' });
});

describe('runningGateway', () => {
  test('is the one that holds the state directory, from when it says where it is', async () => {
    using folder = tempFolder();
    const state = await openStateDirectory(folder.path);
    expect(await runningGateway(folder.path)).toBeUndefined();
    state.announce('http://127.0.0.1:1');
    expect(await runningGateway(folder.path)).toEqual({ pid: process.pid, url: 'http://127.0.0.1:1' });
    expect(fileMode(folder.at('gateway.json'))).toBe('600');
    // To look is not to take.
    await expect(openStateDirectory(folder.path)).rejects.toMatchObject({ code: 'store_unavailable' });
    state.release();
    expect(existsSync(folder.at('gateway.json'))).toBe(false);
    expect(await runningGateway(folder.path)).toBeUndefined();
  });

  test('is none whose announcement is not a gateway’s', async () => {
    using folder = tempFolder();
    const state = await openStateDirectory(folder.path);
    for (const text of ['', '{', '{"pid":"1"}', 'null']) {
      writeFileSync(folder.at('gateway.json'), text);
      expect(await runningGateway(folder.path)).toBeUndefined();
    }
    state.release();
  });

  test('is none that was killed, even where its number is another process’s now', async () => {
    using folder = tempFolder();
    const holder = await hold(folder, 'BEGIN EXCLUSIVE');
    announceFor(folder, process.pid);
    try {
      expect(await runningGateway(folder.path)).toMatchObject({ pid: process.pid });
    } finally {
      await holder.kill();
    }
    expect(await runningGateway(folder.path)).toBeUndefined();
    expect(existsSync(folder.at('gateway.json'))).toBe(true);
  });

  test('is none because another command looks at the same moment', async () => {
    using folder = tempFolder();
    announceFor(folder, process.pid);
    const command = await hold(folder, 'BEGIN; SELECT count(*) FROM sqlite_master');
    try {
      expect(await runningGateway(folder.path)).toBeUndefined();
    } finally {
      await command.kill();
    }
  });

  test('is looked for without a trace: no folder and no file is made', async () => {
    using folder = tempFolder();
    expect(await runningGateway(folder.at('nowhere'))).toBeUndefined();
    announceFor(folder, process.pid);
    expect(await runningGateway(folder.path)).toBeUndefined();
    expect(readdirSync(folder.path)).toEqual(['gateway.json']);
  });

  test.each<[string, (lockPath: string) => void]>([
    ['no database', (path) => writeFileSync(path, 'this is no database '.repeat(100))],
    ['a folder', (path) => mkdirSync(path)],
  ])('goes by its process where the lock cannot be tried, as with one that is %s', async (_, spoil) => {
    using folder = tempFolder();
    spoil(folder.at('lock.db'));
    announceFor(folder, process.pid);
    expect(await runningGateway(folder.path)).toMatchObject({ pid: process.pid });
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'exit');
    announceFor(folder, ended.pid!);
    expect(await runningGateway(folder.path)).toBeUndefined();
  });
});

/** As a gateway leaves it that was killed. */
function announceFor(folder: TempFolder, pid: number): void {
  writeFileSync(folder.at('gateway.json'), JSON.stringify({ pid, url: 'http://127.0.0.1:1' }));
}

/** Another process with a lock of that kind on the state directory. */
async function hold(folder: TempFolder, sql: string) {
  const script = await holderScript(folder.at('lock.db'), sql);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    letGo: () => void child.stdin.write('let go'),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** In plain JavaScript that a bare Node can run. */
async function holderScript(lockPath: string, sql: string): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBuiltIn = major > 22 || (major === 22 && minor >= 13);
  const library = isBuiltIn ? 'node:sqlite' : import.meta.resolve('@photostructure/sqlite');
  return `
    import { DatabaseSync } from ${JSON.stringify(library)};
    const lock = new DatabaseSync(${JSON.stringify(lockPath)});
    lock.exec(${JSON.stringify(sql)});
    process.stdin.once('data', () => lock.exec('ROLLBACK'));
    console.log('held');`;
}
