// A terminal of Beckon's own, as its agent's keeper sees it: what its screen shows, what can be typed into it, and the
// view of it that a browser gets.
import type { Answer, PaneEvent, PermissionMode, PromptPart } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { becomesTrue, pause } from '../../clock.ts';
import { modeName } from '../claude/modes.ts';
import { askFor, type WaitingToolCall } from '../interactiveTools.ts';
import type { Pane, ToolCallAsk } from '../driver.ts';
import { answerOnScreen, type DialogTerminal, type ScreenAnswer } from './dialogs/answerOnScreen.ts';
import { waitingWords } from './deskNote.ts';
import { dialogLeft } from './dialogs/dialogLeft.ts';
import { matchesAsk } from './dialogs/matchesAsk.ts';
import { paneTerminal } from './dialogs/paneTerminal.ts';
import { readPromptBox } from './dialogs/promptBox.ts';
import { enterCommand, enterMessage, switchMode, type Switched } from './dialogs/promptTyping.ts';
import { readDialog } from './dialogs/readDialog.ts';
import { ending } from './ending.ts';
import { isRunning } from '../../processes.ts';
import { PromptFiles } from './promptFiles.ts';
import type { Desk } from './terminalAsks.ts';
import type { PaneViews } from './tmux/paneView.ts';
import type { Tmux } from './tmux/tmux.ts';
import { sendBytes } from './tmux/typing.ts';
import type { OpenToolCall } from '../claude/transcript/openCalls.ts';

export interface OwnTerminalParts {
  tmux: Tmux;
  views: PaneViews;
  name: string;
  cwd: string;
  /** The mode that its agent was started in. */
  startedIn: PermissionMode;
  /** The kind of screen for which it picks its colours. */
  theme(): Promise<'dark' | 'light'>;
}

export class OwnTerminal {
  readonly pane: Pane;
  readonly desk: Desk;
  readonly #parts: OwnTerminalParts;
  readonly #screen: DialogTerminal;
  readonly #files = new PromptFiles();
  #isSwitching = false;
  /** One after the other: the last word counts. */
  #telling: Promise<unknown> = Promise.resolve();

  constructor(parts: OwnTerminalParts) {
    const { tmux, views, name } = parts;
    this.#parts = parts;
    this.#screen = paneTerminal(tmux, name);
    this.pane = {
      watch: (viewer, signal) => watchPane({ ...parts, viewer }, signal),
      type: (bytes) => sendBytes(tmux, name, bytes),
      resize: (viewer, { columns, rows }) => views.sizes.hold(name, viewer, { cols: columns, rows }),
    };
    this.desk = {
      // The prompt is there whenever nothing waits. Without it there may be a dialog of a kind that is not known here.
      mayHaveDialog: async () => readPromptBox(await tmux.screen(name)) === undefined,
      answer: (ask, answer) => this.#answer(ask, answer),
      reasonFor: (ask, signal) => this.#reasonFor(ask, signal),
      dialogLeft: (ask, isOnly, signal) => dialogLeft({ ...parts, clock: tmux.client.clock, isOnly }, ask, signal),
    };
  }

  async isRunning(): Promise<boolean> {
    const terminal = await this.#parts.tmux.find(this.#parts.name);
    return terminal !== undefined && !terminal.exit && (await isRunning(terminal.pid));
  }

