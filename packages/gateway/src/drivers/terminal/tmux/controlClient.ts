// One tmux client in control mode, attached to one terminal: its commands and their replies, the pane's output, its end.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../../clock.ts';
import type { TmuxClient, TmuxCommand } from './command.ts';
import { ControlReader, type ControlEvent } from './controlProtocol.ts';

export interface Reply {
  ok: boolean;
  lines: Buffer[];
}

type Signal = Exclude<ControlEvent, { type: 'attached' | 'reply' | 'exit' }>;

export interface ControlListener {
  event(event: Signal): void;
  /** Nothing comes after this, and it comes once. */
  ended(): void;
}

export class ControlClient {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #reader = new ControlReader();
  readonly #waiting: ((reply: Reply) => void)[] = [];
  readonly #listener: ControlListener;
  readonly #clock: Clock;
  /** What is said before tmux has attached the client would be done too early: output after it would be missed. */
  #unsent: string[] | undefined = [];
  #hasEnded = false;

  /** Takes part in the size of the window only once it is told a size, and is never ahead of its reader by much. */
  constructor(client: TmuxClient, name: string, listener: ControlListener) {
    this.#listener = listener;
    this.#clock = client.clock;
    const flags = `ignore-size,pause-after=${PAUSE_AFTER_SECONDS}`;
    const attach = ['attach-session', '-E', '-f', flags, '-t', `=${name}`];
    this.#child = spawn(client.program, ['-u', '-S', client.socket, '-C', ...attach], {
      env: client.environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stdin.on('error', () => {});
    this.#child.once('error', () => this.#end());
    this.#child.once('close', () => this.#end());
  }

  /**
   * Runs commands of our own making: their words are written as they are. Calls back within the stream, so that what the
   * callback does happens before any output that tmux sent after the reply.
   */
  request(commands: readonly TmuxCommand[], callback: (replies: Reply[]) => void = () => {}): void {
    const replies: Reply[] = [];
    for (let index = 0; index < commands.length; index += 1) {
      this.#waiting.push((reply) => {
        replies.push(reply);
        if (replies.length === commands.length) callback(replies);
      });
    }
    if (this.#hasEnded) return this.#failWaiting();
    const line = `${commands.map((command) => command.join(' ')).join(' ; ')}\n`;
    if (this.#unsent) this.#unsent.push(line);
    else this.#child.stdin.write(line);
  }

  /** Detaches. The terminal lives on. */
  close(): void {
    // An empty line is how a control client says goodbye.
    if (!this.#hasEnded) this.#child.stdin.end('\n');
    this.#end();
  }

  #read(chunk: Buffer): void {
    for (const event of this.#reader.read(chunk)) {
      if (this.#hasEnded) return;
      if (event.type === 'attached') this.#sendHeld();
      else if (event.type === 'reply') this.#waiting.shift()?.(event);
      else if (event.type === 'exit') this.#end();
      else this.#listener.event(event);
    }
  }

  #sendHeld(): void {
    const held = this.#unsent ?? [];
    this.#unsent = undefined;
    if (held.length > 0) this.#child.stdin.write(held.join(''));
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failWaiting();
    this.#listener.ended();
    // One that detaches needs no more than a moment.
    if (this.#child.exitCode !== null || this.#child.pid === undefined) return;
    const cancel = this.#clock.after(KILL_AFTER_MS, () => this.#child.kill('SIGKILL'));
    this.#child.once('exit', cancel);
  }

  #failWaiting(): void {
    for (const settle of this.#waiting.splice(0)) settle({ ok: false, lines: [] });
  }
}

const PAUSE_AFTER_SECONDS = 5;
const KILL_AFTER_MS = 2000;
