// A terminal of Beckon's own, as its agent's keeper sees it: what its screen shows, what can be typed into it, and the
// view of it that a browser gets.
import type { PaneEvent } from '@beckon/protocol';
import { BeckonError, readQuestions } from '@beckon/protocol';
import type { AgentAsk, Pane } from '../driver.ts';
import { answerOnScreen, type DialogTerminal, type ScreenAnswer } from './dialogs/answerOnScreen.ts';
import { matchesAsk, type ShownAsk } from './dialogs/matchesAsk.ts';
import { readDialog } from './dialogs/readDialog.ts';
import type { Desk } from './terminalAsks.ts';
import type { PaneViews } from './tmux/paneView.ts';
import type { Tmux } from './tmux/tmux.ts';
import { pasteText, pressKey, sendBytes } from './tmux/typing.ts';
import type { OpenToolCall } from './transcript/openCalls.ts';

export interface OwnTerminalParts {
  tmux: Tmux;
  views: PaneViews;
  name: string;
  cwd: string;
}

export class OwnTerminal {
  readonly pane: Pane;
  readonly desk: Desk;
  readonly #parts: OwnTerminalParts;

  constructor(parts: OwnTerminalParts) {
    const { tmux, views, name, cwd } = parts;
    this.#parts = parts;
    this.pane = {
      watch: (signal) => watchPane(views, name, signal),
      type: (bytes) => sendBytes(tmux, name, bytes),
      resize: ({ columns, rows }) => tmux.resize(name, { cols: columns, rows }),
    };
    this.desk = {
      hasDialog: async () => readDialog(await tmux.screen(name)) !== undefined,
      answer: async (ask, answer) => {
        const outcome = await answerOnScreen(this.#dialogTerminal(), { ask, answer, cwd });
        if (outcome.type === 'not_answered') throw new BeckonError('not_supported', reasons[outcome.reason]);
      },
    };
  }

  /** The ask that the dialog on the screen is, if it is about one of these calls. */
  async waitingCall(calls: OpenToolCall[]): Promise<AgentAsk | undefined> {
    const dialog = readDialog(await this.#parts.tmux.screen(this.#parts.name));
    if (!dialog) return undefined;
    return calls.map(askOf).find((ask) => matchesAsk(dialog, ask, this.#parts.cwd));
  }

  /** Sends a message: the text, then exactly one Enter. */
  async submit(text: string): Promise<void> {
    const { tmux, name } = this.#parts;
    if (await this.desk.hasDialog()) {
      throw new BeckonError('invalid_request', 'The agent waits for an answer in its terminal. Give that first.');
    }
    await pasteText(tmux, name, text);
    // The agent takes an Enter that comes with a paste as part of it.
    await new Promise((resolve) => setTimeout(resolve, pasteSettlesMs));
    await pressKey(tmux, name, 'Enter');
  }

  async interrupt(): Promise<void> {
    await pressKey(this.#parts.tmux, this.#parts.name, 'Escape');
  }

  async kill(): Promise<void> {
    await this.#parts.tmux.kill(this.#parts.name);
  }

  /** The last line that a program which failed left on its screen. */
  async lastWords(): Promise<string | undefined> {
    const screen = await this.#parts.tmux.screen(this.#parts.name).catch(() => '');
    return screen.trim().split('\n').at(-1)?.slice(0, 300);
  }

  #dialogTerminal(): DialogTerminal {
    const { tmux, name } = this.#parts;
    return {
      screen: () => tmux.screen(name),
      press: (key) => pressKey(tmux, name, key),
      paste: (text) => pasteText(tmux, name, text),
    };
  }
}

const pasteSettlesMs = 300;

const reasons: Record<Extract<ScreenAnswer, { type: 'not_answered' }>['reason'], string> = {
  unrecognised: 'the terminal shows something that Beckon does not recognise.',
  another_dialog: 'the terminal shows another dialog.',
  not_sayable: 'the terminal’s own dialog has no way to say this.',
  stuck: 'the terminal did not react as expected.',
};

/** An ask made from a call in the transcript, where no hook has described it. */
function askOf({ toolCallId, toolName, input }: OpenToolCall): AgentAsk & ShownAsk {
  const fields = { toolCallId, toolName, input };
  const questions = toolName === 'AskUserQuestion' ? readQuestions(input) : [];
  if (questions.length > 0) return { ...fields, kind: 'question', questions };
  if (toolName === 'ExitPlanMode') return { ...fields, kind: 'plan', plan: String(input['plan'] ?? '') };
  return { ...fields, kind: 'approval', suggestions: [], defaultToNo: false };
}

async function* watchPane(views: PaneViews, name: string, signal: AbortSignal): AsyncGenerator<PaneEvent> {
  const view = await views.open(name);
  const close = () => view.close();
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  try {
    for await (const event of view.events) {
      if (event.type === 'ended') yield { type: 'ended' };
      else {
        const data = Buffer.from(event.bytes).toString('base64');
        if (event.type === 'output') yield { type: 'output', data };
        else yield { type: 'screen', columns: event.size.cols, rows: event.size.rows, data };
      }
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}
