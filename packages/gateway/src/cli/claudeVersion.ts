// Which Claude Code the user has.
import { execFileSync } from 'node:child_process';
import { laterEventsSince } from '../drivers/terminal/hooks/hookCommand.ts';

/** Whether the `claude` on PATH is new enough for all of our hooks; where there is none, nobody can tell. */
export function knowsLaterEvents(readVersion = askForVersion): boolean {
  const version = parts(readVersion());
  const since = parts(laterEventsSince);
  if (!version || !since) return false;
  const difference = version.map((part, index) => part - (since[index] ?? 0)).find((step) => step !== 0);
  return (difference ?? 0) >= 0;
}

function askForVersion(): string {
  try {
    return execFileSync('claude', ['--version'], {
      encoding: 'utf8',
      timeout: 10_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

function parts(version: string): number[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)/.exec(version.trim())?.slice(1).map(Number);
}
