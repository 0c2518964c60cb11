// The command line as its users meet it: the built program, run to its end, or in a terminal with somebody at it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { main } from './beckon.ts';
import { eventually, startTmux, type TestTmux } from './terminals.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Running {
  env?: Record<string, string | undefined>;
  cwd?: string;
  input?: string;
}

/** Runs a program to its end, with nobody at a terminal. */
export async function runToEnd(program: readonly [string, ...string[]], options: Running = {}): Promise<Ended> {
  const [file, ...args] = program;
  const { env = {}, cwd, input = '' } = options;
  const running = promisify(execFile)(file, args, { env, timeout: 60_000, ...(cwd !== undefined && { cwd }) });
  running.child.stdin?.on('error', () => undefined).end(input);
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

export function runBeckon(args: readonly string[], options: Running = {}): Promise<Ended> {
  return runToEnd([process.execPath, main, ...args], options);
}

/** Somebody at a terminal, in which one program runs. */
export interface Person extends AsyncDisposable {
  /** What their terminal shows, with what has scrolled off it. */
  screen(): Promise<string>;
  sees(what: RegExp): Promise<string>;
  press(...keys: string[]): Promise<void>;
  /** The exit code of the program, once it has ended. */
  exitCode(): Promise<number>;
}

export interface AtTerminal {
  env: Record<string, string>;
  cwd: string;
  /** Where they sit; a terminal of their own unless given. */
  terminals?: TestTmux;
}

let count = 0;

export async function atTerminal(program: readonly [string, ...string[]], options: AtTerminal): Promise<Person> {
  const { env, cwd, terminals: given } = options;
  const terminals = given ?? startTmux();
  const name = `person-${++count}`;
  // The shell stays, as a person's does, and tells how it ended.
  const command = ['/bin/sh', '-c', '"$0" "$@"; echo "ended with $?."; exec sleep 600', ...program] as const;
  await terminals.tmux.start({ name, cwd, command, environment: env });
  const screen = async () => (await terminals.tmux.screen(name, 200)).trimEnd();
  const sees = (what: RegExp) =>
    eventually(async () => {
      const shown = await screen();
      if (!what.test(shown)) throw new Error(`no ${what} on\n${shown}`);
      return shown;
    });
  return {
    screen,
    sees,
    press: async (...keys) => void (await terminals.tmux.run(['send-keys', '-t', `=${name}:`, ...keys])),
    exitCode: async () => Number(/ended with (\d+)\./.exec(await sees(/ended with \d+\./))?.[1]),
    async [Symbol.asyncDispose]() {
      if (given) await given.tmux.kill(name);
      else await terminals[Symbol.asyncDispose]();
    },
  };
}