  /** The dialog is drawn a moment after its hook has reported. */
  async #reasonFor(ask: ToolCallAsk, signal: AbortSignal): Promise<string | undefined> {
    const { tmux, name, cwd } = this.#parts;
    let reason: string | undefined;
    const isShown = async () => {
      if (signal.aborted) return true;
      const dialog = readDialog(await tmux.screen(name));
      if (!dialog || !matchesAsk(dialog, ask, cwd)) return false;
      if ('reason' in dialog) ({ reason } = dialog);
      return true;
    };
    await becomesTrue(tmux.client.clock, isShown, { withinMs: drawnWithinMs, everyMs: 100 });
    return reason;
  }

  /** What its prompt says; undefined where it shows none. */
  async isWorking(): Promise<boolean | undefined> {
    return readPromptBox(await this.#parts.tmux.screen(this.#parts.name))?.isWorking;
  }

  /** Whether a dialog is on the screen that waits for the person. */
  async hasDialog(): Promise<boolean> {
    return readDialog(await this.#parts.tmux.screen(this.#parts.name)) !== undefined;
  }

  /** The call that the dialog on the screen is about, if it is one of these. */
  async waitingCall(calls: OpenToolCall[]): Promise<OpenToolCall | undefined> {
    const dialog = readDialog(await this.#parts.tmux.screen(this.#parts.name));
    return dialog && calls.find((call) => matchesAsk(dialog, askFor(call), this.#parts.cwd));
  }

  /**
   * Sends a message, with exactly one Enter, and says what the screen shows then and whether the message has left the prompt.
   * As at the desk, one that begins with an exclamation mark is a command for the shell.
   */
  async submit(parts: readonly PromptPart[]): Promise<{ screen: string; isTaken: boolean }> {
    if (await this.hasDialog()) {
      throw new BeckonError('invalid_request', 'The agent waits for an answer in its terminal. Give that first.');
    }
    const words = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
    const images = await this.#files.writeImages(parts.filter((part) => part.type === 'image'));
    const documents = await this.#files.writeDocuments(parts.filter((part) => part.type === 'document'));
    const text = [...documents, ...(words === '' ? [] : [words])].join(' ');
    const [, command] = images.length + documents.length === 0 ? (/^!\s*(\S[^]*)$/.exec(text) ?? []) : [];
    const entered = await (command === undefined
      ? enterMessage(this.#screen, text, images)
      : enterCommand(this.#screen, command));
    if (entered.type === 'not_entered') throw new BeckonError('agent_unavailable', notEntered[entered.reason]);
    return { screen: await this.#screen.screen(), isTaken: entered.type === 'entered' };
  }

  /** As `/rename` at the desk. Where its prompt is not free, nothing is done: the agent takes the name with the next one. */
  async rename(title: string): Promise<void> {
    const box = readPromptBox(await this.#screen.screen());
    if (box?.takes !== 'message' || box.draft !== '' || box.isWorking) return;
    await enterMessage(this.#screen, `/rename ${title.replaceAll(/\s+/g, ' ')}`);
  }

  /**
   * Escape stops what the agent does; where it does nothing, it would go back in its history. The agent does not take it
   * at every moment, so it is pressed again while the screen says that work goes on.
   */
  async interrupt({ isAtRest }: { isAtRest: boolean }): Promise<void> {
    let quietMs: number | undefined;
    const patienceMs = () => (isAtRest && quietMs === undefined ? restWaitMs : interruptWaitMs);
    for (let waited = 0; waited < patienceMs() && (quietMs ?? 0) < quietEnoughMs; waited += lookAgainMs) {
      const isBusy = readPromptBox(await this.#screen.screen())?.isWorking ?? (await this.hasDialog());
      if (isBusy) await this.#screen.press('Escape');
      // Counted only once it has been pressed: work that was just asked for takes a moment to show.
      if (isBusy) quietMs = 0;
      else if (quietMs !== undefined) quietMs += lookAgainMs;
      await pause(this.#screen.clock, lookAgainMs);
    }
    if (quietMs === undefined) throw new BeckonError('invalid_request', nothingToInterrupt);
  }

  /** The modes that its person can switch to: the agent goes round through these, and one more if it was started in it. */
  get reachableModes(): PermissionMode[] {
    const { startedIn } = this.#parts;
    return startedIn === 'bypassPermissions' ? [...modesInCycle, startedIn] : [...modesInCycle];
  }

  /** What its screen says, where it says one; not while the modes are gone through. */
  modeOn(screen: string): PermissionMode | undefined {
    return this.#isSwitching ? undefined : readPromptBox(screen)?.permissionMode;
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    if (!this.reachableModes.includes(mode)) {
      const sentence = `A session in a terminal is in the mode “${modeName(mode)}” only if it was started in it.`;
      throw new BeckonError('invalid_request', sentence);
    }
    this.#isSwitching = true;
    const switched = await switchMode(this.#screen, mode).finally(() => (this.#isSwitching = false));
    if (switched.type !== 'switched') throw new BeckonError('invalid_request', notSwitched(switched, mode));
  }

  /**
   * Says in the last line of the terminal how many asks of subagents wait: while their hooks do, there is no dialog of
   * theirs at the desk.
   */
  tellDesk(waiting: readonly WaitingToolCall[]): void {
    const { tmux, name } = this.#parts;
    const waitingCount = waiting.filter(({ agentId }) => agentId !== undefined).length;
    const target = ['-t', `=${name}:`] as const;
    this.#telling = this.#telling
      .then(() =>
        waitingCount === 0
          ? tmux.run(['set-option', '-u', ...target, 'status-right'])
          : tmux.run(['set-option', ...target, 'status-right', `#[fg=yellow,bold] ${waitingWords(waitingCount)} `]),
      )
      // The terminal may be gone.
      .catch(() => undefined);
  }

  async #answer(ask: ToolCallAsk, answer: Answer): Promise<void> {
    const outcome = await answerOnScreen(this.#screen, { ask, answer, cwd: this.#parts.cwd });
    if (outcome.type === 'not_answered') throw new BeckonError('not_supported', reasons[outcome.reason]);
    if (outcome.type === 'unsure') throw new BeckonError('not_supported', reasons.stuck);
  }

  async kill(): Promise<void> {
    await this.#files.remove();
    await this.#parts.tmux.kill(this.#parts.name);
  }

  /** How its program ended, as a sentence. */
  ending(): Promise<string> {
    return ending(this.#parts.tmux, this.#parts.name);
  }
}

/** As measured with Claude Code 2.1.325; one that was started in “Don't ask” cannot go back to it. */
const modesInCycle: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'auto'];

const nothingToInterrupt =
  'The agent rests, so there is nothing to interrupt. What subagents in the background ask can be denied.';
const interruptWaitMs = 8000;
/** What was just sent to an agent that rests may take so long to show. */
const restWaitMs = 2000;
const quietEnoughMs = 900;
const lookAgainMs = 300;
const drawnWithinMs = 3000;

function notSwitched(switched: Exclude<Switched, { type: 'switched' }>, mode: PermissionMode): string {
  switch (switched.type) {
    case 'working':
      return 'The agent is at work. Switch its mode when it is ready, or in its terminal.';
    case 'not_offered':
      return `This session does not offer the mode “${modeName(mode)}” now.`;
    case 'astray':
      return switched.mode === undefined
        ? 'The mode could not be switched, and the terminal does not say which it is now. Open it to see.'
        : `The mode could not be switched, and it is “${modeName(switched.mode)}” now. Open the terminal to change that.`;
  }
}

const notEntered = {
  no_prompt: 'The terminal shows no place to write. Open it to see what it waits for.',
  draft: 'Somebody is writing in the terminal. Finish or clear that first.',
  stuck: 'The terminal did not take the message. Open it to see why.',
};

const reasons: Record<Extract<ScreenAnswer, { type: 'not_answered' }>['reason'], string> = {
  unrecognised: 'the terminal shows something that Beckon does not recognise.',
  another_dialog: 'the terminal shows another dialog.',
  not_sayable: 'the terminal’s own dialog has no way to say this.',
  stuck: 'the terminal did not react as expected.',
};

type Look = Pick<OwnTerminalParts, 'views' | 'name' | 'theme'> & { viewer: string };

async function* watchPane({ views, name, theme, viewer }: Look, signal: AbortSignal): AsyncGenerator<PaneEvent> {
  const drawnFor = await theme();
  const view = await views.open(name, { rowsAbove });
  const stopLooking = views.sizes.look(name, viewer);
  const close = () => view.close();
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  try {
    for await (const event of view.events) {
      if (event.type === 'ended') yield { type: 'ended' };
      else {
        const data = Buffer.from(event.bytes).toString('base64');
        if (event.type === 'output') yield { type: 'output', data };
        else yield { type: 'screen', columns: event.size.cols, rows: event.size.rows, data, drawnFor };
      }
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
    stopLooking();
  }
}

/** What whoever looks on can scroll back to. */
const rowsAbove = 2000;
