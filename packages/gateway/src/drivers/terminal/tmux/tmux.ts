// Beckon's own tmux server, on a socket in the state directory: terminals are started, found, looked at and ended here,
// and the user's own tmux sessions are never touched.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../../clock.ts';
import { systemClock } from '../../../clock.ts';
import { hasEndedWithin, signalProcess } from '../../../processes.ts';
import { cannotStart, isRefusal } from '../refusal.ts';
import { runTmux, TmuxError, type TmuxClient, type TmuxCommand } from './command.ts';
import { tmuxConfig, type TmuxConfig } from './config.ts';
import { serverEnvironment, type Environment } from './paneEnvironment.ts';
import { listFormat, readTerminals, type Size, type Terminal } from './terminalList.ts';
import { requireVersion, tmuxMissing } from './version.ts';

export interface TerminalSpec {
  /** Letters, digits, `-` and `_`: tmux gives `:` and `.` a meaning of their own. */
  name: string;
  cwd: string;
  command: readonly [program: string, ...args: string[]];
  /** All that the pane's program gets; see `paneEnvironment`. */
  environment: Environment;
  size?: Size;
}

export class Tmux {
  readonly client: TmuxClient;
  #ready: Promise<TmuxConfig> | undefined;

  /** `folder` holds the socket; nothing is started or written before it is needed. */
  constructor(options: { folder: string; environment: Environment; program?: string; clock?: Clock }) {
    const folder = resolve(options.folder);
    this.client = {
      program: options.program ?? 'tmux',
      socket: join(folder, 'tmux.sock'),
      environment: serverEnvironment(options.environment),
      clock: options.clock ?? systemClock,
    };
  }

  /** Resolves where terminals can be started; rejects with a sentence that says what to do where not. */
  async check(): Promise<void> {
    const limit = process.platform === 'darwin' ? 103 : 107;
    if (Buffer.byteLength(this.client.socket) > limit) {
      const sentence = `The path of the state directory is too long for tmux: ${this.client.socket} may have ${limit} bytes. Choose a shorter one with --state-dir.`;
      throw new BeckonError('agent_unavailable', sentence);
    }
    requireVersion(await printedVersion(this.client));
  }

  async start(spec: TerminalSpec): Promise<Terminal> {
    requireName(spec.name);
    const folder = await stat(spec.cwd).catch(() => undefined);
    if (!folder?.isDirectory()) throw new BeckonError('folder_not_found', `There is no folder ${spec.cwd}.`);
    const config = await (this.#ready ??= this.#prepare().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    }));
    try {
      await this.#startOnce(spec, config);
    } catch (error) {
      // The server may have been ending with its last session just then.
      if (!(error instanceof TmuxError) || error.why !== 'no_server') throw error;
      await this.#startOnce(spec, config);
    }
    const terminal = await this.find(spec.name);
    if (terminal === undefined) {
      throw new BeckonError('agent_unavailable', `${spec.command[0]} ended as soon as it was started.`);
    }
    return terminal;
  }

  async list(): Promise<Terminal[]> {
    const terminals = await this.#listOnce();
    if (!terminals.some(({ exit }) => exit && exit.status === undefined && exit.signal === undefined)) return terminals;
    // tmux 3.3a can miss that a program has ended, and leaves it a zombie and its pane in between (measured: one in six
    // under load). The end of any other child makes it look after all of them, and may be the end of the server.
    await this.run(['run-shell', 'true']).catch(() => '');
    return this.#listOnce();
  }

  /** `undefined` where there is none, or none any more: it ended well or was killed. */
  async find(name: string): Promise<Terminal | undefined> {
    return (await this.list()).find((terminal) => terminal.name === name);
  }

  /** Resolves when the terminal is gone, and its program with it. */
  async kill(name: string): Promise<void> {
    const terminal = await this.find(name);
    if (terminal === undefined) return;
    try {
      await this.run(['kill-session', '-t', `=${name}`]);
    } catch (error) {
      if (!(error instanceof TmuxError) || error.why === 'other') throw error;
    }
    // tmux has sent SIGHUP. What does not heed it within a few seconds is killed.
    const hasEnded =
      terminal.exit !== undefined || (await hasEndedWithin(KILL_AFTER_MS, terminal.pid, this.client.clock));
    if (!hasEnded) signalProcess(terminal.pid, 'SIGKILL');
  }

  /** The text of the screen, row by row, as someone at the terminal sees it, with as many rows above as are asked for. */
  async screen(name: string, rowsAbove = 0): Promise<string> {
    return this.run(['capture-pane', '-p', '-S', String(-rowsAbove), '-t', await this.pane(name)]);
  }

  /** The screens of several panes, in one step of the server. */
  async screens(paneIds: readonly string[]): Promise<string[]> {
    if (paneIds.length === 0) return [];
    // Nothing that a program writes can be this line: nobody else knows it.
    const between = `beckon ${randomUUID()}`;
    const commands = paneIds.flatMap((paneId): TmuxCommand[] => [
      ['capture-pane', '-p', '-t', paneId],
      ['display-message', '-p', between],
    ]);
    return (await this.run(...commands)).split(`${between}\n`).slice(0, paneIds.length);
  }

  /** What is there to be read, the rows above too, with lines that were longer than the terminal is wide in one piece. */
  async printed(name: string, rowsAbove: number): Promise<string> {
    return this.run(['capture-pane', '-p', '-J', '-S', String(-rowsAbove), '-t', await this.pane(name)]);
  }

  /** Sizes the terminal while nobody is attached; whoever attaches brings a size of their own. */
  async resize(name: string, { cols, rows }: Size): Promise<void> {
    const pane = await this.pane(name);
    await this.run(
      ['resize-window', '-t', pane, '-x', String(cols), '-y', String(rows)],
      // Resizing would pin the size for good.
      ['set-option', '-w', '-u', '-t', pane, 'window-size'],
    );
  }

  /** Makes the terminal taller for a moment, whoever is attached; what it gives back undoes it. */
  async stretch(name: string, rows: number): Promise<() => Promise<void>> {
    const { paneId, size } = (await this.find(name)) ?? {};
    if (paneId === undefined || size === undefined) throw gone();
    await this.run(['resize-window', '-t', paneId, '-x', String(size.cols), '-y', String(rows)]);
    return async () => {
      try {
        await this.resize(name, size);
      } catch (error) {
        // It may have ended meanwhile.
        if (!(error instanceof TmuxError) || error.why === 'other') throw error;
      }
    };
  }

  /** What a person runs to sit down at the terminal. `-E` keeps their environment out of it. */
  attachCommand(name: string): [program: string, ...args: string[]] {
    requireName(name);
    return [this.client.program, '-u', '-S', this.client.socket, 'attach-session', '-E', '-t', `=${name}`];
  }

  /** The pane in which we started the program, wherever its person has moved the focus since. */
  async pane(name: string): Promise<string> {
    const terminal = await this.find(name);
    if (terminal === undefined) throw gone();
    return terminal.paneId;
  }

  async run(...commands: TmuxCommand[]): Promise<string> {
    return runTmux(this.client, commands);
  }

  /** Ends every terminal and the server. */
  async killServer(): Promise<void> {
    try {
      await this.run(['kill-server']);
    } catch (error) {
      if (!(error instanceof TmuxError) || error.why !== 'no_server') throw error;
    }
  }

  async #listOnce(): Promise<Terminal[]> {
    try {
      return readTerminals(await this.run(['list-panes', '-a', '-F', listFormat]));
    } catch (error) {
      if (error instanceof TmuxError && error.why !== 'other') return [];
      throw error;
    }
  }

