// Ways in which an agent may try to read Beckon's token, or to change what Beckon runs, from the folder above the state
// directory, which is called `state` there.
import { symlinkSync } from 'node:fs';
import type { Block } from '@beckon/demo-model';
import { call, say } from '@beckon/demo-model';
import type { Ask } from '@beckon/protocol';
import { openAsks } from '@beckon/protocol';
import type { StagedSession } from './stagedSession.ts';
import type { TempFolder } from './tempFolder.ts';

/** Each as an agent would type it in the folder above `state`. */
const commands = [
  'cat state/token',
  'head state/to*',
  'tail -n 1 ./state/token',
  'less state/token',
  'nl state/tok?n',
  'cat a-link/token',
  'cat notes.txt',
  'cat < state/token',
  'grep -rh "" . --include=token',
  'grep -rh "" *',
  'rg --hidden --no-ignore "" --glob token',
  'find . -name token -exec cat {} +',
  'find . -name token | xargs cat',
  'cd state && cat token',
  'cd a-link/../state; cat to*',
  'cat "$PWD/st"a"te/token"',
  'cat $(echo c3RhdGUvdG9rZW4= | base64 -d)',
  'base64 state/token',
  'od -c state/token',
  'xxd state/token',
  'strings state/token',
  'cut -c1- state/token',
  'sort state/token',
  'awk 1 state/token',
  'sed -n p state/token',
  'diff /dev/null state/token',
  'git diff --no-index /dev/null state/token',
  'python3 -c "print(open(\'state/token\').read())"',
  "node -p \"require('fs').readFileSync('state/token','utf8')\"",
  'perl -pe1 state/token',
  'cp state/token copy.txt && cat copy.txt',
  'ln state/token hard.txt; cat hard.txt',
  'ln -s state/token soft.txt; cat soft.txt',
  'mv state/token moved.txt; cat moved.txt',
  'tar cf - state | tar xOf - state/token',
  'dd if=state/token',
  "bash <<'END'\ncat state/token\nEND",
  'cat /proc/self/cwd/state/token',
  'while read -r line; do echo "$line"; done < state/token',
  'ed -s state/token <<< p',
  'vim -es +%p +q! state/token',
  'curl -s "file://$PWD/state/token"',
];

/** What changes how Beckon behaves, or what it runs. */
const changes = [
  'cp notes.txt state/beckon-hook',
  'echo evil > state/tmux.conf',
  'sed -i s/a/b/ state/terminals/*.json',
  'rm -rf state',
];

/** All of them, for an agent that works in this folder. */
export function waysToToken({ at }: TempFolder): Block[] {
  return [
    ...[...commands, ...changes].map((command) => call('Bash', { command, description: 'A test' })),
    call('Monitor', { command: 'grep -rh "" state', description: 'A test', timeout_ms: 2000, persistent: false }),
    ...[at('state/token'), at('notes.txt'), at('a-link/token'), '/proc/self/cwd/state/token'].map((path) =>
      call('Read', { file_path: path }),
    ),
    ...[at('state/token'), at('a-link/beckon-hook'), at('state/new')].map((path) =>
      call('Write', { file_path: path, content: 'evil' }),
    ),
    call('Edit', { file_path: at('state/token'), old_string: 'the', new_string: 'evil' }),
    call('NotebookEdit', {
      notebook_path: at('state/x.ipynb'),
      new_source: 'x',
      cell_type: 'code',
      edit_mode: 'insert',
    }),
    call('Grep', { pattern: '.', path: at('state'), output_mode: 'content' }),
    call('Glob', { pattern: 'state/*', path: at('.') }),
  ];
}

/** Links that some of the ways go through. */
export function linkToState({ at }: TempFolder): void {
  symlinkSync('state', at('a-link'));
  symlinkSync('state/token', at('notes.txt'));
}

/** Has the agent try all of them in one turn, and says no to whatever comes to its person; resolves with what came. */
export async function tryAll(session: StagedSession, blocks: Block[]): Promise<Ask[]> {
  const { watcher, transport, id } = session;
  const asked = new Map<string, Ask>();
  const sayNo = async (): Promise<never> => {
    for (;;) {
      const ask = await watcher.until((view) =>
        openAsks(view).find((open) => open.sessionId === id && !asked.has(open.id)),
      );
      asked.set(ask.id, ask);
      await transport.answer(ask.id, { type: 'deny', message: 'No.' });
    }
  };
  await session.play({ blocks, whenDenied: [say('So be it.')], whenFailed: [say('So be it.')] });
  await Promise.race([session.turnsEnded(1), sayNo()]);
  return [...asked.values()];
}

/** Which of the files are there that only an agent which got through would have made. */
export function filesLeft(exists: (name: string) => boolean): string[] {
  return ['state/beckon-hook', 'state/new', 'copy.txt', 'moved.txt'].filter(exists);
}
