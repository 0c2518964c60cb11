// [L12] Work in a folder without its settings: the git configuration that came with it runs nothing there either. `claude`
// itself calls git when it starts, and takes some of git's commands for safe.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { BeckonError } from '@beckon/protocol';
import type { AgentSpec } from '../../driver.ts';
import { gitConfigLines, type GitConfigLine } from './gitConfig.ts';
import { gitFolders } from './gitFolders.ts';
import { readCarefully } from './readCarefully.ts';
import { repositoriesOf } from './repository.ts';

/**
 * The environment of the agent, in which git finds something harmless in the place of each setting that runs something.
 * Rejects where git may be told to run something that this cannot replace.
 */
export async function quietGit(
  env: Record<string, string>,
  { cwd, folderTrust }: Pick<AgentSpec, 'cwd' | 'folderTrust'>,
): Promise<Record<string, string>> {
  if (folderTrust !== 'without_settings') return env;
  const folder = await realpath(cwd).catch(() => cwd);
  const names = new Set(['core.fsmonitor', 'core.hookspath', 'protocol.ext.allow']);
  const { folders, unreadable } = await gitFolders(folder, await repositoriesOf(folder));
  for (const { path, why } of unreadable) throw cannotBeQuiet(path, `it ${why}`);
  for (const path of folders.flatMap((each) => [join(each, 'config'), join(each, 'config.worktree')])) {
    const reading = await readCarefully(path);
    if (reading && 'why' in reading) throw cannotBeQuiet(path, `it ${reading.why}`);
    for (const name of namesToReplace(path, gitConfigLines(reading?.text ?? ''))) names.add(name);
  }
  return { ...env, ...given([...names], Number(env['GIT_CONFIG_COUNT'] ?? 0)) };
}

function namesToReplace(path: string, lines: readonly GitConfigLine[]): string[] {
  return lines.flatMap(({ section = '', key, text }) => {
    if (key === undefined) throw cannotBeQuiet(path, `a line of it cannot be read: ${text.slice(0, 200)}`);
    const name = `${section}.${key}`;
    if (/^include(?:if)?\./.test(name)) throw cannotBeQuiet(path, 'it includes another file');
    if (firstCounts.test(name)) throw cannotBeQuiet(path, `${name} cannot be replaced`);
    // Git makes nothing of a setting outside of a section, and would add another address to those of a remote.
    return section === '' || /^remote\..*url$/s.test(name) ? [] : [name];
  });
}

/** Git takes the first of these, or all of them, where of others the last counts. */
const firstCounts = /^(?:remote\..*\.(?:uploadpack|receivepack)|core\.gitproxy|gc\.recentobjectshook)$/s;

function cannotBeQuiet(path: string, why: string): BeckonError {
  return new BeckonError(
    'agent_unavailable',
    `Without its settings no agent can be started in this folder: git may run something by ${path}, because ${why}. ` +
      'Mend or remove that file, or open the folder anew and trust it.',
  );
}

/** What stands in the environment counts more than any file. */
function given(names: readonly string[], from: number): Record<string, string> {
  const pairs = names.flatMap((name, index) => [
    [`GIT_CONFIG_KEY_${from + index}`, name],
    [`GIT_CONFIG_VALUE_${from + index}`, instead(name)],
  ]);
  return { ...(Object.fromEntries(pairs) as Record<string, string>), GIT_CONFIG_COUNT: String(from + names.length) };
}

function instead(name: string): string {
  if (name === 'core.hookspath') return '/dev/null';
  if (name === 'core.sshcommand') return 'ssh';
  // Its addresses are commands.
  if (name === 'protocol.ext.allow') return 'never';
  if (/^protocol\..*allow$/s.test(name)) return 'user';
  return /\.(?:fsmonitor|required)$/.test(name) ? 'false' : '';
}
