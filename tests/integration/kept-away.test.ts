// A session in the folder above the state directory: whatever its agent tries, it does not read the token unasked, and does
// not change what Beckon runs. With the real agent on both drivers, all in one turn.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type Block, call, say } from '@beckon/demo-model';
import { type Ask, type DriverName, openAsks, type PermissionMode } from '@beckon/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession } from '../support/stagedSession.ts';

const secret = 'cnMi-the-token-itself-2Jq8';
let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open('.');
  writeFileSync(stage.folder.at('state/token'), `${secret}\n`, { mode: 0o600 });
  symlinkSync('state', stage.folder.at('a-link'));
  symlinkSync('state/token', stage.folder.at('notes.txt'));
});
afterAll(() => stage[Symbol.asyncDispose]());

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

function attempts(): Block[] {
  const at = (name: string) => stage.folder.at(name);
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

describe.each<[DriverName, PermissionMode]>([
  ['sdk', 'bypassPermissions'],
  ['sdk', 'acceptEdits'],
  ['terminal', 'acceptEdits'],
])('an agent on the %s driver in mode %s, above the state directory', (driver, permissionMode) => {
  test('reads the token in none of fifty ways unless its person lets it, and changes nothing', async () => {
    const blocks = attempts();
    await using session = await beginSession(stage, { driver, permissionMode });
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

    const results = watcher.events.filter((event) => event.type === 'tool_result' && event.sessionId === id);
    expect(results).toHaveLength(blocks.length);
    expect(session.conversation()).not.toContain(secret);
    expect(session.conversation()).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
    expect(JSON.stringify(stage.model.requests.slice(-1))).not.toContain(secret);
    expect(readFileSync(stage.folder.at('state/token'), 'utf8')).toBe(`${secret}\n`);
    expect(
      ['state/beckon-hook', 'state/new', 'copy.txt', 'moved.txt'].filter((name) => existsSync(stage.folder.at(name))),
    ).toEqual([]);
    // What Claude does not refuse by itself comes to its person, with the reason.
    const asks = [...asked.values()].filter(({ input }) => input?.['command'] !== undefined);
    expect(asks.map(({ input }) => input?.['command'])).toEqual(
      expect.arrayContaining(['grep -rh "" . --include=token', 'find . -name token -exec cat {} +']),
    );
    for (const { risk } of asks)
      expect(risk?.findings).toContainEqual(expect.objectContaining({ code: 'near_beckon' }));
  });
});
