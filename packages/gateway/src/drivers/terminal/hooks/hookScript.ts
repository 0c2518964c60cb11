// The command that Claude Code runs for each hook event, `assets/beckon-hook.sh`. Bash alone, because it is run for
// every tool call in every terminal of the user: it starts in a millisecond or two, where node would take fifty.
import { existsSync, readFileSync } from 'node:fs';

/** The script as it must be written to disk, with the bash of this machine. */
export function hookScript(bash = findBash()): string {
  const text = readFileSync(new URL('../../../../assets/beckon-hook.sh', import.meta.url), 'utf8');
  // `-p` keeps BASH_ENV out, which could be slow or print; it leaves no room for `env` in the first line.
  return text.replace(/^#!.*/, `#!${bash} -p`);
}

/** The script's file, whose name is also the mark by which our entries in a settings file are known. */
export const hookScriptName = 'beckon-hook';

/** What the script looks for in its own folder when it is not given another endpoint. */
export const sharedEndpointName = 'hook-endpoint';

function findBash(): string {
  const places = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/run/current-system/sw/bin/bash'];
  return places.find((path) => existsSync(path)) ?? '/bin/bash';
}
