// The tmux.conf of whoever sits down, for the keys and the look of Beckon's tmux. It is read when they sit down, and only
// from where no agent writes: a file in a session's folder could make their own tmux run something.
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { runTmux } from '../drivers/terminal/tmux/command.ts';
import type { Tmux } from '../drivers/terminal/tmux/tmux.ts';
import { keysAndLook } from '../drivers/terminal/tmux/userConfig.ts';

/** `folders` are those that agents work in. Says in a sentence why a file that is there was not used. */
export async function useOwnConfig(tmux: Tmux, folders: readonly string[]): Promise<string | undefined> {
  const path = ownConfigPath(process.env);
  if (path === undefined) return undefined;
  const unsafe = whyUnsafe(path, folders);
  if (unsafe !== undefined) return `${path} was not used for this terminal: ${unsafe}.`;
  try {
    const commands = keysAndLook(await tmux.run(['source-file', '-nv', path]));
    if (commands.length > 0) {
      await runTmux(tmux.client, [['source-file', '-']], { input: `${commands.join('\n')}\n` });
    }
    return undefined;
  } catch (error) {
    return `${path} was not used for this terminal: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Where tmux itself looks, the first that is there. */
function ownConfigPath(environment: NodeJS.ProcessEnv): string | undefined {
  const home = environment['HOME'] ?? homedir();
  const config = environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
  return [join(home, '.tmux.conf'), join(config, 'tmux', 'tmux.conf')].find((path) => realPath(path) !== undefined);
}

function whyUnsafe(path: string, folders: readonly string[]): string | undefined {
  const file = realPath(path) ?? path;
  const { uid, mode } = statSync(file);
  if (uid !== process.getuid?.()) return 'it belongs to another user';
  if ((mode & 0o022) !== 0) return 'others can write to it';
  const inside = folders.find((folder) => isWithin(file, realPath(folder) ?? folder) || isWithin(path, folder));
  return inside === undefined ? undefined : `it lies in ${inside}, where an agent works`;
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
