// Desk and page answer the same ask at about the same time, in a terminal of Beckon's and in one of the person's own. The
// rule: what the card says is what the file system shows.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, BeckonError, isOver, openAsks } from '@beckon/protocol';
import { call, say, scriptedPrompt, type Turn } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClaude } from '../../packages/gateway/src/drivers/terminal/claudeProgram.ts';
import { paneTerminal } from '../../packages/gateway/src/drivers/terminal/dialogs/paneTerminal.ts';
import { readPromptBox } from '../../packages/gateway/src/drivers/terminal/dialogs/promptBox.ts';
import { enterMessage } from '../../packages/gateway/src/drivers/terminal/dialogs/promptTyping.ts';
import { hooksFor } from '../../packages/gateway/src/drivers/terminal/hooks/hookCommand.ts';
import { installHooks } from '../../packages/gateway/src/drivers/terminal/hooks/settings.ts';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import { pressKey } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';
import { answersDialog, seesDialog } from '../support/desk.ts';
import { AgentStage } from '../support/agentStage.ts';
import { hookProgram } from '../support/hookStage.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
  const settings = installHooks('', hooksFor(hookProgram(stage.folder.at('state')), { hasLaterEvents: true }));
  mkdirSync(stage.folder.at('home/.claude'));
  writeFileSync(stage.folder.at('home/.claude/settings.json'), settings.ok ? settings.text : '');
});
afterAll(() => stage[Symbol.asyncDispose]());

const file = (name: string) => stage.folder.at(`work/${name}`);
const bash = (command: string) => call('Bash', { command, description: 'A test' });

/** One agent, wherever its terminal is. */
interface Place extends AsyncDisposable {
  id: string;
  tmux: Tmux;
  terminal: string;
  /** Plays these turns; resolves with the ask, once its dialog is on the screen and takes keys. */
  rests(): Promise<void>;
  asks(watcher: Watcher, ...turns: Turn[]): Promise<Ask>;
}

async function ownTerminal(): Promise<Place> {
  const { id } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
  return place(id, stage.tmux, id, async () => stage.transport.deleteSession(id));
}

async function joinedTerminal(): Promise<Place> {
  const id = randomUUID();
  const tmux = new Tmux({ folder: stage.folder.at('desk'), environment: stage.env });
  const command: [string, ...string[]] = [
    findClaude('', undefined),
    '--session-id',
    id,
    '--permission-mode',
    'default',
  ];
  await tmux.start({ name: 'desk', cwd: stage.cwd, command, environment: stage.env });
  return place(id, tmux, 'desk', async () => {
    await tmux.kill('desk');
    await tmux.killServer();
  });
}

function place(id: string, tmux: Tmux, terminal: string, dispose: () => Promise<void>): Place {
  const enter = (turns: Turn[]) => enterMessage(paneTerminal(tmux, terminal), scriptedPrompt(turns));
  return {
    id,
    tmux,
    terminal,
    async asks(watcher, ...turns) {
      await expect.poll(() => enter(turns), { timeout: 30_000 }).toEqual({ type: 'entered' });
      const ask = await watcher.until((view) => openAsks(view).find(({ sessionId }) => sessionId === id));
      await seesDialog(tmux, terminal);
      // The agent drops the keys that come at the moment at which its dialog appears.
      await sleep(700);
      return ask;
    },
    // By its screen: a turn that the desk's Escape met before it had said a word says nothing, and gives its prompt back.
    async rests() {
      const isAtRest = async () => {
        const box = readPromptBox(await tmux.screen(terminal));
        if (box?.draft) await tmux.run(['send-keys', '-t', await tmux.pane(terminal), 'C-u']);
        return box?.isWorking === false && box.draft === '';
      };
      await expect.poll(isAtRest, { timeout: 60_000 }).toBe(true);
    },
    [Symbol.asyncDispose]: dispose,
  };
}

/** The ask as it was told last. */
const latest = (watcher: Watcher, id: string) =>
  watcher.events.flatMap(({ data }) => ('ask' in data && data.ask.id === id ? [data.ask] : [])).at(-1);

const over = (watcher: Watcher, { id }: Ask) =>
  watcher.until(() => {
    const now = latest(watcher, id);
    const isKnown = now && isOver(now) && (now.phase !== 'withdrawn' || now.inTerminal !== undefined);
    return isKnown ? now : undefined;
  });

/** Whether the card says that the command ran; undefined where it says that it may have. */
function saysThatItRan({ phase, answer, inTerminal, observed }: Ask): boolean | undefined {
  if (observed === 'stopped') return undefined;
  if (phase === 'withdrawn') return inTerminal?.type === 'approve';
  if (phase === 'contradicted') return inTerminal ? inTerminal.type === 'approve' : observed !== 'did_not_run';
  return answer?.type === 'approve';
}

/** How much later the page answers than the desk: at the last moment the desk's answer is known, and the page is refused. */
const delays = [-120, -60, -30, -5, 0, 10, 30, 60, 150, 2000];
const races = delays.flatMap((delay) => [
  { delay, desk: 'Enter', page: 'deny' } as const,
  { delay, desk: 'Escape', page: 'approve' } as const,
]);

