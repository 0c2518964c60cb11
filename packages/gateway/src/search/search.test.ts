// Search with its real processes, on real files: what is found, what is not there any more, and that a switch takes all of it
// away.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { defaultSettings, type SearchPage } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { failure } from '../../../../tests/support/transportStage.ts';
import { Search } from './search.ts';

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';

function stage() {
  const folder = tempFolder();
  const projects = folder.at('projects');
  mkdirSync(join(projects, '-home-ana-shop'), { recursive: true });
  let settings = { ...defaultSettings };
  const clock = new TestClock();
  const indexPath = folder.at('search.db');
  const options = { indexPath, projects, settings: () => settings, sessionIn: () => undefined, clock };
  const search = new Search(options);
  const pathOf = (id: string) => join(projects, '-home-ana-shop', `${id}.jsonl`);
  return {
    folder,
    clock,
    projects,
    indexPath,
    search,
    pathOf,
    write: (id: string, ...lines: object[]) =>
      appendFileSync(pathOf(id), lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    set(change: Partial<typeof settings>) {
      settings = { ...settings, ...change };
      search.settingsChanged();
    },
    /** Searches until nothing more is being taken up. */
    async find(q: string, more: { limit?: number; before?: string } = {}): Promise<SearchPage> {
      const isBusy = () => {
        clock.advance(2000);
        return search.state.isBusy;
      };
      const rest = async () => {
        await expect.poll(isBusy, { timeout: 20_000 }).toBe(false);
      };
      await rest();
      clock.advance(31_000);
      await search.search({ q, ...more });
      await rest();
      return search.search({ q, ...more });
    },
    async [Symbol.asyncDispose]() {
      await search.close();
      folder[Symbol.dispose]();
    },
  };
}

const at = (minute: number) => ({ timestamp: new Date(Date.UTC(2026, 10, 15, 12, minute)).toISOString() });
const said = (uuid: string, text: string, minute = 0, cwd = '/home/ana/shop') => ({
  type: 'user',
  uuid,
  cwd,
  ...at(minute),
  message: { role: 'user', content: text },
});
const called = (id: string, name: string, input: object, minute = 0) => ({
  type: 'assistant',
  uuid: `a-${id}`,
  cwd: '/home/ana/shop',
  ...at(minute),
  message: { id: `msg_${id}`, model: 'opus', content: [{ type: 'tool_use', id: `toolu_${id}`, name, input }] },
});
const resulted = (id: string, content: string, minute = 0) => ({
  type: 'user',
  uuid: `r-${id}`,
  cwd: '/home/ana/shop',
  ...at(minute),
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content }] },
});

test('what was said, called and answered is found with its passage, the latest first, each at its message', async () => {
  await using house = stage();
  house.write(
    one,
    said('u1', 'Why is the checkout test flaky on Mondays?', 1),
    called('1', 'Bash', { command: 'npm test checkout' }, 2),
  );
  house.write(one, resulted('1', 'FAIL checkout.test.ts: timeout', 3));
  house.write(two, said('u2', 'Unrelated: rename the cart', 4));
  const { hits } = await house.find('checkout');
  expect(hits.map(({ kind, sessionId, messageId }) => [kind, sessionId, messageId])).toEqual([
    ['result', one, 'msg_1'],
    ['call', one, 'msg_1'],
    ['prompt', one, 'u1'],
  ]);
  const [, , prompt] = hits;
  expect(prompt?.snippet).toBe('Why is the checkout test flaky on Mondays?');
  expect(prompt?.marks.map(({ start, end }) => prompt.snippet.slice(start, end))).toEqual(['checkout']);
  expect(prompt).toMatchObject({ cwd: '/home/ana/shop', title: 'Why is the checkout test flaky on Mondays?' });
  expect((await house.find('"test flaky"')).hits).toHaveLength(1);
  expect((await house.find('"flaky test"')).hits).toHaveLength(0);
  expect((await house.find('check')).hits).toHaveLength(3);
  expect((await house.find('checkout -flaky')).hits).toHaveLength(2);
  expect((await house.find('tool:bash')).hits.map(({ kind }) => kind)).toEqual(['call']);
  expect((await house.find('folder:shop rename')).hits).toHaveLength(1);
  expect((await house.find('folder:other rename')).hits).toHaveLength(0);
  expect((await house.find('after:2026-11-16')).hits).toHaveLength(0);
  expect((await house.find('before:2026-11-16')).hits).toHaveLength(4);
  const first = await house.find('checkout', { limit: 2 });
  expect(first.hits).toHaveLength(2);
  const rest = await house.find('checkout', { limit: 2, ...(first.next && { before: first.next }) });
  expect(rest).toMatchObject({ hits: [{ kind: 'prompt' }] });
  expect(rest.next).toBeUndefined();
});

test('what is appended is found, and what is removed is not', async () => {
  await using house = stage();
  house.write(one, said('u1', 'alpha', 1));
  expect((await house.find('alpha')).hits).toHaveLength(1);
  house.write(one, said('u2', 'alphabet', 2));
  expect((await house.find('alphabet')).hits).toHaveLength(1);
  rmSync(house.pathOf(one));
  // Even before a pass has noticed.
  expect((await house.search.search({ q: 'alpha' })).hits).toHaveLength(0);
  expect((await house.find('alpha')).hits).toHaveLength(0);
});

