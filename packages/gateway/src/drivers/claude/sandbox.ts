// Claude's own sandbox for the commands of a session: they write in the session's folder alone, reach no network unasked, and
// find Beckon's directory empty. File tools do not run in it; rules keep those away.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { SandboxSupport } from '@beckon/protocol';
import { isInWorkplace, type PrivateFolder, realPath } from '../../privateFolder.ts';
import type { AgentSpec } from '../driver.ts';
import { keepAway } from './keepAway.ts';

/** What an agent must not do, as it stands in Claude's settings. */
export function restrictions(hidden: PrivateFolder | undefined, spec: AgentSpec) {
  return {
    ...(hidden && { permissions: keepAway(hidden, spec) }),
    ...(spec.isSandboxed && { sandbox: sandboxSettings(hidden, spec) }),
  };
}

export type Restrictions = ReturnType<typeof restrictions>;

function sandboxSettings(hidden: PrivateFolder | undefined, { cwd }: Pick<AgentSpec, 'cwd'>) {
  return {
    enabled: true,
    // Never without it: its person was told that it is there.
    failIfUnavailable: true,
    allowUnsandboxedCommands: false,
    // The mode decides what is asked about, as it does without.
    autoAllowBashIfSandboxed: false,
    filesystem: { denyRead: hidden ? unreadable(hidden, cwd) : [] },
  };
}

/** Only paths that are there: the sandbox lays something over each. */
function unreadable(hidden: PrivateFolder, cwd: string): string[] {
  const folder = realPath(hidden.path);
  if (!isInWorkplace(hidden, cwd)) return [folder];
  return hidden.names.map((name) => join(folder, name.replace(/\/?\*$/, ''))).filter((path) => existsSync(path));
}

const tried = new Map<string, Promise<SandboxSupport>>();

/** Whether it works on this machine, and if not, what to do. Tried when first asked, and again until it works. */
export function sandboxSupport(path = ''): Promise<SandboxSupport> {
  const trying = tried.get(path) ?? tryOut(path);
  tried.set(path, trying);
  void trying.then(({ isAvailable }) => isAvailable || tried.delete(path));
  return trying;
}

async function tryOut(path: string): Promise<SandboxSupport> {
  if (process.platform === 'darwin') return { isAvailable: true };
  if (process.platform !== 'linux') return { isAvailable: false, reason: 'There is no sandbox on this system.' };
  const isThere = (program: string) => path.split(delimiter).some((folder) => existsSync(join(folder, program)));
  const missing = [...packages].flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  if (missing.length > 0) {
    return { isAvailable: false, reason: `It needs ${missing.join(' and ')}: install with your package manager.` };
  }
  const alone = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-net', '--unshare-pid', 'true'];
  return new Promise((resolve) => {
    execFile('bwrap', alone, { env: { PATH: path }, timeout: patienceMs }, (error, _, stderr) => {
      const why = stderr.trim().split('\n')[0] ?? '';
      const reason = `bubblewrap cannot make one on this machine${why ? `: ${why}` : '.'}`;
      resolve(error ? { isAvailable: false, reason } : { isAvailable: true });
    });
  });
}

const patienceMs = 10_000;

const packages = new Map([
  ['bwrap', 'bubblewrap'],
  ['socat', 'socat'],
]);
