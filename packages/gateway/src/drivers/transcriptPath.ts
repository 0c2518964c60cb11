// Where the CLI keeps a session's transcript.
import { join } from 'node:path';
import type { SessionId } from '@beckon/protocol';

/** `cwd` must be the real path: the CLI resolves symbolic links before it names the folder. */
export function transcriptPath(projects: string, { cwd, sessionId }: { cwd: string; sessionId: SessionId }): string {
  return join(projects, projectFolderName(cwd), `${sessionId}.jsonl`);
}

/** The CLI's own encoding, measured: every UTF-16 unit but ASCII letters and digits becomes a dash. */
export function projectFolderName(cwd: string): string {
  const name = cwd.replaceAll(/[^a-zA-Z0-9]/g, '-');
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}-${hash(cwd)}`;
}

const LONGEST_NAME = 200;

function hash(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return Math.abs(sum).toString(36);
}
