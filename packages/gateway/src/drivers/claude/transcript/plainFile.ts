// Opens a file that others may have put something else in place of.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Neither a link to elsewhere is followed, nor is a pipe waited for. Undefined for what is no plain file. */
export async function openPlainFile(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}
