// Which files of a folder count was measured with the real `claude` (tests/integration/trust.test.ts holds it to that);
// here is what they are made of when nobody means well.
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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

test('[L12] of one whose path is said from the worktree on, too', async () => {
  using folder = tempFolder();
  write(folder, 'main/.claude/settings.local.json', stop);
  write(folder, 'tree/.git', 'gitdir: ../main/.git/worktrees/tree\n');
  expect(await found(folder, 'tree')).toEqual(['hook Stop /main/.claude/settings.local.json']);
});

test('[L12] a text that leads out of the folder would give the agent anything to read', async () => {
  using folder = tempFolder();
  write(folder, 'secret', 'a token');
  write(folder, 'work/.git/HEAD', '');
  write(folder, 'work/shared.md', 'harmless');
  for (const path of ['skills/t/SKILL.md', 'commands/t.md', 'output-styles/t.md', 'agents/t.md']) {
    mkdirSync(dirname(folder.at(`work/.claude/${path}`)), { recursive: true });
    symlinkSync(folder.at('secret'), folder.at(`work/.claude/${path}`));
  }
  symlinkSync('../../shared.md', folder.at('work/.claude/commands/within.md'));
  expect(await found(folder, 'work')).toEqual([
    'unreadable cannot be judged .claude/agents/t.md',
    'unreadable cannot be judged .claude/commands/t.md',
    'unreadable cannot be judged .claude/output-styles/t.md',
    'unreadable cannot be judged .claude/skills/t/SKILL.md',
  ]);
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

const script = (folder: TempFolder) => async () => {
  const { items } = await whatRuns({ HOME: folder.at('home') }, folder.at('work'));
  return items.flatMap(({ what, name, file, text }) => (what === 'script' ? [[file, name, text]] : []));
};
const hooked = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });

test.each<[string, string, unknown]>([
  ['a hook, by its path', '.claude/settings.json', hooked('./bin/run.sh')],
  ['a hook, from its project', '.claude/settings.json', hooked('"$CLAUDE_PROJECT_DIR"/bin/run.sh --quiet')],
  ['a hook, from a folder', '.claude/settings.json', hooked('cd bin && sh run.sh')],
  ['a hook, from what git says', '.claude/settings.json', hooked('sh "$(git rev-parse --show-toplevel)/bin/run.sh"')],
  ['a hook, in a command of a command', '.claude/settings.json', hooked(`bash -c 'exec "bin/run.sh" x'`)],
  ['a hook, where a variable is not set', '.claude/settings.json', hooked('sh "${HOOK:-bin/run.sh}"')],
  ['a hook, read and written', '.claude/settings.json', hooked('sh <>bin/run.sh')],
  ['a hook, among quotes', '.claude/settings.json', hooked(`echo 'a -> "b' && sh bin/run.sh && echo '"'`)],
  [
    'a hook with arguments apart',
    '.claude/settings.json',
    {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'sh', args: ['bin/run.sh'] }] }] },
    },
  ],
  ['a helper', '.claude/settings.local.json', { apiKeyHelper: 'bin/run.sh' }],
  ['a variable', '.claude/settings.json', { env: { NODE_OPTIONS: '--require=./bin/run.sh' } }],
  ['a server', '.mcp.json', { mcpServers: { db: { command: 'node', args: ['bin/run.sh'] } } }],
  ['an agent', '.claude/agents/a.md', '---\nhooks:\n  Stop:\n    - command: bin/run.sh\n---\n'],
  ['a plugin', '.claude/skills/p/hooks/hooks.json', hooked('${CLAUDE_PLUGIN_ROOT}/../../../bin/run.sh')],
])('[L12] what a command names counts with its content: %s', async (_, path, content) => {
  using folder = tempFolder();
  write(folder, `work/${path}`, content);
  write(folder, 'work/bin/run.sh', 'echo one');
  const look = script(folder);
  const before = await look();
  expect(before).toEqual([
    ['bin/run.sh', expect.stringMatching(/^named by /), expect.stringMatching(/^8 bytes, SHA-256 \w+\necho one$/)],
  ]);
  expect(await look()).toEqual(before);
  write(folder, 'work/bin/run.sh', 'echo two');
  const after = await look();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('[L12] a file with blanks in its name, a link, a pipe and a file with two names count, too', async () => {
  using folder = tempFolder();
  write(folder, 'work/.claude/settings.json', hooked(`sh 'my hook.sh'; ./link; . ./pipe; ./twice`));
  write(folder, 'work/my hook.sh', '1');
  write(folder, 'elsewhere/linked.sh', '1');
  symlinkSync(folder.at('elsewhere/linked.sh'), folder.at('work/link'));
  execFileSync('mkfifo', [folder.at('work/pipe')]);
  write(folder, 'elsewhere/once', '1');
  linkSync(folder.at('elsewhere/once'), folder.at('work/twice'));
  const look = script(folder);
  const before = await look();
  expect(before.map(([file, , text]) => [file, text])).toEqual([
    ['my hook.sh', expect.stringMatching(/^1 bytes/)],
    ['link', expect.stringMatching(/^a link to .*linked\.sh: 1 bytes, SHA-256 \w+$/)],
    ['pipe', expect.stringMatching(/^no plain file \(inode /)],
    ['twice', expect.stringMatching(/^a file with another name, too \(inode /)],
  ]);
  write(folder, 'elsewhere/linked.sh', '2');
  expect(await look()).not.toEqual(before);
});

test('[L12] what a command writes, what lies outside and what allows count not', async () => {
  using folder = tempFolder();
  write(folder, 'work/.claude/settings.json', {
    ...hooked(`date >> hooks.log 2>&1; sh ${folder.at('elsewhere/x.sh')} ../elsewhere/x.sh`),
    permissions: { allow: ['Bash(./bin/run.sh)'] },
  });
  for (const path of ['work/hooks.log', 'elsewhere/x.sh', 'work/bin/run.sh']) write(folder, path, 'x');
  expect(await script(folder)()).toEqual([]);
});

test.each([
  ['words', 'x', 3000],
  ['folders', 'd', 30],
])('[L12] a command that names more %s than are looked for says so', async (_, name, count) => {
  using folder = tempFolder();
  const names = Array.from({ length: count }, (__, index) => `${name}${index}`);
  write(folder, 'work/.claude/settings.json', hooked(names.join(' ')));
  if (name === 'd') for (const each of names) mkdirSync(folder.at(`work/${each}`));
  expect(await found(folder, 'work')).toContain('unreadable cannot be judged .claude/settings.json');
});

test('[L12] another pipe in the place of a pipe is another', async () => {
  using folder = tempFolder();
  mkdirSync(folder.at('work'));
  execFileSync('mkfifo', [folder.at('work/.mcp.json')]);
  const look = async () => (await whatRuns({}, folder.at('work'))).items;
  const before = await look();
  execFileSync('mkfifo', [folder.at('work/other')]);
  renameSync(folder.at('work/other'), folder.at('work/.mcp.json'));
  expect(await look()).not.toEqual(before);
});
