// Where the person has trusted a folder in `claude` itself: its trust dialog was accepted there, or in a folder above it
// within the same repository. Measured: without a repository every folder above counts.
import { dirname, join } from 'node:path';
import { isObject, parsed } from './json.ts';
import { readCarefully } from './readCarefully.ts';

/** It holds a line for every project that its person has ever opened. */
const mostBytes = 50_000_000;

/** The nearest folder whose trust counts for this one; `root` is the repository that it is in. */
export async function trustedInClaude(
  env: Record<string, string>,
  folder: string,
  root: string | undefined,
): Promise<string | undefined> {
  const home = env['CLAUDE_CONFIG_DIR'] ?? env['HOME'];
  const reading = home === undefined ? undefined : await readCarefully(join(home, '.claude.json'), mostBytes);
  const state = reading && 'text' in reading ? parsed(reading.text)?.value : undefined;
  const projects = isObject(state) && isObject(state['projects']) ? state['projects'] : {};
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
