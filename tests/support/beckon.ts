// The real gateway as its own process, the way a user runs it: on the demo model, with a state directory of its own.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HttpTransport } from '@beckon/protocol';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import { madeUpKey } from './claudeHome.ts';

export interface Beckon extends AsyncDisposable {
  url: string;
  token: string;
  stateDir: string;
  /** The folder that demo sessions work in. */
  workspace: string;
  transport: HttpTransport;
  pid: number;
  /** What the process that runs, or ran last, has written to standard output. */
  printed: string;
  /** A fresh one-time link. */
  loginLink(): Promise<string>;
  /** Ends the process at once, as a crash would. */
  crash(): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Starts it again on the same port and state, after `crash` or `stop`, for once with these arguments too. */
  restart(...further: string[]): Promise<void>;
}

/** The command. */
export const main = fileURLToPath(new URL('../../packages/gateway/dist/cli/main.js', import.meta.url));

export interface BeckonOptions {
  /** Runs the agent on the model at this address, which then outlives the gateway; without it, on the gateway's own. */
  modelUrl?: string;
  arguments?: string[];
  /** In place of a new folder. */
  stateDir?: string;
  /** For the Node that it runs in. */
  nodeArguments?: string[];
  /** Further variables of its environment. */
  environment?: Record<string, string>;
}

export async function startBeckon(options: BeckonOptions = {}): Promise<Beckon> {
  const { stateDir = mkdtempSync(join(tmpdir(), 'beckon-e2e-')) } = options;
  let running = await run(stateDir, '0', options);
  const { url } = running;
  const token = readFileSync(join(stateDir, 'token'), 'utf8').trim();
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    url,
    token,
    stateDir,
    workspace: join(stateDir, 'demo', 'workspace'),
    transport: new HttpTransport({ baseUrl: url, token }),
    get pid() {
      return running.child.pid ?? 0;
    },
    get printed() {
      return running.printed();
    },
    async loginLink() {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api/login-codes`, { method: 'POST', headers });
      return ((await response.json()) as { url: string }).url;
    },
    crash: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async restart(...further) {
      const { arguments: usual = [] } = options;
      running = await run(stateDir, new URL(url).port, { ...options, arguments: [...usual, ...further] });
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      // Terminals outlive the gateway, as they should.
      const tmux = new Tmux({ folder: stateDir, environment: { PATH: process.env['PATH'] ?? '' } });
      for (const { name } of await tmux.list()) await tmux.kill(name);
      rmSync(stateDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

async function run(
  stateDir: string,
  port: string,
  { modelUrl, arguments: extra = [], nodeArguments = [], environment }: BeckonOptions,
): Promise<{ child: ChildProcess; url: string; printed(): string }> {
  const demo = modelUrl === undefined ? ['--demo'] : [];
  const child = spawn(
    process.execPath,
    [...nodeArguments, main, '--no-open', '--port', port, '--state-dir', stateDir, ...demo, ...extra],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Nothing of the machine's own account or settings reaches the agent.
      env: {
        PATH: process.env['PATH'],
        HOME: join(stateDir, 'home'),
        ...(modelUrl && modelEnvironment(modelUrl)),
        ...environment,
      },
    },
  );
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const firstLine = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`beckon exited with ${code} before it was ready`)));
  });
  return { child, url: new URL(firstLine).origin, printed: () => printed };
}

function modelEnvironment(url: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: madeUpKey,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}
