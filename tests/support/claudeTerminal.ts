// The real CLI in a terminal of real tmux, on the demo model, in a home and a project of its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { scriptedPrompt, startDemoModel, type DemoModel, type Turn } from '@beckon/demo-model';
import { paneTerminal } from '../../packages/gateway/src/drivers/terminal/dialogs/paneTerminal.ts';
import { readDialog } from '../../packages/gateway/src/drivers/terminal/dialogs/readDialog.ts';
import type { Dialog } from '../../packages/gateway/src/drivers/terminal/dialogs/dialog.ts';
import type { Size } from '../../packages/gateway/src/drivers/terminal/tmux/terminalList.ts';
import { eventually, startTmux, type TestTmux } from './terminals.ts';

export interface ClaudeTerminal {
  name: string;
  cwd: string;
  keyboard: ReturnType<typeof paneTerminal>;
  screen(): Promise<string>;
  /** Waits until a dialog of this kind is open. */
  dialog(kind: Dialog['kind']): Promise<Dialog>;
  shows(text: string | RegExp): Promise<void>;
}

interface StartOptions {
  turns?: readonly Turn[];
  permissionMode?: string;
  size?: Size;
  /** Leaves out what a person would have answered once for the folder. */
  isTrusted?: boolean;
}

export class ClaudeTerminals implements AsyncDisposable {
  readonly stage: TestTmux;
  readonly model: DemoModel;
  #count = 0;

  private constructor(stage: TestTmux, model: DemoModel) {
    this.stage = stage;
    this.model = model;
  }

  static async open(): Promise<ClaudeTerminals> {
    return new ClaudeTerminals(startTmux(), await startDemoModel());
  }

  async start({
    turns,
    permissionMode = 'default',
    size,
    isTrusted = true,
  }: StartOptions = {}): Promise<ClaudeTerminal> {
    const name = `claude-${++this.#count}`;
    const [home, cwd] = [this.stage.at(`${name}/home`), this.stage.at(`${name}/project`)];
    for (const folder of [home, cwd]) mkdirSync(folder, { recursive: true });
    const seed = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      projects: isTrusted ? { [cwd]: { hasTrustDialogAccepted: true } } : {},
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    };
    writeFileSync(join(home, '.claude.json'), JSON.stringify(seed));
    const { tmux } = this.stage;
    await tmux.start({
      name,
      cwd,
      command: [claudeProgram(), '--permission-mode', permissionMode, ...(turns ? [scriptedPrompt(turns)] : [])],
      environment: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        TMPDIR: home,
        LANG: 'C.UTF-8',
        ANTHROPIC_BASE_URL: this.model.url,
        ANTHROPIC_API_KEY: KEY,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
      ...(size && { size }),
    });
    return {
      name,
      cwd,
      keyboard: paneTerminal(tmux, name),
      screen: () => tmux.screen(name),
      dialog: (kind) =>
        eventually(async () => {
          const dialog = readDialog(await tmux.screen(name));
          if (dialog?.kind !== kind) throw new Error(`no ${kind} on\n${await tmux.screen(name)}`);
          return dialog;
        }),
      shows: (text) =>
        eventually(async () => {
          const screen = await tmux.screen(name);
          if (typeof text === 'string' ? !screen.includes(text) : !text.test(screen))
            throw new Error(`no ${text} on
${screen}`);
        }),
    };
  }

  async [Symbol.asyncDispose]() {
    for (const { name } of await this.stage.tmux.list()) await this.stage.tmux.kill(name);
    await this.model.close();
    await this.stage[Symbol.asyncDispose]();
  }
}

const KEY = 'sk-ant-made-up-for-tests-0123456789abcdef';

function claudeProgram(): string {
  const require = createRequire(import.meta.url);
  const sdk = require.resolve('@anthropic-ai/claude-agent-sdk');
  const name = `claude-agent-sdk-${process.platform}-${process.arch}`;
  return join(dirname(dirname(sdk)), name, 'claude');
}
