// [L12] The environment of an agent that works in a folder without its settings: what else of the folder would act there does not.
import type { AgentSpec } from '../../driver.ts';
import { quietGit } from './quietGit.ts';
import { withoutScheduledTasks } from './scheduledTasks.ts';

/** Rejects where that cannot be sure. */
export async function quietFolder(
  env: Record<string, string>,
  spec: Pick<AgentSpec, 'cwd' | 'folderTrust'>,
): Promise<Record<string, string>> {
  if (spec.folderTrust !== 'without_settings') return env;
  return { ...(await quietGit(env, spec)), ...withoutScheduledTasks };
}
