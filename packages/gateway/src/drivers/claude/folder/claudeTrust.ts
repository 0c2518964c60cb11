// Where the person has trusted a folder in `claude` itself: its trust dialog was accepted there, or in a folder above it
// within the same repository. Measured: without a repository every folder above counts.
import { dirname } from 'node:path';
import { readClaudeState } from '../claudeState.ts';
import { isObject } from './json.ts';

/** The nearest folder whose trust counts for this one; `root` is the repository that it is in. */
export async function trustedInClaude(
  env: Record<string, string>,
  folder: string,
  root: string | undefined,
): Promise<string | undefined> {
  const state = await readClaudeState(env);
  const projects = isObject(state['projects']) ? state['projects'] : {};
  return foldersUp(folder, root).find((path) => {
    const project = projects[path];
    return isObject(project) && project['hasTrustDialogAccepted'] === true;
  });
}

/** The folder, then each above it, up to the last that counts. */
export function foldersUp(folder: string, last: string | undefined): string[] {
  const above = dirname(folder);
  return folder === last || above === folder ? [folder] : [folder, ...foldersUp(above, last)];
}
