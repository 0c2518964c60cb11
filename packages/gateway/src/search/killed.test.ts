// Real processes on real disks: killed in the middle of their work, and with no room left.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { conversationLines } from '../../../../tests/support/conversationLines.ts';
import { indexContent } from '../../../../tests/support/indexContent.ts';
import { Random } from '../../../../tests/support/random.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { openIndex } from './indexFile.ts';
import { startPass } from './processes.ts';
import { takeUp } from './takeUp.ts';
import type { IndexNews } from './work.ts';

const idOf = (number: number) => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;

function writeTranscripts(projects: string, { files, turns }: { files: number; turns: number }): void {
  mkdirSync(join(projects, '-a'), { recursive: true });
  for (let number = 0; number < files; number += 1) {
    appendFileSync(join(projects, '-a', `${idOf(number)}.jsonl`), `${conversationLines(turns, number).join('\n')}\n`);
  }
}

test('killed at any moment, again and again, the index comes out as one that is made anew', async () => {
  using folder = tempFolder();
  const projects = folder.at('projects');
  const random = new Random(11);
  const scope = { projects, leftOut: [] };
  const work = { ...scope, path: folder.at('search.db') };
  for (let round = 0; round < 5; round += 1) {
    writeTranscripts(projects, { files: 6, turns: 40 });
    const pass = startPass(work, () => undefined);
    // Somewhere between its start and its end, which is when it has written everything.
    await wait(100 + random.below(500));
    pass.kill();
    await pass.ended;
  }
  await startPass(work, () => undefined).ended;
  using index = await openIndex(work.path, scope);
  using anew = await openIndex(folder.at('anew.db'), scope);
  await takeUp(anew, scope);
  expect(indexContent(index)).toEqual(indexContent(anew));
});

test('whoever takes up for a gateway that was killed stops, and is not in the way of the next one', async () => {
  using folder = tempFolder();
  const scope = { projects: folder.at('projects'), leftOut: [] };
  mkdirSync(join(scope.projects, '-a'), { recursive: true });
  // Many short ones: they are written thousands at a time.
  const line = (uuid: number) =>
    JSON.stringify({ type: 'user', uuid: `u${uuid}`, message: { content: `word ${uuid}` } });
  const lines = Array.from({ length: 40_000 }, (_, number) => `${line(number)}\n`);
  writeFileSync(join(scope.projects, '-a', `${idOf(1)}.jsonl`), lines.join(''));
  const script = new URL('../../dist/search/searchProcess.js', import.meta.url);
  const gateway = spawn(process.execPath, ['--input-type=module', '--eval', gatewayLike], {
    env: { SCRIPT: script.pathname, WORK: JSON.stringify({ ...scope, path: folder.at('search.db') }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = (await once(gateway.stdout, 'data')) as [Buffer];
  const pid = Number(told.toString());
  // It has kept a first piece. What it does from here on it does for nobody.
  process.kill(pid, 'SIGSTOP');
  gateway.kill('SIGKILL');
  await once(gateway, 'exit');
  process.kill(pid, 'SIGCONT');
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
  using index = await openIndex(folder.at('search.db'), scope);
  const read = () => Number(index.get('SELECT sum(offset) AS bytes FROM files')?.['bytes']);
  const readThen = read();
  const { totalBytes } = await takeUp(index, scope);
  expect(readThen).toBeLessThan(totalBytes);
  expect(read()).toBe(totalBytes);
}, 60_000);

const gatewayLike = `
  import { fork } from 'node:child_process';
  const child = fork(process.env.SCRIPT, ['index'], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.once('message', () => console.log(child.pid));
  child.send(JSON.parse(process.env.WORK));`;

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const canMount = (() => {
  using folder = tempFolder();
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder.path]).status === 0;
  if (isMounted) spawnSync('umount', ['--lazy', folder.path]);
  return isMounted;
})();

test.runIf(canMount)('on a full disk it says so and keeps what it has; with room again it goes on', async () => {
  using folder = tempFolder();
  const projects = folder.at('projects');
  writeTranscripts(projects, { files: 8, turns: 200 });
  const disk = folder.at('disk');
  mkdirSync(disk);
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status).toBe(0);
  try {
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(11_300_000));
    const scope = { projects, leftOut: [] };
    const work = { ...scope, path: join(disk, 'search.db') };
    const news: IndexNews[] = [];
    await startPass(work, (one) => news.push(one)).ended;
    expect(news.at(-1)).toEqual({
      is: 'failed',
      message: 'The disk is full: nothing new can be found until there is room.',
    });
    rmSync(join(disk, 'ballast'));
    await startPass(work, (one) => news.push(one)).ended;
    expect(news.at(-1)).toMatchObject({ is: 'done' });
    using index = await openIndex(work.path, scope);
    using anew = await openIndex(folder.at('anew.db'), scope);
    await takeUp(anew, scope);
    expect(indexContent(index)).toEqual(indexContent(anew));
  } finally {
    spawnSync('umount', ['--lazy', disk]);
  }
});
