// Runs `claude` right here, with the caller's own input, output and environment, and ends as it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { findClaude } from '../drivers/terminal/claudeProgram.ts';

export async function runStraight(args: readonly string[]): Promise<void> {
  const { BECKON_TYPED: _, BECKON_CLAUDE: wanted, ...env } = process.env;
  const child = spawn(findClaude(env['PATH'], wanted), args, { stdio: 'inherit', env });
  // A terminal's Ctrl-C reaches both, and is the program's to act on; a signal to this process alone is passed on.
  const passOn = (signal: NodeJS.Signals) => () => void child.kill(signal);
  const listeners = [
    ['SIGINT', () => undefined],
    ['SIGTERM', passOn('SIGTERM')],
    ['SIGHUP', passOn('SIGHUP')],
  ] as const;
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
