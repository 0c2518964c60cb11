// A person's own terminal: `claude` in a tmux of which Beckon knows nothing, with Beckon's hooks in the person's settings.
import { mkdirSync, writeFileSync } from 'node:fs';
import { scriptedPrompt, type Turn } from '@beckon/demo-model';
import { becomesTrue, systemClock } from '../../packages/gateway/src/clock.ts';
import { findClaude } from '../../packages/gateway/src/drivers/terminal/claudeProgram.ts';
import { paneTerminal } from '../../packages/gateway/src/drivers/terminal/dialogs/paneTerminal.ts';
import { readPromptBox } from '../../packages/gateway/src/drivers/terminal/dialogs/promptBox.ts';
import { enterMessage } from '../../packages/gateway/src/drivers/terminal/dialogs/promptTyping.ts';
import { hooksFor } from '../../packages/gateway/src/drivers/terminal/hooks/hookCommand.ts';
import { installHooks } from '../../packages/gateway/src/drivers/terminal/hooks/settings.ts';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import { pressKey } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';
import type { AgentStage } from './agentStage.ts';
import { hookProgram } from './hookStage.ts';

/** As `beckon hooks install` does. */
export function installUserHooks({ folder }: AgentStage): void {
  const settings = installHooks('', hooksFor(hookProgram(folder.at('state')), { hasLaterEvents: true }));
  mkdirSync(folder.at('home/.claude'), { recursive: true });
  writeFileSync(folder.at('home/.claude/settings.json'), settings.ok ? settings.text : '');
}

/** A terminal in which `claude` runs, be it the person's own or Beckon's. */
export class ClaudeDesk {
  readonly tmux: Tmux;
  readonly name: string;

  constructor(tmux: Tmux, name: string) {
    this.tmux = tmux;
    this.name = name;
  }

  screen(): Promise<string> {
    return this.tmux.screen(this.name);
  }

  async press(key: Parameters<typeof pressKey>[2]): Promise<void> {
    await pressKey(this.tmux, this.name, key);
  }

  /** Enters a prompt that makes the model play these turns. */
  async play(...turns: Turn[]): Promise<void> {
    await this.enters(scriptedPrompt(turns));
  }

  async enters(text: string): Promise<void> {
    const enter = async () => (await enterMessage(paneTerminal(this.tmux, this.name), text)).type === 'entered';
    await this.until(enter, 'the text to be entered');
  }

  /** Types a slash command as its person does, and waits until the box has taken it. */
  async command(text: string): Promise<void> {
    await this.rests();
    await this.tmux.run(['send-keys', '-t', await this.tmux.pane(this.name), '-l', text]);
    const isThere = async () => (await this.#box())?.draft === text;
    await this.until(isThere, `${text} to stand in the box`);
    const isTaken = async () => {
      if (!(await isThere())) return true;
      await this.press('Enter');
      return false;
    };
    await this.until(isTaken, `${text} to be taken`, 500);
  }

  async rests(): Promise<void> {
    const isAtRest = async () => {
      const box = await this.#box();
      return box?.isWorking === false && box.draft === '';
    };
    await this.until(isAtRest, 'it to rest');
  }

  async until(isSo: () => Promise<boolean>, what: string, everyMs = 50): Promise<void> {
    if (await becomesTrue(systemClock, isSo, { withinMs: 40_000, everyMs })) return;
    throw new Error(`waited too long for ${what}; the screen shows\n${await this.screen()}`);
  }

  async #box() {
    return readPromptBox(await this.screen());
  }
}

export class OwnDesk extends ClaudeDesk implements AsyncDisposable {
  readonly #stage: AgentStage;

  /** Nothing runs there yet. */
  constructor(stage: AgentStage, name = 'desk') {
    super(new Tmux({ folder: stage.folder.at(name), environment: stage.env }), name);
    this.#stage = stage;
  }

  /** Starts `claude` with these arguments. */
  async runs(...args: string[]): Promise<void> {
    const { cwd, env } = this.#stage;
    const command = [findClaude('', undefined), '--permission-mode', 'default', ...args] as const;
    await this.tmux.start({ name: this.name, cwd, command, environment: env });
  }

  /** Ends what runs there. */
  async ends(): Promise<void> {
    await this.tmux.kill(this.name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ends();
    await this.tmux.killServer();
  }
}
