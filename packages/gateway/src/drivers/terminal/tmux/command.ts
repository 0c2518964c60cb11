// Runs one tmux client to its end: argv only, never a shell, never for long.
import { execFile, type ExecFileException } from 'node:child_process';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../../clock.ts';
import { noConfigFile } from './config.ts';
import { tmuxMissing } from './version.ts';

/** A tmux command and its arguments. Texts from outside are safe here, except where tmux takes a format or a target. */
export type TmuxCommand = readonly [name: string, ...args: string[]];

export interface TmuxClient {
  program: string;
  socket: string;
  environment: Record<string, string>;
  clock: Clock;
}

interface RunOptions {
  cwd?: string;
  environment?: Record<string, string>;
  /** What `load-buffer -` and `source-file -` read. */
  input?: string;
}

/** Runs the commands in order, in one step of the server, and gives back what they print. */
export async function runTmux(client: TmuxClient, commands: readonly TmuxCommand[], options: RunOptions = {}) {
  const args = ['-u', '-S', client.socket, '-f', noConfigFile, ...toArguments(commands)];
  const { cwd, environment = client.environment, input = '' } = options;
  return new Promise<string>((resolve, reject) => {
    const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' as const, maxBuffer: OUTPUT_LIMIT_BYTES };
    const child = execFile(
      client.program,
      args,
      { ...limits, env: environment, ...(cwd !== undefined && { cwd }) },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(explain(error, stderr));
      },
    );
    // A client that ended before it read its input has said why on its standard error.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** tmux's own words for what failed, sorted by what can be done about it. */
export class TmuxError extends BeckonError {
  readonly why: 'no_server' | 'no_session' | 'other';

  constructor(why: TmuxError['why'], message: string, cause: unknown) {
    super('agent_unavailable', message, { cause });
    this.name = 'TmuxError';
    this.why = why;
  }
}

/** tmux takes an argument that ends in a semicolon for the end of a command, unless a backslash stands before it. */
export function toArguments(commands: readonly TmuxCommand[]): string[] {
  return commands.flatMap((command, index) => {
    const args = command.map((argument) => argument.replace(/;$/, '\\;'));
    return index === 0 ? args : [';', ...args];
  });
}

const TIMEOUT_MS = 10_000;
const OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;

function explain(error: ExecFileException, stderr: string): BeckonError {
  if (error.code === 'ENOENT') return tmuxMissing(error);
  if (error.killed === true) return new TmuxError('other', 'tmux did not answer in time.', error);
  const said = stderr.trim().split('\n')[0]?.slice(0, 300) ?? '';
  if (/^(no server running|error connecting|server exited|lost server)/.test(said)) {
    return new TmuxError('no_server', 'The tmux server of Beckon’s terminal sessions is not running.', error);
  }
  if (/^((can't find|no such) (session|window|pane)|no current target)/.test(said)) {
    return new TmuxError('no_session', 'The terminal of this session is gone.', error);
  }
  if (said.includes('protocol version mismatch')) {
    const sentence = 'Beckon’s tmux server runs another version of tmux: end its sessions, then start again.';
    return new TmuxError('other', sentence, error);
  }
  if (said.includes('command too long')) {
    return new BeckonError('invalid_request', 'The command is too long for tmux.', { cause: error });
  }
  return new TmuxError('other', `tmux failed: ${said || error.message}`, error);
}