test('switched off, the index is gone at once and nothing can be searched; switched on, it is made anew', async () => {
  await using house = stage();
  house.write(one, said('u1', 'alpha', 1));
  expect((await house.find('alpha')).hits).toHaveLength(1);
  expect(statSync(house.indexPath).mode & 0o777).toBe(0o600);
  house.set({ searchIndex: false });
  for (const end of ['', '-wal', '-shm']) expect(existsSync(`${house.indexPath}${end}`)).toBe(false);
  await expect(house.search.search({ q: 'alpha' })).rejects.toMatchObject({ code: 'search_off' });
  house.search.heard();
  expect(existsSync(house.indexPath)).toBe(false);
  house.set({ searchIndex: true });
  expect((await house.find('alpha')).hits).toHaveLength(1);
});

test('a folder that is left out is not found from that moment on, with all that is below it', async () => {
  await using house = stage();
  house.write(
    one,
    said('u1', 'alpha here', 1, '/home/ana/shop'),
    said('u2', 'alpha there', 2, '/home/ana/secret/deep'),
  );
  expect((await house.find('alpha')).hits).toHaveLength(2);
  house.set({ searchLeavesOut: ['/home/ana/secret'] });
  expect((await house.search.search({ q: 'alpha' })).hits.map(({ cwd }) => cwd)).not.toContain('/home/ana/secret/deep');
  expect((await house.find('alpha')).hits.map(({ cwd }) => cwd)).toEqual(['/home/ana/shop']);
  house.set({ searchLeavesOut: [] });
  expect((await house.find('alpha')).hits).toHaveLength(2);
});

test('a damaged index is made anew', async () => {
  await using house = stage();
  house.write(one, said('u1', 'alpha', 1));
  expect((await house.find('alpha')).hits).toHaveLength(1);
  await house.search.close();
  writeFileSync(house.indexPath, 'this is no database, and was never one'.repeat(500));
  const { indexPath, projects } = house;
  const again = new Search({
    indexPath,
    projects,
    settings: () => defaultSettings,
    sessionIn: () => undefined,
    clock: new TestClock(),
  });
  await again.search({ q: 'alpha' });
  await expect.poll(async () => (await again.search({ q: 'alpha' })).hits.length, { timeout: 20_000 }).toBe(1);
  await again.close();
});

test('bad transcripts are skipped and counted, and all else is found', async () => {
  await using house = stage();
  const project = dirname(house.pathOf(one));
  const idOf = (digit: number) => `3333333${digit}-3333-4333-8333-333333333333`;
  house.write(one, said('u1', 'alpha in a good file', 1));
  appendFileSync(house.pathOf(one), `${'x'.repeat(9_000_000)}\n`);
  appendFileSync(
    house.pathOf(one),
    Buffer.from([
      ...Buffer.from('{"type":"user","uuid":"u9","message":{"content":"alpha '),
      0xff,
      0xfe,
      ...Buffer.from('"}}\n'),
    ]),
  );
  house.write(one, said('u1', 'alpha under an id that was there before', 2));
  house.write(one, {
    type: 'user',
    uuid: 'loop',
    parentUuid: 'loop',
    ...at(3),
    message: { content: 'alpha, its own parent' },
  });
  house.write(
    one,
    { type: 'from-the-future', text: 'alpha' },
    { type: 'assistant', message: 17 },
    { type: 'user', message: null },
  );
  appendFileSync(house.pathOf(one), '{"type":"user","uuid":"cut","message":{"content":"alpha is cu');
  symlinkSync('/etc/hostname', join(project, `${idOf(1)}.jsonl`));
  execFileSync('mkfifo', [join(project, `${idOf(2)}.jsonl`)]);
  mkdirSync(join(project, `${idOf(3)}.jsonl`));
  writeFileSync(join(project, `${idOf(4)}.jsonl`), '');
  writeFileSync(join(project, `${idOf(5)}.jsonl`), '\u0000\u0000[[[\n"text"\n17\nnull\n');
  mkdirSync(join(house.projects, '-closed'));
  writeFileSync(
    join(house.projects, '-closed', `${idOf(6)}.jsonl`),
    `${JSON.stringify(said('u6', 'alpha closed', 4))}\n`,
  );
  chmodSync(join(house.projects, '-closed'), 0);
  const page = await house.find('alpha');
  chmodSync(join(house.projects, '-closed'), 0o700);
  const texts = page.hits.map(({ snippet }) => snippet);
  for (const text of ['alpha in a good file', 'alpha under an id that was there before', 'alpha, its own parent']) {
    expect(texts).toContain(text);
  }
  expect(texts.filter((text) => text.includes('alpha �'))).toHaveLength(1);
  expect(texts.some((text) => text.includes('alpha is cu'))).toBe(false);
  expect(page.index.skipped.files).toBeGreaterThanOrEqual(2);
  expect(page.index.skipped.lines).toBeGreaterThanOrEqual(2);
  // The rest of the line that was cut comes later.
  appendFileSync(house.pathOf(one), 't no more"}}\n');
  expect((await house.find('"alpha is cut no more"')).hits).toHaveLength(1);
});

test('a question that is never answered ends with a sentence, and the next one is answered', async () => {
  await using house = stage();
  house.write(one, said('u1', 'alpha'));
  await house.find('alpha');
  const [finder = ''] = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'searchProcess.js find'], {
    encoding: 'utf8',
  }).split('\n');
  process.kill(Number(finder), 'SIGSTOP');
  const asked = failure(house.search.search({ q: 'alpha' }));
  house.clock.advance(20_000);
  expect(await asked).toMatchObject({ code: 'invalid_request' });
  expect((await house.find('alpha')).hits).toHaveLength(1);
});
