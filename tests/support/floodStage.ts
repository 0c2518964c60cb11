// The real gateway as a process of its own, flooded by hooks that are forged: they come over real sockets with the secret that
// any hook of the user has. What the flood costs is measured inside the gateway's process.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { projectsFolder } from '../../packages/gateway/src/drivers/claudeFolder.ts';
import { transcriptPath } from '../../packages/gateway/src/drivers/transcriptPath.ts';
import type { Beckon } from './beckon.ts';
import { startBeckon } from './beckon.ts';

const stallMeter = fileURLToPath(new URL('stallMeter.mjs', import.meta.url));

/** A gateway that can be asked for its longest stall. */
export function startMeasured(): Promise<Beckon> {
  return startBeckon({ nodeArguments: ['--import', stallMeter] });
}

export interface Cost {
  /** For how long it was at work without a look at anything else. */
  longestStallMs: number;
  /** The same by the clock: it may have waited for the disk, or for its share of the processor. */
  longestPauseMs: number;
  /** In bytes, at its highest since the last time it was asked for. */
  mostRss: number;
}

/** What the gateway has been through since it was last asked. */
export async function costOf({ pid }: Pick<Beckon, 'pid'>): Promise<Cost> {
  const path = join(tmpdir(), `beckon-stalls-${pid}.json`);
  rmSync(path, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(path)) await sleep(20);
  const cost = JSON.parse(readFileSync(path, 'utf8')) as Cost;
  rmSync(path);
  return cost;
}

export function costText({ longestStallMs, longestPauseMs, mostRss }: Cost): string {
  return `longest stall ${longestStallMs.toFixed(0)} ms (${longestPauseMs.toFixed(0)} ms by the clock), at most ${(mostRss / 2 ** 20).toFixed(0)} MB of memory`;
}

export interface HookReplyText {
  status: number;
  body: string;
}

/** A session that nobody has started: its hooks are forged. */
export class ForgedSession {
  readonly id: string;
  /** The process that its hooks name as its agent's. */
  pid: number | undefined;
  readonly #beckon: Beckon;
  readonly #agent = new Agent({ maxSockets: Infinity });

  /** Of its own, or one that Beckon runs. */
  constructor(beckon: Beckon, id: string = randomUUID()) {
    this.#beckon = beckon;
    this.id = id;
  }

  /** Where its conversation would be. */
  get transcript(): string {
    const { stateDir } = this.#beckon;
    const projects = projectsFolder({ HOME: join(stateDir, 'demo', 'home') });
    return transcriptPath(projects, { cwd: stateDir, sessionId: this.id });
  }

  /** Resolves with the reply: for a PermissionRequest when it is answered, for anything else at once. */
  report(event: string, fields: object = {}, secret = this.#secret): Promise<HookReplyText> {
    const { stateDir: cwd, url } = this.#beckon;
    const payload = { session_id: this.id, transcript_path: this.transcript, cwd, hook_event_name: event, ...fields };
    const body = Buffer.from(JSON.stringify(payload));
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'content-length': body.length,
      ...(this.pid !== undefined && { 'beckon-agent': this.pid }),
    };
    return new Promise((resolve, reject) => {
      const sending = request(`${url}/hooks/${event}`, { method: 'POST', headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      });
      sending.on('error', reject);
      sending.end(body);
    });
  }

  /** Ends every connection of it, as if its hooks had been killed. */
  hangUp(): void {
    this.#agent.destroy();
  }

  get #secret(): string {
    return readFileSync(join(this.#beckon.stateDir, 'hook-endpoint'), 'utf8').split(' ')[2] ?? '';
  }
}
