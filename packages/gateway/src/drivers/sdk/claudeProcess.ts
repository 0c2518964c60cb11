// The CLI's process: spawned here instead of by the SDK, so that its exit is known and nothing of it is left.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SpawnedProcess, SpawnOptions } from '@anthropic-ai/claude-agent-sdk';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';

/** How the process ended, in words: `exit code 1`, `signal SIGKILL`, or why it never started. */
export type ProcessEnd = string;

export class ClaudeProcess {
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #exited: Promise<ProcessEnd> | undefined;
  #stderr = '';
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For the SDK to call, once. */
  readonly spawn = ({ command, args, cwd, env }: SpawnOptions): SpawnedProcess => {
    const [program, ...programArguments] = isGuarded ? [BASH, '-p', guardPath, command, ...args] : [command, ...args];
    const child = spawn(program, programArguments, {
      ...(cwd !== undefined && { cwd }),
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      // In a session of its own, Ctrl-C in the gateway's terminal reaches the gateway alone, which then ends its agents
      // in order. Should the gateway die, the guard ends the agent.
      detached: true,
    }) as ChildProcessByStdio<Writable, Readable, Readable>;
    const lifeline = child.stdio[LIFELINE] as Writable;
    lifeline.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL_CHARS);
    });
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.letInputEnd();
        child.stdin.destroy();
        const end = signal === null ? `exit code ${code}` : `signal ${signal}`;
        void lastWordsRead(child.stderr, this.#clock).then(() => resolve(end));
      });
      child.once('error', (error) => {
        if (child.pid === undefined) resolve(error.message);
      });
    });
    this.#child = child;
    return child;
  };

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get stderrTail(): string {
    return this.#stderr.trim();
  }

  get hasExited(): boolean {
    const child = this.#child;
    return child === undefined || child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  }

  /** Resolves when there is no process, or none any more, and what it said last is known. */
  get exited(): Promise<ProcessEnd> {
    return this.#exited ?? Promise.resolve('it was never started');
  }

  /** Calls back when all that the SDK has written in this turn of the event loop is in the process's pipe. */
  whenWritten(callback: () => void): void {
    setImmediate(() => {
      const { stdin } = this.#child ?? {};
      if (!stdin || stdin.destroyed || stdin.writableEnded) return;
      stdin.write('', (error) => {
        if (!error) callback();
      });
    });
  }

  /**
   * Ends the process and resolves when it is gone. Its input should have been closed: that is all an idle CLI needs. One
   * that runs a command needs SIGTERM to end that command too, for it runs in a session of its own; SIGKILL would orphan
   * it and is the last resort.
   */
  async stop(): Promise<void> {
    this.letInputEnd();
    const timers = [
      this.#clock.after(TERMINATE_AFTER_MS, () => this.#child?.kill('SIGTERM')),
      this.#clock.after(KILL_AFTER_MS, () => this.#child?.kill('SIGKILL')),
    ];
    await this.exited;
    for (const cancel of timers) cancel();
  }

  /**
   * Ends the process in the middle of what it does, with its input open: a call that waits for its person then stays in
   * the transcript as it is, and can be taken up again.
   */
  async terminate(): Promise<void> {
    this.#child?.kill('SIGTERM');
    const cancel = this.#clock.after(KILL_AFTER_MS, () => this.#child?.kill('SIGKILL'));
    await this.exited;
    cancel();
  }

  /** To be called before the input is closed: else the guard takes its end for the end of the gateway. */
  letInputEnd(): void {
    const lifeline = this.#child?.stdio[LIFELINE] as Writable | undefined;
    if (lifeline && !lifeline.writableEnded) lifeline.end('close\n');
  }
}

/** Keeps the agent from outliving its gateway, where there is a bash to run it. */
const guardPath = fileURLToPath(new URL('../../../assets/beckon-agent.sh', import.meta.url));
const BASH = '/bin/bash';
const isGuarded = existsSync(BASH);
const LIFELINE = 3;

/** What it wrote last may come after its exit; something that it started may keep its error output open for ever. */
async function lastWordsRead(stderr: Readable, clock: Clock): Promise<void> {
  if (stderr.readableEnded) return;
  const waiting = new AbortController();
  await Promise.race([
    once(stderr, 'close', { signal: waiting.signal }),
    pause(clock, LAST_WORDS_MS, waiting.signal),
  ]).catch(() => undefined);
  waiting.abort();
}

const LAST_WORDS_MS = 500;
const STDERR_TAIL_CHARS = 4000;
const TERMINATE_AFTER_MS = 700;
const KILL_AFTER_MS = 3000;
