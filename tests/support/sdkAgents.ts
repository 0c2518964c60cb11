// Real agents on the scripted model, each with a home and a workspace of its own, for tests of the SDK driver alone.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { PermissionMode, PromptPart } from '@beckon/protocol';
import type { Turn } from '@beckon/demo-model';
import { scriptedPrompt, startDemoModel, type DemoModel } from '@beckon/demo-model';
import type { Agent, AgentSpec } from '../../packages/gateway/src/drivers/driver.ts';
import { createSdkDriver, type SdkDriverOptions } from '../../packages/gateway/src/drivers/sdk/sdkDriver.ts';
import { RecordingHost } from './recordingHost.ts';
import { tempFolder, type TempFolder } from './tempFolder.ts';

export interface RunningAgent {
  agent: Agent;
  host: RecordingHost;
  sessionId: string;
  /** Sends a prompt that makes the model play these turns. */
  play(...turns: Turn[]): void;
  say(text: string, ...others: PromptPart[]): void;
  /** Resolves when the agent waits for the person and nothing is queued. */
  idle(): Promise<void>;
}

export interface StartOptions extends Partial<SdkDriverOptions> {
  sessionId?: string;
  permissionMode?: PermissionMode;
  model?: string;
  conversation?: AgentSpec['conversation'];
  cwd?: string;
}

export class SdkAgents implements AsyncDisposable {
  readonly model: DemoModel;
  readonly workspace: TempFolder;
  readonly #home: TempFolder;
  readonly #agents: Agent[] = [];

  static async open(): Promise<SdkAgents> {
    return new SdkAgents(await startDemoModel());
  }

  private constructor(model: DemoModel) {
    this.model = model;
    this.workspace = tempFolder();
    this.#home = tempFolder();
    mkdirSync(this.#home.at('tmp'));
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.#home.path,
      TMPDIR: this.#home.at('tmp'),
      ANTHROPIC_BASE_URL: this.model.url,
      ANTHROPIC_API_KEY: 'sk-ant-made-up-for-tests-0000000000',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    };
  }

  async start(options: StartOptions = {}, host = new RecordingHost()): Promise<RunningAgent> {
    const {
      sessionId = randomUUID(),
      permissionMode = 'default',
      model,
      conversation = 'new',
      ...driverOptions
    } = options;
    const cwd = options.cwd ?? this.workspace.path;
    const driver = createSdkDriver({ env: this.env, ...driverOptions });
    const agent = await driver.start(
      { sessionId, cwd, permissionMode, model, programArguments: [], conversation },
      host,
    );
    this.#agents.push(agent);
    const say = (text: string, ...others: PromptPart[]) =>
      void agent.send({ id: randomUUID(), parts: [{ type: 'text', text }, ...others] });
    return {
      agent,
      host,
      sessionId,
      say,
      play: (...turns) => say(scriptedPrompt(turns)),
      async idle() {
        await host.until(() => host.status.state === 'user_turn');
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.close()));
    await this.model.close();
    this.workspace[Symbol.dispose]();
    this.#home[Symbol.dispose]();
  }
}

/** The processes of the agent that runs a session. */
export function agentPids(sessionId: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  const isAgent = (line: string) =>
    line.includes(`--session-id=${sessionId}`) || line.includes(`--resume=${sessionId}`);
  return lines.filter(isAgent).map((line) => Number.parseInt(line, 10));
}
