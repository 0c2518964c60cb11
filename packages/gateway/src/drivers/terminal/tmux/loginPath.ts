// PATH as the user's login shell has it, where version managers put the tools that an agent needs. A gateway started by a
// desktop or a service has a shorter one.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import type { Clock } from '../../../clock.ts';
import { systemClock } from '../../../clock.ts';
import type { Environment } from './paneEnvironment.ts';

const found = new Map<string, Promise<string | undefined>>();

/** Asks the login shell once and remembers; `undefined` where it gives no sensible answer in time. */
export function loginPath(
  environment: Environment,
  shell = userShell(environment),
  clock: Clock = systemClock,
): Promise<string | undefined> {
  const key = JSON.stringify([shell, environment['HOME']]);
  const known = found.get(key);
  if (known !== undefined) return known;
  const asked = ask({ shell, environment, clock });
  found.set(key, asked);
  return asked;
}

/** What stands between the marks. All else is what the shell's start-up files had to say. */
export function readPath(printed: string, mark: string): string | undefined {
  const [, value, rest] = printed.split(mark);
  if (value === undefined || rest === undefined || value.length > PATH_LIMIT_CHARS) return undefined;
  // oxlint-disable-next-line no-control-regex -- a control character is what must not be in it
  if (/[\u0000-\u001f\u007f]/.test(value)) return undefined;
  return value.split(':').some((folder) => isAbsolute(folder)) ? value : undefined;
}

const TIMEOUT_MS = 5000;
const OUTPUT_LIMIT_CHARS = 1_000_000;
const PATH_LIMIT_CHARS = 100_000;

interface Asking {
  shell: string;
  environment: Environment;
  clock: Clock;
}

async function ask(asking: Asking): Promise<string | undefined> {
  const { shell } = asking;
  if (!isAbsolute(shell)) return undefined;
  // Version managers often set up interactive shells only; a shell that cannot be interactive here gets a second chance.
  return (await askOnce(asking, ['-i', '-l', '-c'])) ?? (await askOnce(asking, ['-l', '-c']));
}

function askOnce({ shell, environment, clock }: Asking, flags: string[]): Promise<string | undefined> {
  const mark = `beckon-${randomUUID()}`;
  // Means the same to every login shell, whatever its syntax and aliases.
  const script = `/bin/sh -c 'printf "%s" "${mark}\${PATH}${mark}"'`;
  return new Promise((resolve) => {
    // In a session of its own there is no terminal that it could ask or take over, and all it starts ends with it.
    const child = spawn(shell, [...flags, script], {
      env: { ...environment, TERM: 'dumb' },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    let printed = '';
    const settle = (path: string | undefined) => {
      cancel();
      killGroup(child.pid);
      child.stdout.destroy();
      resolve(path);
    };
    const cancel = clock.after(TIMEOUT_MS, () => settle(undefined));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      // The last mark settles it: a shell may leave something behind that holds its output open.
      if (printed.split(mark).length > 2) settle(readPath(printed, mark));
      else if (printed.length > OUTPUT_LIMIT_CHARS) settle(undefined);
    });
    child.once('error', () => settle(undefined));
    child.once('close', () => settle(undefined));
  });
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Everything in it has ended.
  }
}

function userShell(environment: Environment): string {
  try {
    return userInfo().shell ?? environment['SHELL'] ?? '/bin/sh';
  } catch {
    return environment['SHELL'] ?? '/bin/sh';
  }
}
