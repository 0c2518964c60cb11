// [L12] The skill that an agent wants to use, word for word. Skills of folders below the session's come into play once a file
// there was read, and nobody has looked at those before. Measured: one that grants itself tools or hooks is asked about, and
// one that does not runs no command of its own; but the agent tells no more of it than its name.
import { isUtf8 } from 'node:buffer';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import { type Clock, pause } from '../../clock.ts';
import { openPlainFile } from '../../plainFile.ts';
import { codeOf, contentDigest } from './folder/readCarefully.ts';

/** So many folders are looked through, those further up first. */
const mostFolders = 3000;
/** More would hide the rest of the card. */
const mostTexts = 3;
const mostOfOne = 4000;
const mostShown = 8000;
/** A disk that is far away may never answer, and the ask waits for this. */
const patienceMs = 1000;

/** For the person who is asked; undefined for any other call. */
export async function aboutSkill(
  { toolName, input }: { toolName: string; input: JsonObject },
  cwd: string,
  clock: Clock,
): Promise<string | undefined> {
  const name = toolName === 'Skill' ? textOf(input, 'skill') : undefined;
  if (name?.includes(':')) return 'A skill with such a name is one of a plugin. Its text is not shown here.';
  if (name === undefined || !/^[\w.-]{1,200}$/.test(name)) return undefined;
  const over = new AbortController();
  const tooLate = pause(clock, patienceMs, over.signal).then(
    () => `Beckon did not find the text of “${name}” in time.`,
  );
  try {
    return await Promise.race([textsOf(name, cwd, over.signal), tooLate]);
  } finally {
    over.abort();
  }
}

async function textsOf(name: string, cwd: string, over: AbortSignal): Promise<string | undefined> {
  const top = await realpath(cwd).catch(() => cwd);
  const { paths, isWhole } = await skillsBelow(top, name, over);
  const texts: string[] = [];
  if (!isWhole) texts.push(`Not every folder here was looked through, so “${name}” may be another.`);
  if (paths.length > mostTexts)
    texts.push(`There are ${paths.length} of the name “${name}”, of which ${mostTexts} follow.`);
  let left = mostShown;
  for (const path of paths.slice(0, mostTexts)) {
    const text = `The skill ${relative(top, path)} ${await whatItSays(path, Math.min(mostOfOne, left))}`;
    texts.push(text);
    left = Math.max(0, left - Buffer.byteLength(text));
  }
  const whole = texts.join('\n\n');
  return texts.length === 0 ? undefined : whole.length > mostShown ? `${whole.slice(0, mostShown)}…` : whole;
}

/** Where a link leads may be a secret: what lies in the folder itself is shown, and nothing else. */
async function whatItSays(path: string, most: number): Promise<string> {
  let file;
  try {
    if ((await realpath(path)) !== path) return 'lies behind a link, and is not shown';
    file = await openPlainFile(path);
  } catch (error) {
    return `cannot be opened (${codeOf(error)})`;
  }
  if (!file) return 'is no plain file, or has another name as well';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most + 1), 0, most + 1, 0);
    if (bytesRead > most) return `is larger than ${most} bytes (${await contentDigest(file)})`;
    const content = buffer.subarray(0, bytesRead);
    return isUtf8(content) ? `says:\n${content.toString('utf8').trim()}` : 'is not text in UTF-8';
  } catch (error) {
    return `cannot be read (${codeOf(error)})`;
  } finally {
    await file.close();
  }
}

async function skillsBelow(
  top: string,
  name: string,
  over: AbortSignal,
): Promise<{ paths: string[]; isWhole: boolean }> {
  const paths: string[] = [];
  const folders = [top];
  for (const folder of folders) {
    // Nobody waits for the rest any more.
    if (over.aborted) return { paths, isWhole: false };
    for (const path of [`.claude/skills/${name}/SKILL.md`, `.claude/commands/${name}.md`]) {
      if (await lstat(join(folder, path)).catch(() => undefined)) paths.push(join(folder, path));
    }
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const further = entries.filter((entry) => entry.isDirectory() && entry.name !== '.git' && entry.name !== '.claude');
    if (folders.length + further.length > mostFolders) return { paths, isWhole: false };
    folders.push(...further.map((entry) => join(folder, entry.name)));
  }
  return { paths, isWhole: true };
}
