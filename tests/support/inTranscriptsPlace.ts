// What somebody may put in the place of a transcript, so that Beckon reads another file, or waits for ever.
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface Place {
  /** Where the transcript should be. */
  path: string;
  /** The folder of a private file that is called the same. */
  elsewhere: string;
}

export const inTranscriptsPlace: [string, (place: Place) => void][] = [
  ['a symbolic link', ({ path, elsewhere }) => symlinkSync(join(elsewhere, basename(path)), path)],
  ['a hard link', ({ path, elsewhere }) => linkSync(join(elsewhere, basename(path)), path)],
  [
    'its project’s folder swapped for a link',
    ({ path, elsewhere }) => {
      renameSync(dirname(path), `${dirname(path)}-was`);
      symlinkSync(elsewhere, dirname(path));
    },
  ],
  ['a pipe', ({ path }) => execFileSync('mkfifo', [path])],
  ['a folder', ({ path }) => mkdirSync(path)],
  ['a socket or a device', ({ path }) => symlinkSync('/dev/zero', path)],
];
