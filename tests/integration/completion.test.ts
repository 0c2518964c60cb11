// Completion as the shells themselves do it: commands, options, and the sessions of now.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Beckon, main, startBeckon } from '../support/beckon.ts';
import { runBeckon, runToEnd } from '../support/commandLine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const folder = tempFolder();
let beckon: Beckon;
let session: string;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  beckon = await startBeckon();
  ({ id: session } = await beckon.transport.createSession({ cwd: beckon.workspace, title: 'Tidy up' }));
  // As npm links it.
  writeFileSync(folder.at('beckon'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, { mode: 0o755 });
  env = { PATH: `${folder.path}:${process.env['PATH']}`, HOME: folder.path, BECKON_STATE_DIR: beckon.stateDir };
});
afterAll(async () => {
  await beckon[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** What each is completed to; the last word is where the cursor is. */
const rows: [words: string[], among: () => string[]][] = [
  [['at'], () => ['attach']],
  [['ho'], () => ['hooks']],
  [['hooks', 'in'], () => ['install']],
  [['hooks', 'install', '--dr'], () => ['--dry-run']],
  [['attach', '--js'], () => ['--json']],
  [['attach', ''], () => [session.slice(0, 8)]],
  [['kill', ''], () => [session.slice(0, 8)]],
  [['send', '--json', ''], () => [session.slice(0, 8)]],
  [['--log-level', 'de'], () => []],
  [['serve', '--log-level', 'de'], () => ['debug']],
  [['completion', 'f'], () => ['fish']],
  [['settings', 'g'], () => ['get']],
  [['settings', 'set', 'th'], () => ['theme']],
  [['settings', 'set', 'theme', 'd'], () => ['dark']],
  [['settings', 'get', 'theme', ''], () => []],
  [['claude', '--perm'], () => ['--permission-mode', '--permission-prompt-tool', '--permission-prompts']],
  [['claude', '--resume', ''], () => [session]],
];

test.each(rows)('%j', async (words, among) => {
  const { stdout } = await runBeckon(['complete', '--', ...words], { env });
  const completed = stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
  expect(completed).toEqual(among());
});

const isThere = (shell: string) => spawnSync('which', [shell], { stdio: 'ignore' }).status === 0;

describe('the shells themselves', () => {
  test('bash', async () => {
    const script = `eval "$(beckon completion bash)"
      COMP_WORDS=(beckon attach ''); COMP_CWORD=2; _beckon; printf '%s\\n' "\${COMPREPLY[@]}"
      COMP_WORDS=(beckon stat); COMP_CWORD=1; _beckon; printf '%s\\n' "\${COMPREPLY[@]}"
      complete -p beckon`;
    const { stdout, stderr } = await runToEnd(['bash', '--norc', '-c', script], { env });
    expect(stderr).toBe('');
    expect(stdout).toBe(`${session.slice(0, 8)}\nstatus\ncomplete -o default -F _beckon beckon\n`);
  });

  test.skipIf(!isThere('zsh'))('zsh', async () => {
    const script = `autoload -Uz compinit; compinit -u -D; eval "$(beckon completion zsh)"
      _describe() { print -l -- "\${(@P)2}" }
      words=(beckon attach ''); CURRENT=3; _beckon`;
    const { stdout } = await runToEnd(['zsh', '-f', '-c', script], { env });
    expect(stdout).toBe(`${session.slice(0, 8)}:Tidy up\n`);
  });

  test.skipIf(!isThere('fish'))('fish', async () => {
    const script = `beckon completion fish | source; complete -C 'beckon attach '`;
    const { stdout } = await runToEnd(['fish', '--no-config', '-c', script], { env });
    expect(stdout).toBe(`${session.slice(0, 8)}\tTidy up\n`);
  });

  test('another shell is named in the refusal', async () => {
    const { code, stderr } = await runBeckon(['completion', 'tcsh'], { env });
    expect([code, stderr]).toEqual([1, 'beckon: There is completion for bash, zsh and fish, not for "tcsh".\n']);
  });
});
