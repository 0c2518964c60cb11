// A gateway with both drivers, whose agents are the real `claude` on the demo model, on the SDK or in real tmux, with hooks
// over a real server.
import { mkdirSync } from 'node:fs';
import type { DemoModel } from '@beckon/demo-model';
import { startDemoModel } from '@beckon/demo-model';
import { HttpTransport } from '@beckon/protocol';
import { createSdkDriver } from '../../packages/gateway/src/drivers/sdk/sdkDriver.ts';
import { TerminalDriver } from '../../packages/gateway/src/drivers/terminal/terminalDriver.ts';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import { isWithinReach } from '../../packages/gateway/src/privateFolder.ts';
import { madeUpKey, seedClaudeHome } from './claudeHome.ts';
import { agentPids } from './sdkAgents.ts';
import { serveOnLoopback, token } from './serveOnLoopback.ts';
import type { TempFolder } from './tempFolder.ts';
import { tempFolder } from './tempFolder.ts';

export class AgentStage implements AsyncDisposable {
  readonly folder: TempFolder;
  readonly model: DemoModel;
  readonly cwd: string;
  readonly tmux: Tmux;
  readonly troubles: unknown[] = [];
  #stop: (() => Promise<void>) | undefined;
  #url = '';

  /** Its sessions work in this folder: beside the state directory, unless told otherwise. */
  static async open(work = 'work'): Promise<AgentStage> {
    const stage = new AgentStage(tempFolder(), await startDemoModel(), work);
    await stage.startGateway();
    return stage;
  }

  private constructor(folder: TempFolder, model: DemoModel, work: string) {
    this.folder = folder;
    this.model = model;
    this.cwd = folder.at(work);
    mkdirSync(this.cwd, { recursive: true });
    mkdirSync(folder.at('state'), { mode: 0o700 });
    seedClaudeHome(folder.at('home'), this.cwd);
    this.tmux = new Tmux({ folder: folder.at('state'), environment: this.env });
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder.at('home'),
      SHELL: '/bin/bash',
      ANTHROPIC_BASE_URL: this.model.url,
      ANTHROPIC_API_KEY: madeUpKey,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Lets root choose the freest mode, too.
      IS_SANDBOX: '1',
    };
  }

  get transport(): HttpTransport {
    return new HttpTransport({ baseUrl: this.#url, token });
  }

  async startGateway(): Promise<void> {
    const privateFolder = { path: this.folder.at('state'), names: [] };
    const driver = new TerminalDriver({
      stateDir: privateFolder.path,
      env: this.env,
      onTrouble: (error) => this.troubles.push(error),
    });
    const about = { version: '0', defaultCwd: this.cwd };
    const databasePath = this.folder.at('state/beckon.db');
    const sdk = createSdkDriver({ env: this.env, privateFolder });
    const isNearBeckon = (folder: string) => isWithinReach(privateFolder, folder);
    const pastFolder = privateFolder.path;
    const gateway = await openGateway({ drivers: [sdk, driver], about, databasePath, pastFolder, isNearBeckon });
    const options = { webRoot: this.folder.path };
    const server = await serveOnLoopback(gateway, options);
    this.#url = server.url;
    this.#stop = async () => {
      await server.close();
      await gateway.close();
    };
  }

  /** The process of a session's agent. */
  async pidOf(sessionId: string): Promise<number> {
    const pid = (await this.tmux.find(sessionId))?.pid ?? agentPids(sessionId)[0];
    if (pid === undefined) throw new Error(`no agent runs for ${sessionId}`);
    return pid;
  }

  /** Agents in terminals live on. */
  async stopGateway(): Promise<void> {
    await this.#stop?.();
    this.#stop = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopGateway();
    for (const { name } of await this.tmux.list()) await this.tmux.kill(name);
    await this.tmux.killServer();
    await this.model.close();
    this.folder[Symbol.dispose]();
  }
}
