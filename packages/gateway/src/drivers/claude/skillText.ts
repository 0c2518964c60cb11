// [L12] The skill that an agent wants to use, word for word. Skills of folders below the session's come into play once a file
// there was read, and nobody has looked at those before. Measured: one that grants itself tools or hooks is asked about, and
// one that does not runs no command of its own; but the agent tells no more of it than its name.
import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import { readCarefully } from './folder/readCarefully.ts';

/** So many folders are looked through, those further up first. */
const mostFolders = 3000;
/** More would hide the rest of the card. */
const mostShown = 4000;

/** For the person who is asked; undefined for any other call. */
export async function aboutSkill(toolName: string, input: JsonObject, cwd: string): Promise<string | undefined> {
  const name = toolName === 'Skill' ? textOf(input, 'skill')?.replace(/^.*:/s, '') : undefined;
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  const { paths, isWhole } = await skillsBelow(cwd, name);
  const texts: string[] = [];
  for (const path of paths) {
    const reading = await readCarefully(path, mostShown);
    const says = !reading ? 'is gone' : 'why' in reading ? reading.why : `says:\n${reading.text.trim()}`;
    texts.push(`The skill ${relative(cwd, path)} ${says}`);
  }
  if (!isWhole) texts.push(`Not every folder here was looked through, so “${name}” may be another.`);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

async function skillsBelow(cwd: string, name: string): Promise<{ paths: string[]; isWhole: boolean }> {
  const paths: string[] = [];
  const folders = [cwd];
  for (const folder of folders) {
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
