// Sitting down at a session's terminal and leaving it again: alone, inside another tmux, and with keys of one's own.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../support/beckon.ts';
import { atTerminal, type Person, runBeckon } from '../support/commandLine.ts';
import { DropInStage } from '../support/dropIn.ts';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';

let stage: DropInStage;
let starter: Person;
let id: string;
let tmux: Tmux;

const env = () => stage.env('beckon claude');
const config = () => join(env()['HOME'] ?? '', '.tmux.conf');
const beckon = (...args: string[]) => runBeckon(args, { env: env(), cwd: stage.cwd });
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await beckon(...args, '--json')).stdout);

beforeAll(async () => {
  stage = await DropInStage.open({});
  starter = await stage.sit('beckon claude', ['good morning']);
  await starter.sees(/I am the demo model/);
  const { sessions } = await stage.beckon.transport.listSessions();
  id = sessions[0]!.id;
  tmux = new Tmux({ folder: stage.beckon.stateDir, environment: env() });
});
afterAll(async () => {
  await starter[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** Inside a tmux of the person's own, whose keys are in the way. */
async function insideTmux(): Promise<Person> {
  const outer = ['tmux', '-S', stage.folder.at(`outer-${++outers}`), '-f', '/dev/null'] as const;
  const command = `'${process.execPath}' '${main}' attach ${id.slice(0, 8)}; echo "left with $?."; exec sleep 600`;
  const program = [...outer, 'new-session', command] as const;
  const person = await atTerminal(program, { env: env(), cwd: stage.cwd, terminals: stage.terminals });
  return {
    ...person,
    async [Symbol.asyncDispose]() {
      const [file, ...args] = outer;
      spawnSync(file, [...args, 'kill-server']);
      await person[Symbol.asyncDispose]();
    },
  };
}
let outers = 0;

test('each command says what it did in JSON, too', async () => {
  expect(await json('ls')).toMatchObject({ id });
  expect(await json('attach', id.slice(0, 6))).toMatchObject({ id, cwd: stage.cwd, command: tmux.attachCommand(id) });
  expect(await json('send', id.slice(0, 6), 'and again')).toEqual({ id, isSent: true });
});

test('inside another tmux it says which keys leave, and they do', async () => {
  await using person = await insideTmux();
  await person.sees(/Ctrl-b Ctrl-b d to leave it running/);
  await person.press('C-b', 'C-b', 'd');
  await person.sees(new RegExp(`It runs on\\. Come back with: beckon attach ${id.slice(0, 8)}`));
  await person.sees(/left with 0\./);
  expect(await tmux.find(id)).toMatchObject({ name: id });
});

test('one’s own keys and look hold, and nothing else of one’s tmux.conf', async () => {
  const touched = stage.folder.at('touched');
  writeFileSync(
    config(),
    [
      'set -g prefix C-a',
      'unbind C-b',
      'bind C-a send-prefix',
      'bind q detach-client',
      'unbind d',
      'set -g status-right " mine, and only mine "',
      'set -g destroy-unattached on',
      'set -g remain-on-exit on',
      `run-shell "touch ${touched}"`,
      'new-session -d -s restored',
    ].join('\n'),
    { mode: 0o600 },
  );
  await using person = await insideTmux();
  await person.sees(/mine, and only mine/);
  expect(await tmux.run(['show-options', '-v', '-t', `=${id}:`, '@beckon_leave'])).toBe('Ctrl-a q\n');
  await person.press('C-a', 'q');
  await person.sees(/left with 0\./);
  expect(existsSync(touched)).toBe(false);
  expect((await tmux.list()).map(({ name }) => name)).toEqual([id]);
  expect(await tmux.run(['show-options', '-gv', 'remain-on-exit'])).toBe('failed\n');
});

test('a tmux.conf where an agent can write is not used, and that is said', async () => {
  const home = env()['HOME'] ?? '';
  const { id: another } = await stage.beckon.transport.createSession({ cwd: home });
  await using person = await insideTmux();
  const shown = await person.sees(/was not used for this terminal/);
  expect(shown.replaceAll('\n', '')).toContain(`it lies in ${home}, where an agent works.`);
  await stage.beckon.transport.deleteSession(another);
  rmSync(config());
});

test('one that is killed ends where it was started, with the exit code of its death', async () => {
  const { pid } = (await tmux.find(id)) ?? {};
  process.kill(pid!, 'SIGKILL');
  expect(await starter.exitCode()).toBe(137);
});

test('`kill` ends a session, and says how to go on with it', async () => {
  await using person = await stage.sit('beckon claude', ['good evening']);
  await person.sees(/I am the demo model/);
  const [session] = (await stage.beckon.transport.listSessions()).sessions.filter((each) => each.state !== 'dead');
  const { stdout } = await beckon('kill', session!.id.slice(0, 8));
  expect(stdout).toMatch(/^Ended “.+”\. To go on with it: beckon claude --resume [\w-]{36}\n$/);
  await person.sees(/ended with \d+\./);
  expect(await tmux.list()).toEqual([]);
  expect((await beckon('kill', session!.id)).stderr).toMatch(/No session has an id that begins with/);
});
