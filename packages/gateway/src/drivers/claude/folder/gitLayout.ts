// What the configuration of a repository says about how the rest of it is to be read: where its files are, and how long the
// names of its objects. A configuration that cannot be read is told elsewhere, by whoever looks for what it runs.
import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { gitConfigValues } from './gitConfig.ts';
import { gitPathIn } from './gitPath.ts';
import { readCarefully } from './readCarefully.ts';

export interface GitLayout {
  /** Of the names of objects, in bytes. */
  nameLength: number;
  /** Where its files are, if not around the folder itself. */
  workTrees: string[];
}

export async function gitLayout(gitFolder: string): Promise<GitLayout | { why: string }> {
  const shared = await gitPathIn(join(gitFolder, 'commondir'));
  const folders = shared && 'path' in shared ? [gitFolder, shared.path] : [gitFolder];
  const layout: GitLayout = { nameLength: sha1, workTrees: [] };
  for (const path of folders.flatMap((each) => [join(each, 'config'), join(each, 'config.worktree')])) {
    const reading = await readCarefully(path);
    if (!reading || 'why' in reading) continue;
    for (const format of gitConfigValues(reading.text, 'extensions', 'objectformat')) {
      if (format !== 'sha1' && format !== 'sha256') return { why: 'has objects with names of an unknown form' };
      if (format === 'sha256') layout.nameLength = sha256;
      else if (layout.nameLength === sha256) return { why: 'has objects with names of two forms' };
    }
    for (const place of gitConfigValues(reading.text, 'core', 'worktree')) {
      if (unplain.test(place)) return { why: `says in an unusual way where its files are: ${place.slice(0, 200)}` };
      const said = isAbsolute(place) ? place : `${gitFolder}/${place}`;
      layout.workTrees.push(await realpath(said).catch(() => said));
    }
  }
  return layout;
}

const sha1 = 20;
const sha256 = 32;

/** Quotes, comments, and blanks that versions of git read differently. */
const unplain = /["\\#;\t\v\f\r\0]/;
