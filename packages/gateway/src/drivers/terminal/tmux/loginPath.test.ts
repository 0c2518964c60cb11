import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginPath, readPath } from './loginPath.ts';

const mark = 'beckon-mark';

test.each([
  [`${mark}/usr/bin:/bin${mark}`, '/usr/bin:/bin'],
  [`Welcome!\nPATH=/evil\n${mark}/opt/a b/bin${mark}\n% `, '/opt/a b/bin'],
  [`${mark}${mark}`, undefined],
  [`${mark}relative:.${mark}`, undefined],
  [`${mark}/bin\n/evil${mark}`, undefined],
  [`${mark}/bin\u001b[31m${mark}`, undefined],
  [`${mark}/bin`, undefined],
  ['', undefined],
])('of %j the path is %j', (printed, path) => {
  expect(readPath(printed, mark)).toBe(path);
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('[C12] the login shell is asked, through all that its start-up files print', async () => {
  writeFileSync(
    join(home, '.bash_profile'),
    'echo "PATH=/evil"; echo noise >&2; printf "\\0\\377"; export PATH=/opt/tools:$PATH\n',
  );
  expect(await loginPath({ HOME: home, PATH: '/usr/bin:/bin' }, '/bin/bash')).toMatch(/^\/opt\/tools:/);
});

test('a shell that is none, or fails, gives no path', async () => {
  const failing = join(home, 'failing');
  writeFileSync(failing, '#!/bin/sh\nexit 3\n');
  chmodSync(failing, 0o755);
  expect(await loginPath({ HOME: home, PATH: '/bin' }, failing)).toBeUndefined();
  expect(await loginPath({ HOME: home, PATH: '/bin' }, join(home, 'missing'))).toBeUndefined();
  expect(await loginPath({ HOME: home, PATH: '/bin' }, 'relative/shell')).toBeUndefined();
});
