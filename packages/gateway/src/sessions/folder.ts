// The folder that a session works in, as a person writes it.
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import { BeckonError } from '@beckon/protocol';

/** An existing folder, as an absolute path. */
export async function readFolder(text: string): Promise<string> {
  const path = text === '~' || text.startsWith('~/') ? join(homedir(), text.slice(1)) : text;
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new BeckonError('folder_not_found', 'Give the folder as an absolute path, or one that starts with ~/.');
  }
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new BeckonError('folder_not_found', `There is no folder ${path} on the gateway's machine.`);
  if (!found.isDirectory()) throw new BeckonError('folder_not_found', `${path} is a file, not a folder.`);
  return normalize(path);
}
