// Where Claude keeps what “always” has granted, by its own settings files, and taking it away there: a file is read with care
// for what it might be, changed in one spot, and replaced in one step.
import { randomUUID } from 'node:crypto';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PermissionSuggestion } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { FoundGrant } from '../driver.ts';
import { readCarefully } from './folder/readCarefully.ts';
import { claudeFolder } from '../claudeFolder.ts';
import { localSettingsFolders } from './folder/whatRuns.ts';
import { hasGrant, type KeptGrant, withoutGrant } from './ruleText.ts';
import { grantedUpdate, type PermissionUpdate } from './suggestions.ts';

type Environment = Record<string, string>;

interface Where {
  env: Environment;
  cwd: string;
}

export async function findGrant(suggestion: PermissionSuggestion, where: Where): Promise<FoundGrant> {
  const update = grantedUpdate(suggestion);
  const grant = update && keptGrant(update);
  if (!update || !grant) return { state: 'session' };
  for (const file of await filesOf(update, where)) {
    const reading = await readCarefully(file);
    if (!reading) continue;
    if ('why' in reading) return { state: 'unreadable', file, why: reading.why };
    try {
      if (hasGrant(reading.text, grant)) return { state: 'kept', file };
    } catch (error) {
      return { state: 'unreadable', file, why: whyOf(error) };
    }
  }
  return { state: 'gone' };
}

/** One after the other: each is to find the file as the one before has left it. */
export function removeGrant(suggestion: PermissionSuggestion, where: Where): Promise<void> {
  const removed = theOneBefore.then(() => removeNow(suggestion, where));
  theOneBefore = removed.catch(() => undefined);
  return removed;
}

let theOneBefore: Promise<void> = Promise.resolve();

async function removeNow(suggestion: PermissionSuggestion, where: Where): Promise<void> {
  const found = await findGrant(suggestion, where);
  const update = grantedUpdate(suggestion);
  const grant = update && keptGrant(update);
  if (found.state === 'unreadable') throw refusal(found.file, found.why);
  if (found.state === 'session' || !update || !grant) {
    throw new BeckonError('not_supported', 'This is kept in no file: its agent forgets it when it ends.');
  }
  if (found.state === 'kept') await rewrite(found.file, grant, update.destination === 'userSettings');
}

/** A link may be its person's own way to keep their settings; in a folder, an agent may have put it there. */
async function rewrite(path: string, grant: KeptGrant, mayBeLink: boolean): Promise<void> {
  const file = await realpath(path);
  const inPlace = join(await realpath(dirname(dirname(path))), '.claude', basename(path));
  if (!mayBeLink && file !== inPlace) throw refusal(path, 'a link leads elsewhere');
  const status = await lstat(file);
  if (status.uid !== process.getuid?.()) throw refusal(path, 'it belongs to another user');
  if (status.nlink > 1) throw refusal(path, 'it has another name as well');
  const before = await textOf(file);
  try {
    await replace(file, { before, after: withoutGrant(before, grant), mode: status.mode & 0o777 });
  } catch (error) {
    throw error instanceof BeckonError ? error : refusal(path, whyOf(error));
  }
}

interface Replacement {
  before: string;
  after: string;
  mode: number;
}

async function replace(path: string, { before, after, mode }: Replacement): Promise<void> {
  const next = `${path}.beckon-${randomUUID()}`;
  const file = await open(next, 'wx', mode);
  // From here on the name is ours, to be removed too.
  try {
    await writeWhole(file, after, mode);
    if ((await textOf(path)) !== before) throw refusal(path, 'it was changed meanwhile. Try again');
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

async function textOf(file: string): Promise<string> {
  const reading = await readCarefully(file);
  if (reading && 'text' in reading) return reading.text;
  throw refusal(file, reading?.why ?? 'it is gone');
}

async function writeWhole(file: FileHandle, text: string, mode: number): Promise<void> {
  try {
    await file.writeFile(text);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Local settings are kept in the folder, its repository, or the one that its worktree belongs to. */
async function filesOf({ destination }: PermissionUpdate, { env, cwd }: Where): Promise<string[]> {
  switch (destination) {
    case 'localSettings':
      return (await localSettingsFolders(cwd)).map((folder) => join(folder, '.claude/settings.local.json'));
    case 'projectSettings':
      return [join(cwd, '.claude/settings.json')];
    case 'userSettings':
      return [join(claudeFolder(env), 'settings.json')];
    case 'session':
    case 'cliArg':
      return [];
  }
}

/** What a file can hold of it; undefined for what only a running agent knows. */
function keptGrant(update: PermissionUpdate): KeptGrant | undefined {
  if (update.destination === 'session' || update.destination === 'cliArg') return undefined;
  if (update.type === 'addDirectories') return { list: 'additionalDirectories', entries: update.directories };
  if (update.type !== 'addRules' || update.behavior !== 'allow') return undefined;
  return { list: 'allow', entries: update.rules.flatMap(writtenRules) };
}

/** Claude puts a backslash before what would end the rule; earlier versions did not. */
function writtenRules({ toolName, ruleContent }: { toolName: string; ruleContent?: string | undefined }): string[] {
  if (ruleContent === undefined) return [toolName];
  return [`${toolName}(${ruleContent})`, `${toolName}(${ruleContent.replaceAll(/[\\()]/g, '\\$&')})`];
}

function refusal(path: string, why: string): BeckonError {
  return new BeckonError('invalid_request', `${path} was left as it is: ${why}.`);
}

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read';
}
