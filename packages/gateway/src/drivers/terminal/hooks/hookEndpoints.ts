// Where hook commands find the gateway, and what they show it. An endpoint file names the port, the gateway's process, a
// secret that goes with every report, and the proof by which a reply is known to be the gateway's. An agent can read
// them: they let it report hook events, and nothing that they open answers an ask.
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SessionId } from '@beckon/protocol';
import { KeptFiles } from '../keptFiles.ts';

/** Who reports: a session that Beckon started, by the secret that only it was given, or any other on this machine. */
export interface HookSource {
  sessionId?: SessionId;
}

export class HookEndpoints implements Disposable {
  readonly #stateDir: string;
  readonly #files: KeptFiles;
  /** New with every start: what was learnt from an earlier gateway opens nothing. */
  readonly #key = randomBytes(32);
  readonly #sources = new Map<string, HookSource>();
  readonly #sessions = new Set<SessionId>();
  #port: number | undefined;

  /**
   * Throws where its folder cannot be written: nothing reports without it. Later, only where it was given no files that
   * wait for the disk.
   */
  constructor(stateDir: string, files = new KeptFiles(rethrow)) {
    this.#stateDir = stateDir;
    this.#files = files;
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    // Earlier versions ran these from here, where an agent could have changed them.
    for (const name of ['beckon-hook', 'tmux.conf']) rmSync(join(stateDir, name), { recursive: true, force: true });
    // Those of an earlier gateway, which may have died without removing them, name a port that is anybody's now.
    for (const path of this.#all) rmSync(path, { recursive: true, force: true });
    mkdirSync(this.#folder, { mode: 0o700 });
    this.#sources.set(this.#digest(this.#secret('')), {});
  }

  /** From now on hooks find the gateway. */
  announce(port: number): void {
    this.#port = port;
    this.#write(sharedEndpoint(this.#stateDir), '', port);
    for (const sessionId of this.#sessions) this.#write(this.#pathOf(sessionId), sessionId, port);
  }

  /** Gives a session an endpoint of its own, now or as soon as the port is known, and says where it is. */
  openFor(sessionId: SessionId): string {
    const path = this.#pathOf(SessionId.parse(sessionId));
    this.#sessions.add(sessionId);
    this.#sources.set(this.#digest(this.#secret(sessionId)), { sessionId });
    if (this.#port !== undefined) this.#write(path, sessionId, this.#port);
    return path;
  }

  closeFor(sessionId: SessionId): void {
    if (!this.#sessions.delete(sessionId)) return;
    this.#sources.delete(this.#digest(this.#secret(sessionId)));
    this.#files.remove(this.#pathOf(sessionId));
  }

  hasOwn(sessionId: SessionId): boolean {
    return this.#sessions.has(sessionId);
  }

  /** Looked up by a keyed digest, so that the time it takes says nothing about the secret. */
  identify(secret: string): HookSource | undefined {
    return this.#sources.get(this.#digest(secret));
  }

  proofFor({ sessionId = '' }: HookSource): string {
    return this.#derive(`proof ${sessionId}`);
  }

  [Symbol.dispose](): void {
    for (const path of this.#all) this.#files.remove(path);
  }

  get #all(): string[] {
    return [sharedEndpoint(this.#stateDir), this.#folder];
  }

  get #folder(): string {
    return join(this.#stateDir, 'hook-endpoints');
  }

  #pathOf(sessionId: SessionId): string {
    return join(this.#folder, sessionId);
  }

  #secret(sessionId: string): string {
    return this.#derive(`secret ${sessionId}`);
  }

  #derive(purpose: string): string {
    return createHmac('sha256', this.#key).update(purpose).digest('hex');
  }

  #digest(secret: string): string {
    return this.#derive(`digest ${secret}`);
  }

  #write(path: string, sessionId: string, port: number): void {
    const source = sessionId === '' ? {} : { sessionId };
    const line = [port, process.pid, this.#secret(sessionId), this.proofFor(source)].join(' ');
    this.#files.replace(path, `${line}\n`, 0o600);
  }
}

/** Whether it looks like a secret of an endpoint, of this gateway or of one before. */
export function looksLikeSecret(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** For the sessions that their person starts without Beckon. */
export function sharedEndpoint(stateDir: string): string {
  return join(stateDir, 'hook-endpoint');
}

function rethrow(error: unknown): never {
  throw error;
}