describe.each([
  ['a terminal of Beckon’s', ownTerminal],
  ['a terminal of the person’s own', joinedTerminal],
])('%s', (_, open) => {
  let there: Place;
  let watcher: Watcher;
  beforeAll(async () => {
    there = await open();
    watcher = new Watcher(stage.transport);
  });
  afterAll(async () => {
    watcher[Symbol.dispose]();
    await there[Symbol.asyncDispose]();
  });

  test('[L1] [L11] desk and page at 20 moments around an answer: the card says what the file system shows', async () => {
    const replies = new Set<string>();
    for (const [index, { delay, desk, page }] of races.entries()) {
      const name = `race-${there.terminal.slice(0, 4)}-${index}.txt`;
      const ask = await there.asks(watcher, { blocks: [bash(`touch ${name}`)] }, { blocks: [say('Went on.')] });
      const answering = async () => {
        await sleep(Math.max(0, delay));
        const answer = { type: page } as const;
        return stage.transport.answer(ask.id, answer).then(
          () => 'taken',
          (error: unknown) => BeckonError.from(error).code,
        );
      };
      const pressing = async () => {
        await sleep(Math.max(0, -delay));
        await pressKey(there.tmux, there.terminal, desk);
      };
      const [replied] = await Promise.all([answering(), pressing()]);
      replies.add(`${desk} ${replied}`);
      const now = await over(watcher, ask);
      const ran = existsSync(file(name));
      const saysSo = saysThatItRan(now) ?? ran;
      const isAsAnswered = (saysThatItRan(now) ?? true) === (page === 'approve');
      const phase = replied === 'taken' ? (isAsAnswered ? 'done' : 'contradicted') : 'withdrawn';
      const race = { index, delay, desk, page };
      expect({ ...race, saysSo, phase: now.phase, replied }).toEqual({
        ...race,
        saysSo: ran,
        phase,
        replied: replied === 'taken' ? 'taken' : 'ask_withdrawn',
      });
      await there.rests();
    }
    const both = ['Enter ask_withdrawn', 'Enter taken', 'Escape ask_withdrawn', 'Escape taken'];
    expect([...replies].toSorted()).toEqual(both);
  }, 300_000);
});

describe('[C10] in a terminal of Beckon’s', () => {
  let own: Place;
  let watcher: Watcher;
  beforeAll(async () => {
    own = await ownTerminal();
    watcher = new Watcher(stage.transport);
  });
  afterAll(async () => {
    watcher[Symbol.dispose]();
    await own[Symbol.asyncDispose]();
  });
  const atRest = () => watcher.until(({ sessions }) => sessions[own.id]?.state === 'user_turn');

  test('[L7] a yes at the desk closes the ask while the command still runs, and a no from the page is refused', async () => {
    const ask = await own.asks(watcher, { blocks: [bash('until [ -e go ]; do sleep 0.1; done; touch slow.txt')] });
    await answersDialog(own.tmux, own.terminal, 'Enter');
    await watcher.until(() => latest(watcher, ask.id)?.withdrawalReason === 'answered_in_terminal');
    expect(existsSync(file('slow.txt'))).toBe(false);
    await expect(stage.transport.answer(ask.id, { type: 'deny' })).rejects.toMatchObject({
      code: 'ask_withdrawn',
    });
    writeFileSync(file('go'), '');
    expect(await over(watcher, ask)).toMatchObject({ phase: 'withdrawn', inTerminal: { type: 'approve' } });
    expect(existsSync(file('slow.txt'))).toBe(true);
    await atRest();
  });

  test('[L11] interrupted from the page just as the desk says yes, the card says whether it ran', async () => {
    for (const delay of [0, 100]) {
      const name = `interrupted-${delay}.txt`;
      const ask = await own.asks(watcher, { blocks: [bash(`touch ${name}; sleep 60`)] });
      await Promise.all([
        pressKey(own.tmux, own.terminal, 'Enter'),
        sleep(delay).then(() => stage.transport.interrupt(own.id)),
      ]);
      await own.rests();
      await watcher.until(() => {
        const { phase, inTerminal } = latest(watcher, ask.id) ?? {};
        return phase === 'withdrawn' && (inTerminal?.type === 'approve' || !existsSync(file(name)));
      });
    }
  });

  test('redrawn at other sizes, the dialog is still there, and so is the ask; left with Escape, it is a no', async () => {
    const ask = await own.asks(watcher, { blocks: [bash('touch never.txt')] });
    for (const [cols, rows] of [
      [43, 20],
      [200, 60],
      [43, 50],
      [60, 12],
      [120, 50],
    ] as const) {
      await own.tmux.resize(own.terminal, { cols, rows });
      await expect.poll(async () => (await own.tmux.find(own.terminal))?.size).toEqual({ cols, rows });
      await expect.poll(() => own.tmux.screen(own.terminal), { timeout: 20_000 }).toMatch(/❯ 1\. Yes/);
      await sleep(400);
      expect(latest(watcher, ask.id)?.phase).toBe('waiting');
    }
    await answersDialog(own.tmux, own.terminal, 'Escape');
    expect(await over(watcher, ask)).toMatchObject({ phase: 'withdrawn', inTerminal: { type: 'deny' } });
    expect(existsSync(file('never.txt'))).toBe(false);
    await atRest();
  });
});
