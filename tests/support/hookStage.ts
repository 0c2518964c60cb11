// The real hook command and the real hook server on a loopback port, with a state directory of their own, for tests that
// play the agent or the person.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import type { BeckonError } from '@beckon/protocol';
import type { HookProgram } from '../../packages/gateway/src/drivers/terminal/hooks/hookCommand.ts';
import { HookEndpoints, sharedEndpoint } from '../../packages/gateway/src/drivers/terminal/hooks/hookEndpoints.ts';
import { checkedHookScript } from '../../packages/gateway/src/drivers/terminal/hooks/hookScript.ts';
import type { HookSender } from '../../packages/gateway/src/drivers/terminal/hooks/hookServer.ts';
import { createHookServer } from '../../packages/gateway/src/drivers/terminal/hooks/hookServer.ts';
import type { HookPayload } from '../../packages/gateway/src/drivers/terminal/hooks/payload.ts';
import type { HookReply } from '../../packages/gateway/src/drivers/terminal/hooks/permissionReply.ts';
import { tempFolder } from './tempFolder.ts';

/** An event that arrived; `reply` is there for a PermissionRequest, which waits until it is called. */
export interface ArrivedHook {
  payload: HookPayload;
  from: HookSender;
  signal: AbortSignal;
  reply(reply: HookReply | undefined): void;
}

export function hookProgram(stateDir: string): HookProgram {
  return { scriptPath: checkedHookScript(), endpointPath: sharedEndpoint(stateDir) };
}

export class HookStage implements AsyncDisposable {
  readonly arrived: ArrivedHook[] = [];
  readonly troubles: BeckonError[] = [];
  readonly #folder: Disposable;
  readonly stateDir: string;
  #endpoints: HookEndpoints;
  #server: Server;
  readonly #waiting = new Set<() => void>();

  static async open(folderName = 'state'): Promise<HookStage> {
    const folder = tempFolder();
    const stage = new HookStage(folder, folder.at(folderName));
    await stage.#listen();
    return stage;
  }

  private constructor(folder: Disposable, stateDir: string) {
    this.#folder = folder;
    this.stateDir = stateDir;
    this.#endpoints = new HookEndpoints(stateDir);
    this.#server = this.#createServer();
  }

  get endpoints(): HookEndpoints {
    return this.#endpoints;
  }

  /** As a user's own settings name it. */
  get program(): HookProgram {
    return hookProgram(this.stateDir);
  }

  #createServer(): Server {
    const handle = createHookServer({
      endpoints: this.#endpoints,
      now: () => Date.now(),
      onArrival: () => undefined,
      onTrouble: (error) => this.troubles.push(error),
      listener: {
        onHook: (payload, from, signal) =>
          new Promise((resolve) => {
            this.arrived.push({ payload, from, signal, reply: resolve });
            this.#tell();
            signal.addEventListener('abort', () => this.#tell());
          }),
      },
    });
    return createAdaptorServer({ fetch: handle }) as Server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves with the event once it is there. */
  async next(event: HookPayload['hook_event_name'], count = 1, limitMs = 30_000): Promise<ArrivedHook> {
    const find = () => this.arrived.filter(({ payload }) => payload.hook_event_name === event)[count - 1];
    await this.until(() => find() !== undefined, limitMs).catch(() => {
      const names = this.arrived.map(({ payload }) => payload.hook_event_name);
      throw new Error(`waited too long for ${event} ${count} after ${names.join(', ')}`);
    });
    return find()!;
  }

  async until(isTrue: () => boolean, limitMs = 30_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`waited too long for ${String(isTrue)}`)), limitMs);
    });
    while (!isTrue()) await Promise.race([tooLong, new Promise<void>((resolve) => this.#waiting.add(resolve))]);
    clearTimeout(timer);
  }

  /** As a gateway that dies: every connection ends at once, and nothing listens any more. */
  async die(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Another gateway takes its place, on another port and with other secrets. */
  async comeBack(): Promise<void> {
    this.#endpoints = new HookEndpoints(this.stateDir);
    this.#server = this.#createServer();
    await this.#listen();
  }

  /** Ends every connection, and goes on. */
  cutConnections(): void {
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { reply } of this.arrived) reply(undefined);
    if (this.#server.listening) await this.die();
    this.#endpoints[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#endpoints.announce(this.port);
  }

  #tell(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

export interface RunningHook {
  process: ChildProcess;
  /** What it printed, and how it ended. */
  ended: Promise<{ output: string; errors: string; code: number | null; signal: string | null }>;
}

/** Runs a hook command as Claude Code does. */
export function runHook(
  command: string[],
  body: string | Buffer,
  environment: Record<string, string> = {},
): RunningHook {
  const [file = '', ...args] = command;
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  // It need not read what it is given.
  child.stdin.on('error', () => undefined);
  child.stdin.end(body);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([output, errors, [code, signal]]) => ({
      output,
      errors,
      code: code as number | null,
      signal: signal as string | null,
    }),
  );
  return { process: child, ended };
}
