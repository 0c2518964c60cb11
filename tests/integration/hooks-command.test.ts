// `beckon hooks` as a user runs it, with a home of its own.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/tempFolder.ts';

const main = fileURLToPath(new URL('../../packages/gateway/dist/cli/main.js', import.meta.url));

function openHome(settings?: string) {
  const folder = tempFolder();
  mkdirSync(folder.at('.claude'));
  const path = folder.at('.claude/settings.json');
  if (settings !== undefined) writeFileSync(path, settings);
  const beckon = async (...args: string[]) => {
    const env = { PATH: process.env['PATH'], HOME: folder.path };
    const run = promisify(execFile)(process.execPath, [main, 'hooks', ...args], { env });
    run.child.stdin?.end();
    return run.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stderr: string; stdout: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    );
  };
  return {
    beckon,
    path,
    folder,
    read: () => readFileSync(path, 'utf8'),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const settings =
  '{\n  "model": "opus",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }] }\n}\n';

test('[C3] hooks are shown, installed once, seen, and removed without a trace', async () => {
  using home = openHome(settings);
  const installed = await home.beckon('install', '--yes');
  expect(installed).toMatchObject({ code: 0 });
  expect(installed.output).toMatch(/^\+ +"PermissionRequest": \[$|^\+.*"PermissionRequest"/m);
  expect(installed.output).toMatch(/What was there before is in .*settings\.json\.beckon-backup-/);
  const once = home.read();
  expect(once).toContain('say done');
  expect((await home.beckon('install', '--yes')).output).toMatch(/^Already installed/);
  expect(home.read()).toBe(once);
  expect((await home.beckon('status')).output).toMatch(
    /Hooks: +installed.*\nGateway: +does not run.*\nLast hook: none/,
  );
  expect(await home.beckon('uninstall', '--yes')).toMatchObject({ code: 0 });
  expect(home.read()).toBe(settings);
  expect((await home.beckon('status')).output).toMatch(/not installed/);
});

test('[C3] without a yes nothing is changed', async () => {
  using home = openHome(settings);
  const refused = await home.beckon('install');
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/^\+.*PermissionRequest[\s\S]*Nothing was changed[\s\S]*--yes/m);
  expect(home.read()).toBe(settings);
  expect(readdirSync(home.folder.at('.claude'))).toEqual(['settings.json']);
});

test('[C3] a file with comments is left as it is, with a sentence', async () => {
  using home = openHome('{\n  // mine\n}\n');
  const refused = await home.beckon('install', '--yes');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toMatch(
    /was left as it is\. It has a comment, which JSON does not allow, in line 2\. Mend it/,
  );
  expect(home.read()).toBe('{\n  // mine\n}\n');
});
