// [L12] Work in a folder without its settings: the git configuration that came with it runs nothing there either. `claude`
// itself calls git when it starts, and takes some of git's commands for safe.
import { realpath } from 'node:fs/promises';
import type { AgentSpec } from '../../driver.ts';
import { gitConfigItems } from './gitConfig.ts';
import { gitFolders } from './gitFolders.ts';
import { readCarefully } from './readCarefully.ts';
import { repositoriesOf } from './repository.ts';

/** The environment of the agent, in which git finds something harmless in the place of each setting that runs something. */
export async function quietGit(
  env: Record<string, string>,
  { cwd, folderTrust }: Pick<AgentSpec, 'cwd' | 'folderTrust'>,
): Promise<Record<string, string>> {
  if (folderTrust !== 'without_settings') return env;
  const folder = await realpath(cwd).catch(() => cwd);
  const names = new Set(['core.fsmonitor', 'core.hookspath']);
  for (const gitFolder of (await gitFolders(folder, await repositoriesOf(folder))).folders) {
    for (const file of ['config', 'config.worktree']) {
      const reading = await readCarefully(`${gitFolder}/${file}`);
      const items = reading && 'text' in reading ? gitConfigItems(reading.text) : [];
      for (const { name } of items) names.add(name.replace(/^git /, ''));
    }
  }
  return { ...env, ...given([...names], Number(env['GIT_CONFIG_COUNT'] ?? 0)) };
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
  return /\.(?:fsmonitor|required)$/.test(name) ? 'false' : '';
}
