// Why an agent could not be started, in words that say what to do.
import { BeckonError } from '@beckon/protocol';
import type { AgentSpec } from '../driver.ts';
import { TimedOut } from './within.ts';

export interface StartCircumstances {
  spec: Pick<AgentSpec, 'sessionId' | 'cwd'>;
  /** The last of what the CLI wrote to its standard error. */
  stderr: string;
  claudePath: string | undefined;
}

export function startFailure(thrown: unknown, circumstances: StartCircumstances): BeckonError {
  const cause = new Error(`${text(thrown)}${circumstances.stderr && `\nstderr: ${circumstances.stderr}`}`, {
    cause: thrown,
  });
  return new BeckonError('agent_unavailable', sentence(thrown, circumstances), { cause });
}

export function isUnknownConversation(thrown: unknown, stderr: string): boolean {
  return /No conversation found/i.test(everythingSaid(thrown, stderr));
}

function sentence(thrown: unknown, { spec, stderr, claudePath }: StartCircumstances): string {
  const said = everythingSaid(thrown, stderr);
  const claude = claudePath ?? 'the claude that comes with Beckon';
  if (isUnknownConversation(thrown, stderr)) {
    return `Claude Code keeps no conversation ${spec.sessionId} for ${spec.cwd}, so it cannot go on with it. Start a new session.`;
  }
  if (/Session ID \S+ is already in use/i.test(said)) {
    return `Claude Code already keeps a conversation ${spec.sessionId}. Resume that one, or start a new session.`;
  }
  if (/cannot be used with root/i.test(said)) {
    return 'Claude Code does not run in “Bypass” as root. Choose another permission mode, or run Beckon as another user.';
  }
  if (thrown instanceof TimedOut) {
    return `Claude Code was started but did not get ready in time. Run ${claude} in a terminal in ${spec.cwd} to see what it waits for, then try again.`;
  }
  if (/not found at|failed to launch|failed to spawn|exited with code 12[67]|ENOENT|EACCES|ENOEXEC/i.test(said)) {
    return claudePath === undefined
      ? 'Claude Code could not be started: the claude that comes with Beckon is missing or does not run on this system. Install Beckon again, or say with --claude which one to use.'
      : `Claude Code could not be started: ${claudePath} is missing or cannot be run. Check the path given with --claude.`;
  }
  const lastWords = stderr.split('\n').at(-1)?.trim();
  const quote = lastWords ? ` Its last words: “${lastWords.slice(0, 300)}”` : '';
  return `Claude Code stopped as soon as it was started.${quote} Run ${claude} in a terminal in ${spec.cwd} to see why, then try again.`;
}

function everythingSaid(thrown: unknown, stderr: string): string {
  return `${text(thrown)}\n${stderr}`;
}

function text(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
