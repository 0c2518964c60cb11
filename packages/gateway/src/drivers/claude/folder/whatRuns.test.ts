// Which files of a folder count was measured with the real `claude` (tests/integration/trust.test.ts holds it to that);
// here is what they are made of when nobody means well.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { whatRuns } from './whatRuns.ts';

const stop = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } };

function write(folder: TempFolder, path: string, content: unknown): void {
  mkdirSync(dirname(folder.at(path)), { recursive: true });
  const isText = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(folder.at(path), isText ? content : JSON.stringify(content));
}

async function found(folder: TempFolder, cwd: string) {
  const { items } = await whatRuns({ HOME: folder.at('home') }, folder.at(cwd));
  return items.map(({ what, name, file }) => `${what} ${name} ${file.replace(folder.path, '')}`);
}

test('[L12] a folder with nothing in it has nothing to ask', async () => {
  using folder = tempFolder();
  write(folder, 'work/README.md', 'hello');
  write(folder, 'work/.claude/settings.json', { model: 'opus' });
  write(folder, 'work/.claude/agents/a.md', '---\nname: a\n---\nyou');
  expect(await whatRuns({ HOME: folder.at('home') }, folder.at('work'))).toEqual({
    folder: folder.at('work'),
    items: [],
    trustedInAgent: undefined,
  });
});

test('[L12] a folder that is not there has nothing to ask', async () => {
  using folder = tempFolder();
  expect(await found(folder, 'nowhere')).toEqual([]);
});

test('[L12] all that claude reads of a folder, of its repository and of the folders above', async () => {
  using folder = tempFolder();
  for (const place of ['', 'repo/', 'repo/sub/', 'repo/sub/below/']) {
    write(folder, `${place}.claude/settings.json`, stop);
    write(folder, `${place}.claude/settings.local.json`, stop);
    write(folder, `${place}.mcp.json`, { mcpServers: { s: { command: 'x' } } });
    write(folder, `${place}.claude/agents/deep/a.md`, '---\nhooks: {}\n---\n');
    write(folder, `${place}.claude/skills/s/SKILL.md`, '---\nallowed-tools: Bash\n---\n');
  }
  write(folder, 'repo/sub/.claude/skills/p/.claude-plugin/plugin.json', { name: 'p' });
  write(folder, 'repo/sub/.claude/skills/p/hooks/hooks.json', stop);
  execFileSync('git', ['init', '--quiet', folder.at('repo')]);
  expect(await found(folder, 'repo/sub')).toEqual([
    'hook Stop .claude/settings.json',
    'hook Stop .claude/settings.local.json',
    'hook Stop /repo/.claude/settings.local.json',
    'mcp_server s .mcp.json',
    'mcp_server s /repo/.mcp.json',
    'mcp_server s /.mcp.json',
    'setting before the text .claude/agents/deep/a.md',
    'plugin p .claude/skills/p/.claude-plugin/plugin.json',
    'hook Stop .claude/skills/p/hooks/hooks.json',
    'setting before the text .claude/skills/s/SKILL.md',
    'setting before the text /repo/.claude/agents/deep/a.md',
    'setting before the text /repo/.claude/skills/s/SKILL.md',
  ]);
});

test('[L12] the local settings of the repository that a worktree belongs to', async () => {
  using folder = tempFolder();
  write(folder, 'main/.claude/settings.local.json', stop);
  write(folder, 'tree/.git', `gitdir: ${folder.at('main')}/.git/worktrees/tree\n`);
  expect(await found(folder, 'tree')).toEqual(['hook Stop /main/.claude/settings.local.json']);
});

test('[L12] the person’s own settings are those of no folder, also in their home', async () => {
  using folder = tempFolder();
  write(folder, 'home/.claude/settings.json', stop);
  write(folder, 'home/.claude/agents/a.md', '---\nhooks: {}\n---\n');
  write(folder, 'home/.claude/settings.local.json', stop);
  expect(await found(folder, 'home')).toEqual(['hook Stop .claude/settings.local.json']);
});

test.each<[string, (folder: TempFolder, path: string) => void, RegExp]>([
  ['a pipe', (folder, path) => void execFileSync('mkfifo', [folder.at(path)]), /no plain file/],
  ['a folder', (folder, path) => mkdirSync(folder.at(path)), /no plain file/],
  ['a device', (folder, path) => symlinkSync('/dev/zero', folder.at(path)), /no plain file/],
  ['a link to itself', (folder, path) => symlinkSync(folder.at(path), folder.at(path)), /cannot be opened \(ELOOP\)/],
  ['no JSON', (folder, path) => write(folder, path, '{"hooks": sh}'), /no valid JSON:\n{"hooks": sh}/],
  ['no UTF-8', (folder, path) => write(folder, path, new Uint8Array([123, 255, 125])), /not text in UTF-8/],
  ['huge', (folder, path) => write(folder, path, `{"x":"${'y'.repeat(1_100_000)}"}`), /larger than 1000000 bytes/],
])('[L12] a file that cannot be read is said, and asked about: %s', async (_, make, why) => {
  using folder = tempFolder();
  mkdirSync(folder.at('work/.claude'), { recursive: true });
  for (const path of ['work/.claude/settings.json', 'work/.mcp.json']) make(folder, path);
  const { items } = await whatRuns({}, folder.at('work'));
  expect(items.map(({ what, file }) => [what, file])).toEqual([
    ['unreadable', '.claude/settings.json'],
    ['unreadable', '.mcp.json'],
  ]);
  for (const { text } of items) expect(text).toMatch(why);
});

