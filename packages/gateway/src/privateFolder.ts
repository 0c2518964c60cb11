// The folder that agents are kept away from: the state directory, whose token would let an agent answer its own asks.
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

export interface PrivateFolder {
  path: string;
  /** What is in it, by name or pattern, beside the workplace. */
  names: readonly string[];
  /** A folder in it where sessions work all the same: the demo's. */
  workplace?: string;
}

/** Whether a session in this folder reaches the private one without leaving its own: an agent's mode lets it read there. */
export function isWithinReach(hidden: PrivateFolder, folder: string): boolean {
  if (isInWorkplace(hidden, folder)) return false;
  return contains(folder, hidden.path) || contains(hidden.path, folder);
}

export function isInWorkplace({ workplace }: PrivateFolder, folder: string): boolean {
  return workplace !== undefined && contains(workplace, folder);
}

/** Where a path leads, behind all links; the path itself where nothing is there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function contains(outer: string, inner: string): boolean {
  const [above, below] = [realPath(outer), realPath(inner)];
  return below === above || below.startsWith(above.endsWith(sep) ? above : `${above}${sep}`);
}
