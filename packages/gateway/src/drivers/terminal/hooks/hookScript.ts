// The command that Claude Code runs for each hook event, `assets/beckon-hook.sh`. Bash alone, because it is run for
// every tool call in every terminal of the user: it starts in a millisecond or two, where node would take fifty. It is run
// from where Beckon is installed, never from a folder that sessions work in, and looked at before settings name it.
import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BeckonError } from '@beckon/protocol';

/** The script's file, whose name is also the mark by which our entries in a settings file are known. */
export const hookScriptName = 'beckon-hook.sh';

/** The path of the script. Throws where it is not the one that Beckon came with, or others may write it. */
export function checkedHookScript(path = ownScript): string {
  const wrong = whatIsWrong(path);
  if (wrong === undefined) return path;
  const sentence = `Beckon’s hook script ${path} ${wrong}. Install Beckon anew, then start again.`;
  throw new BeckonError('agent_unavailable', sentence);
}

const ownScript = fileURLToPath(new URL(`../../../../assets/${hookScriptName}`, import.meta.url));

/** Of the text of the script. */
const sha256 = '12ad131002c11185429a930a1639216a2b98bcc71c014704c71d250b95c36b40';

function whatIsWrong(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return 'cannot be read';
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) return 'is not a file';
    if (status.uid !== 0 && status.uid !== process.getuid?.()) return 'belongs to another user';
    if ((status.mode & constants.S_IWOTH) !== 0) return 'can be written by everybody';
    const found = createHash('sha256').update(readFileSync(file)).digest('hex');
    return found === sha256 ? undefined : 'has been changed';
  } finally {
    closeSync(file);
  }
}

/** What the script is run with. `-p` keeps BASH_ENV out, which could be slow or print. */
export const bash = [findBash(), '-p'] as const;

function findBash(): string {
  const places = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/run/current-system/sw/bin/bash'];
  return places.find((path) => existsSync(path)) ?? '/bin/bash';
}
