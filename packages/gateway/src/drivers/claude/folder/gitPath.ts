// The small files in which git says that a folder of its own lies elsewhere: `.git` of a worktree, and `commondir`.
import { realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { readCarefully } from './readCarefully.ts';

/** Absent where there is no such file; `why` where git may read another path in it than can be told. */
export type GitPath = { path: string } | { why: string } | undefined;

export async function gitPathIn(file: string, prefix = ''): Promise<GitPath> {
  const reading = await readCarefully(file);
  if (!reading || 'why' in reading) return reading;
  const { text } = reading;
  // A mark at the start is a part of the path to git, and a zero ends it.
  const size = (await stat(file).catch(() => undefined))?.size;
  if (size !== Buffer.byteLength(text) || text.includes('\0')) return { why: 'has signs in it that no path has' };
  if (!text.startsWith(prefix)) return { why: `does not begin with “${prefix.trim()}”` };
  const said = withoutLineEnds(text.slice(prefix.length));
  const path = isAbsolute(said) ? said : `${dirname(file)}/${said}`;
  // By the disk: `..` behind a link leads elsewhere than the words say.
  return { path: await realpath(path).catch(() => path) };
}

/** Git takes blanks at the end for a part of the name. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
