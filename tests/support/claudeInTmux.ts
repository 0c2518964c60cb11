// The real `claude` in a real tmux of a test's own, on the scripted model, with a home that has nothing of the user's.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DemoModel, scriptedPrompt, startDemoModel, type Turn } from '@beckon/demo-model';
import { isRunning } from '../../packages/gateway/src/processes.ts';
import { tempFolder, type TempFolder } from './tempFolder.ts';

export const bundledClaude = fileURLToPath(
  new URL('../../node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude', import.meta.url),
);

export class ClaudeInTmux implements AsyncDisposable {
  readonly model: DemoModel;
  readonly cwd: string;
  readonly #folder: TempFolder;

  /** `settings` is the text of its `--settings` file, or of the user's own. */
  static async open({ mode = 'default', settings = '', isUsers = false } = {}): Promise<ClaudeInTmux> {
    const stage = new ClaudeInTmux(await startDemoModel());
    stage.#start(mode, settings, isUsers);
    await stage.screenShows(/❯/);
    return stage;
  }

  private constructor(model: DemoModel) {
    this.model = model;
    this.#folder = tempFolder();
    this.cwd = this.#folder.at('work');
  }

  /** Sends a prompt that makes the model play these turns. */
  async play(...turns: Turn[]): Promise<void> {
    this.#tmux('set-buffer', '--', scriptedPrompt(turns));
    this.#tmux('paste-buffer', '-p', '-t', 'agent');
    await this.screenShows(/Pasted text|Play this script/);
    // Enter too soon after a paste is taken as a part of it.
    await sleep(400);
    this.press('Enter');
  }

  press(...keys: string[]): void {
    this.#tmux('send-keys', '-t', 'agent', ...keys);
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p', '-t', 'agent');
  }

  async screenShows(what: RegExp): Promise<void> {
    await this.until(
      () => what.test(this.screen()),
      () => `the screen to show ${what}; it shows\n${this.screen()}`,
    );
  }

  /** A permission dialog is there and takes keys; those that come as it appears are lost. */
  async dialogShows(): Promise<void> {
    await this.screenShows(/Do you want to proceed\?/);
    await sleep(500);
  }

  has(name: string): boolean {
    return existsSync(`${this.cwd}/${name}`);
  }

  /** When the agent ends, tmux goes on. */
  keepPane(): void {
    this.#tmux('set-option', '-g', 'remain-on-exit', 'on');
  }

  /** The pid of `claude` itself. */
  get pid(): number {
    return Number(this.#tmux('list-panes', '-t', 'agent', '-F', '#{pane_pid}'));
  }

  async until(isTrue: () => boolean | Promise<boolean>, what: () => string = () => String(isTrue)): Promise<void> {
    for (const start = Date.now(); !(await isTrue()); await sleep(30)) {
      if (Date.now() - start > 20_000) throw new Error(`waited too long for ${what()}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid } = this;
    this.#tmux('kill-server');
    await this.until(
      async () => !(await isRunning(pid)),
      () => 'claude to end',
    );
    await this.model.close();
    this.#folder[Symbol.dispose]();
  }

  #start(mode: string, settings: string, isUsers: boolean): void {
    const home = this.#folder.at('home');
    for (const path of [this.cwd, `${home}/.claude`, `${home}/tmp`]) mkdirSync(path, { recursive: true });
    const state = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      projects: { [this.cwd]: { hasTrustDialogAccepted: true } },
      customApiKeyResponses: { approved: [apiKey.slice(-20)] },
    };
    writeFileSync(`${home}/.claude.json`, JSON.stringify(state));
    const path = isUsers ? `${home}/.claude/settings.json` : this.#folder.at('settings.json');
    writeFileSync(path, settings);
    const command = [bundledClaude, '--permission-mode', mode, ...(isUsers ? [] : ['--settings', path])];
    this.#tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-s',
      'agent',
      '-x',
      '110',
      '-y',
      '45',
      '-c',
      this.cwd,
      ...command,
    );
  }

  #tmux(...args: string[]): string {
    const home = this.#folder.at('home');
    return execFileSync('tmux', ['-S', this.#folder.at('tmux'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        TMPDIR: `${home}/tmp`,
        TERM: 'xterm-256color',
        LANG: 'C.UTF-8',
        ANTHROPIC_BASE_URL: this.model.url,
        ANTHROPIC_API_KEY: apiKey,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    });
  }
}

const apiKey = 'sk-ant-made-up-for-tests-0000000000';