  /** Says how the server is to be configured. */
  async #prepare(): Promise<TmuxConfig> {
    await this.check();
    const isKnown = await promisify(execFile)('infocmp', ['tmux-256color'], { timeout: 5000 }).then(
      () => true,
      () => false,
    );
    try {
      await mkdir(dirname(this.client.socket), { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw isRefusal(cause) ? cannotStart(cause) : cause;
    }
    return tmuxConfig(isKnown ? 'tmux-256color' : 'screen-256color');
  }

  async #startOnce(spec: TerminalSpec, { always, look }: TmuxConfig): Promise<void> {
    const { name, cwd, command, environment, size = defaultSize } = spec;
    // From an environment without secrets: whatever the server starts with, every pane would inherit.
    const sessions = await this.run(['start-server'], ...always, ['list-sessions', '-F', '#{session_name}']);
    if (sessions === '') await this.run(...look);
    const detached = ['-d', '-s', name, '-x', String(size.cols), '-y', String(size.rows)];
    // tmux hands a single argument to a shell, several to exec; this shell runs a fixed text and no other.
    const execute = ['/bin/sh', '-c', 'exec "$0" "$@"', ...command];
    const newSession: TmuxCommand = ['new-session', ...detached, '--', ...execute];
    const rememberPane: TmuxCommand = ['set-option', '-F', '-t', `=${name}:`, '@beckon_pane', '#{pane_id}'];
    const endWithLast: TmuxCommand = ['set-option', '-s', 'exit-empty', 'on'];
    // The environment goes over the socket, from the client's own: in no argv is more of it than the names. The folder too,
    // for tmux's option for it is a format, and formats can run commands.
    const names = Object.keys(environment).filter((variable) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable));
    const takeAlong: TmuxCommand = ['set-option', '-g', 'update-environment', names.join(' ')];
    const takeNothing: TmuxCommand = ['set-option', '-g', 'update-environment', ''];
    const commands = [takeAlong, newSession, takeNothing, rememberPane, endWithLast];
    await runTmux(this.client, commands, { cwd, environment });
  }
}

/** Roomy, so that a dialog fits even while nobody is attached. */
const defaultSize: Size = { cols: 120, rows: 50 };

const KILL_AFTER_MS = 3000;

function gone(): TmuxError {
  return new TmuxError('no_session', 'The terminal of this session is gone.', undefined);
}

function requireName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) {
    throw new BeckonError('invalid_request', `${JSON.stringify(name)} cannot be the name of a terminal.`);
  }
}

async function printedVersion({ program, environment }: TmuxClient): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, ['-V'], { env: environment, timeout: 5000 });
    return stdout.trim();
  } catch (error) {
    throw tmuxMissing(error);
  }
}