test.skipIf(process.getuid?.() === 0)('[L12] a file without leave to read it is said, too', async () => {
  using folder = tempFolder();
  write(folder, 'work/.mcp.json', '{}');
  chmodSync(folder.at('work/.mcp.json'), 0);
  expect(await found(folder, 'work')).toEqual(['unreadable cannot be judged .mcp.json']);
});

test('[L12] more than anyone would read is cut, and what is cut counts all the same', async () => {
  using folder = tempFolder();
  const rules = (count: number, last: string) => ({
    permissions: { allow: [...Array.from({ length: count }, (_, index) => `Bash(${index})`), last] },
  });
  write(folder, 'work/.claude/settings.json', rules(30_000, 'Read'));
  const before = (await whatRuns({}, folder.at('work'))).items;
  expect(before).toHaveLength(401);
  expect(before.at(-1)).toMatchObject({ what: 'unreadable', text: expect.stringContaining('29601 more') as string });
  write(folder, 'work/.claude/settings.json', rules(30_000, 'Write'));
  expect((await whatRuns({}, folder.at('work'))).items).not.toEqual(before);
});

test('[L12] an ask stays short enough to be told, however long the lines are', async () => {
  using folder = tempFolder();
  for (let index = 0; index < 60; index += 1) {
    write(folder, `work/.claude/agents/${index}.md`, `---\nhooks: ${'x'.repeat(2000)}\n---\n`);
  }
  const { items } = await whatRuns({}, folder.at('work'));
  expect(JSON.stringify(items).length).toBeLessThan(52_000);
  expect(items.at(-1)).toMatchObject({ what: 'unreadable', text: expect.stringMatching(/^\d+ more/) as string });
});

function writeAgents(folder: TempFolder, count: number): void {
  for (let index = 0; index < count; index += 1) write(folder, `work/.claude/agents/${index}.md`, 'x');
}

// The clock of a file system may be coarse: where not all is read, the second content is longer.
test.each<[string, string, (content: string) => string | Uint8Array, number, string]>([
  ['no UTF-8', '.mcp.json', (content) => Buffer.from(`\xff${content}`, 'latin1'), 0, 'two'],
  ['huge', '.mcp.json', (content) => content + ' '.repeat(1_100_000), 0, 'two'],
  ['huge, at its end', '.mcp.json', (content) => ' '.repeat(4_100_000) + content, 0, 'three'],
  ['deep', '.claude/agents/1/2/3/4/5/6/a.md', (content) => content, 0, 'three'],
  ['among too many', '.claude/agents/7.md', (content) => content, 1001, 'three'],
  ['after too many', '.claude/commands/a.md', (content) => content, 1001, 'three'],
])('[L12] what cannot be shown counts with its content: %s', async (_, path, contentOf, agents, then) => {
  using folder = tempFolder();
  writeAgents(folder, agents);
  const look = async (content: string) => {
    write(folder, `work/${path}`, contentOf(content));
    // This time can be chosen.
    utimesSync(folder.at(`work/${path}`), 1, 1);
    return (await whatRuns({}, folder.at('work'))).items;
  };
  const before = await look('one');
  expect(before).not.toEqual([]);
  expect((await whatRuns({}, folder.at('work'))).items).toEqual(before);
  expect(await look(then)).not.toEqual(before);
});

test('[L12] a thousand agents that go round in circles are not all looked into', async () => {
  using folder = tempFolder();
  mkdirSync(folder.at('work/.claude/agents'), { recursive: true });
  symlinkSync('.', folder.at('work/.claude/agents/round'));
  writeAgents(folder, 400);
  expect(await found(folder, 'work')).toContain('unreadable cannot be judged .claude/agents/round/round');
});

test.each([
  ['the folder itself', 'repo/sub', true],
  ['its repository', 'repo', true],
  ['what is above its repository', '', false],
  ['what is below it', 'repo/sub/below', false],
])('[L12] trusted in Claude: %s', async (_, trusted, counts) => {
  using folder = tempFolder();
  execFileSync('git', ['init', '--quiet', folder.at('repo')]);
  write(folder, 'repo/sub/.mcp.json', { mcpServers: { s: { command: 'x' } } });
  const path = trusted === '' ? folder.path : folder.at(trusted);
  write(folder, 'home/.claude.json', { projects: { [path]: { hasTrustDialogAccepted: true }, '/': {} } });
  const { trustedInAgent } = await whatRuns({ HOME: folder.at('home') }, folder.at('repo/sub'));
  expect(trustedInAgent).toBe(counts ? path : undefined);
  const elsewhere = { HOME: folder.at('home'), CLAUDE_CONFIG_DIR: folder.at('home/other') };
  expect((await whatRuns(elsewhere, folder.at('repo/sub'))).trustedInAgent).toBeUndefined();
});
