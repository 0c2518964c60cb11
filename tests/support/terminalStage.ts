// The terminal driver without terminals: sessions report to it as the user's own hooks do, and the disk under its state
// directory can be broken and mended.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import type { SessionId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Agent, RunningAgent } from '../../packages/gateway/src/drivers/driver.ts';
import { TerminalDriver } from '../../packages/gateway/src/drivers/terminal/terminalDriver.ts';
import { FlowingClock } from './flowingClock.ts';
import { RecordingHost } from './recordingHost.ts';
import { type TempFolder, tempFolder } from './tempFolder.ts';

export const sessionId: SessionId = '51f6e018-c080-40ad-87d2-772796127a2c';
export const toolCallId = 'toolu_1';
/** The call that the session's agent asks about, as a hook tells of it. */
export const call = { tool_name: 'Bash', tool_input: { command: 'touch mark' } };

export interface DiskFault {
  name: string;
  /** Whether it takes a disk of its own, which only root can mount. */
  isOnDisk: boolean;
  strike(state: string): void;
  mend(state: string): void;
}

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;
const inTheWay = [
  `terminals/${sessionId}.json.next`,
  `terminals/${sessionId}.settings.json.next`,
  'last-hook.json',
  'hook-endpoint.next',
];

export const diskFaults: DiskFault[] = [
  {
    name: 'folders where its files should be',
    isOnDisk: false,
    strike(state) {
      rmSync(`${state}/last-hook.json`, { force: true });
      for (const name of inTheWay) mkdirSync(`${state}/${name}`);
    },
    mend(state) {
      for (const name of inTheWay) rmSync(`${state}/${name}`, { recursive: true, force: true });
    },
  },
  {
    name: 'a full disk',
    isOnDisk: true,
    strike(state) {
      const { bavail, bsize } = statfsSync(state);
      writeFileSync(`${state}/filler`, Buffer.alloc(bavail * bsize));
    },
    mend: (state) => rmSync(`${state}/filler`),
  },
  {
    name: 'a read-only disk',
    isOnDisk: true,
    strike: (state) => void mount('-o', 'remount,ro', state),
    mend: (state) => void mount('-o', 'remount,rw', state),
  },
];

export class TerminalStage implements AsyncDisposable {
  readonly host = new RecordingHost({ id: sessionId });
  readonly troubles: unknown[] = [];
  readonly found: RunningAgent[] = [];
  readonly folder: TempFolder = tempFolder();
  readonly #fault: DiskFault;
  readonly #joined: Promise<Agent>[] = [];
  #driver: TerminalDriver | undefined;
  readonly clock = new FlowingClock();

  constructor(fault: DiskFault) {
    this.#fault = fault;
    for (const name of ['home', 'work', 'bin', 'state']) mkdirSync(this.folder.at(name));
    if (fault.isOnDisk) mountDisk(this.state);
    mkdirSync(this.folder.at('home/.claude/projects/-work'), { recursive: true });
    // Has no server, and takes down what it is told to do.
    const tmux = `#!/bin/sh\n[ "$1" = -V ] && echo 'tmux 3.4' && exit\necho "$@" >>"${this.folder.at('tmux-ran')}"\necho 'no server running on socket' >&2\nexit 1\n`;
    writeFileSync(this.folder.at('bin/tmux'), tmux, { mode: 0o755 });
  }

  get state(): string {
    return this.folder.at('state');
  }

  get keptPath(): string {
    return `${this.state}/terminals/${sessionId}.json`;
  }

  get transcript(): string {
    return this.folder.at(`home/.claude/projects/-work/${sessionId}.jsonl`);
  }

  get driver(): TerminalDriver {
    return (this.#driver ??= new TerminalDriver({
      stateDir: this.state,
      env: { HOME: this.folder.at('home'), PATH: `${this.folder.at('bin')}:/usr/bin:/bin`, SHELL: '/bin/sh' },
      claudePath: '/bin/true',
      clock: this.clock,
      onTrouble: (error) => this.troubles.push(error),
    }));
  }

  get tmuxRan(): string {
    return readFileSync(this.folder.at('tmux-ran'), 'utf8');
  }

  /** Those about files that cannot be written. */
  get reports(): unknown[] {
    return this.troubles.filter((error) => error instanceof BeckonError && error.code === 'store_unavailable');
  }

  /** What the next gateway would read of the session. */
  get kept(): { waiting: { toolCallId: string }[]; transcript: string } | undefined {
    if (!existsSync(this.keptPath)) return undefined;
    return JSON.parse(readFileSync(this.keptPath, 'utf8')) as NonNullable<TerminalStage['kept']>;
  }

  /** Joins the sessions that run, and those that report later. */
  async watch({ isJoining = true } = {}): Promise<void> {
    await this.driver.watch((running) => {
      this.found.push(running);
      if (isJoining) this.join(running);
      return true;
    });
  }

  join(running: RunningAgent): void {
    this.#joined.push(running.join(this.host));
  }

  async begin(): Promise<void> {
    await this.watch();
    this.driver.listening({ url: 'http://127.0.0.1:4517' });
  }

  async beginWithSession(): Promise<void> {
    await this.begin();
    await this.report('UserPromptSubmit', { prompt: 'Leave a mark.' });
    await this.host.until(() => this.host.status.state === 'assistant_turn');
  }

  break(): void {
    this.#fault.strike(this.state);
  }

  mend(): void {
    this.#fault.mend(this.state);
  }

  /** As the user's own hooks do. */
  async report(
    event: string,
    fields: object = {},
    { signal, isRepeated = false }: { signal?: AbortSignal; isRepeated?: boolean } = {},
  ): Promise<Response> {
    // A hook is noted at most once a second.
    this.clock.setForward(2000);
    const common = { session_id: sessionId, transcript_path: this.transcript, cwd: this.folder.at('work') };
    const body = JSON.stringify({ ...common, hook_event_name: event, ...fields });
    const headers = {
      host: '127.0.0.1:4517',
      authorization: `Bearer ${readFileSync(`${this.state}/hook-endpoint`, 'utf8').split(' ')[2]}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...(isRepeated && { 'beckon-repeated': 'yes' }),
    };
    const request = { method: 'POST', headers, body, ...(signal && { signal }) };
    return this.driver.routes[0]!.handle(new Request(`http://127.0.0.1:4517/hooks/${event}`, request));
  }

  /** The agent asks; its hook waits for the reply. */
  async ask(signal?: AbortSignal) {
    await this.report('PreToolUse', { ...call, tool_use_id: toolCallId });
    const reply = this.report('PermissionRequest', call, signal && { signal });
    return { reply, ask: await this.host.nextAsk() };
  }

  async closeDriver(): Promise<void> {
    for (const agent of this.#joined.splice(0)) await (await agent).leave?.();
    await this.#driver?.close();
    this.#driver = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.closeDriver();
    } finally {
      if (this.#fault.isOnDisk) unmountDisk(this.state);
      this.folder[Symbol.dispose]();
    }
  }
}

/** A disk of a megabyte at this path; says whether there is one. */
function mountDisk(path: string): boolean {
  return mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path);
}

/** Lazily, so that a file which is still open does not keep it there. */
function unmountDisk(path: string): void {
  spawnSync('umount', ['--lazy', path]);
}

export const canMountDisks = (() => {
  using folder = tempFolder();
  if (!mountDisk(folder.path)) return false;
  unmountDisk(folder.path);
  return true;
})();
