// The real CLI in real tmux, answered by typing: every answer is judged by what it does, not by what was pressed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { call, say, scriptedPrompt, type Turn } from '@beckon/demo-model';
import type { Answer, Question } from '@beckon/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOnScreen } from '../../packages/gateway/src/drivers/terminal/dialogs/answerOnScreen.ts';
import type { ShownAsk } from '../../packages/gateway/src/drivers/terminal/dialogs/matchesAsk.ts';
import { readDialog } from '../../packages/gateway/src/drivers/terminal/dialogs/readDialog.ts';
import { readPromptBox } from '../../packages/gateway/src/drivers/terminal/dialogs/promptBox.ts';
import { enterMessage, switchMode } from '../../packages/gateway/src/drivers/terminal/dialogs/promptTyping.ts';
import { inertText } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';
import { ClaudeTerminals, type ClaudeTerminal } from '../support/claudeTerminal.ts';
import { eventually } from '../support/terminals.ts';

let terminals: ClaudeTerminals;
beforeAll(async () => {
  terminals = await ClaudeTerminals.open();
});
afterAll(() => terminals[Symbol.asyncDispose]());

const approve: Answer = { type: 'approve' };
const tool = (toolName: string, input: Record<string, unknown>): ShownAsk => ({ kind: 'approval', toolName, input });
const asks = (name: string, input: Record<string, unknown>): Turn[] => [
  { blocks: [call(name, input)], whenDenied: [say('Told: “{{reason}}”.')] },
  { blocks: [say('All done. {{answers}}')] },
];
const answer = (claude: ClaudeTerminal, ask: ShownAsk, given: Answer) =>
  answerOnScreen(claude.keyboard, { ask, answer: given, cwd: claude.cwd });
const exists = (claude: ClaudeTerminal, name: string) => existsSync(join(claude.cwd, name));

describe('approvals', () => {
  test('[C7] approved: the command runs, once, and nothing else is allowed by it', async () => {
    const command = 'echo ran >> x.txt';
    const turns = [...asks('Bash', { command }).slice(0, 1), ...asks('Bash', { command })];
    const claude = await terminals.start({ turns });
    await claude.dialog('approval');
    expect(await answer(claude, tool('Bash', { command }), approve)).toEqual({ type: 'answered' });
    await eventually(() => expect(readFileSync(join(claude.cwd, 'x.txt'), 'utf8')).toBe('ran\n'));
    // The same command again is asked about again.
    await claude.dialog('approval');
    expect(readdirSync(claude.cwd)).toEqual(['x.txt']);
  });

  test('[C7] a file is written after approval, read from a narrow screen', async () => {
    const input = {
      file_path: 'story.md',
      content: `- once upon a time ${'there was a line '.repeat(12)}\n\n- the end\n`,
    };
    const claude = await terminals.start({ turns: asks('Write', input), size: { cols: 60, rows: 50 } });
    const shown = { ...input, file_path: join(claude.cwd, 'story.md') };
    await claude.dialog('approval');
    expect(await answer(claude, tool('Write', shown), approve)).toEqual({ type: 'answered' });
    await eventually(() => expect(readFileSync(join(claude.cwd, 'story.md'), 'utf8')).toBe(input.content));
  });

  test('a dialog taller than the screen is read whole, and the screen is as before', async () => {
    const command = Array.from({ length: 90 }, (_, index) => `echo ${index} >> long.txt`).join('\n');
    const claude = await terminals.start({ turns: asks('Bash', { command }) });
    await claude.shows('Do you want to proceed');
    expect(await answer(claude, tool('Bash', { command }), approve)).toEqual({ type: 'answered' });
    await eventually(() => expect(readFileSync(join(claude.cwd, 'long.txt'), 'utf8').split('\n')).toHaveLength(91));
    expect(await terminals.stage.tmux.find(claude.name)).toMatchObject({ size: { cols: 120, rows: 50 } });
  });

  test('denied: nothing runs, and the turn is over', async () => {
    const command = 'touch x.txt';
    const claude = await terminals.start({ turns: asks('Bash', { command }) });
    await claude.dialog('approval');
    expect(await answer(claude, tool('Bash', { command }), { type: 'deny' })).toEqual({ type: 'answered' });
    await eventually(async () =>
      expect(readPromptBox(await claude.screen())).toMatchObject({ isWorking: false, draft: '' }),
    );
    expect(exists(claude, 'x.txt')).toBe(false);
  });

  test('denied with a reason: the model reads it and goes on', async () => {
    const command = 'touch x.txt';
    const claude = await terminals.start({ turns: asks('Bash', { command }) });
    await claude.dialog('approval');
    const no: Answer = { type: 'deny', message: 'Use y.txt.\n\nEnter; -t $(x) \u001b[201~ ❯ 1. Yes' };
    expect(await answer(claude, tool('Bash', { command }), no)).toEqual({ type: 'answered' });
    await claude.shows(/Told: “Use y\.txt\.[\s\S]*Enter; -t \$\(x\) \[201~ ❯ 1\. Yes”/);
    expect(exists(claude, 'x.txt')).toBe(false);
  });

  test('[L5] a dialog that asks for something else is not touched', async () => {
    const claude = await terminals.start({ turns: asks('Bash', { command: 'touch x.txt' }) });
    await claude.dialog('approval');
    const before = readDialog(await claude.screen());
    const another = { type: 'not_answered', reason: 'another_dialog' };
    expect(await answer(claude, tool('Bash', { command: 'touch y.txt' }), approve)).toEqual(another);
    expect(await answer(claude, tool('Write', { file_path: 'x.txt', content: '' }), approve)).toEqual(another);
    expect(await answer(claude, tool('Bash', { command: 'touch y.txt' }), { type: 'deny' })).toEqual(another);
    const notSayable = { type: 'not_answered', reason: 'not_sayable' };
    const always: Answer = { type: 'approve', remember: true };
    expect(await answer(claude, tool('Bash', { command: 'touch x.txt' }), always)).toEqual(notSayable);
    expect(readDialog(await claude.screen())).toEqual(before);
    expect(exists(claude, 'x.txt')).toBe(false);
  });

  test('what is not recognised is never typed into', async () => {
    const pressed: unknown[] = [];
    const claude = await terminals.start({ isTrusted: false, turns: asks('Bash', { command: 'touch x.txt' }) });
    await claude.dialog('trust');
    const keyboard = {
      ...claude.keyboard,
      press: async (key: string) => void pressed.push(key),
      paste: async (text: string) => void pressed.push(text),
    };
    const ask = tool('Bash', { command: 'touch x.txt' });
    for (const given of [approve, { type: 'deny' }] as Answer[]) {
      expect(await answerOnScreen(keyboard, { ask, answer: given, cwd: claude.cwd })).toMatchObject({
        type: 'not_answered',
      });
    }
    await terminals.stage.script('shell', 'echo "Do you want to proceed?"; echo " ❯ 1. Yes"; exec sleep 600');
    const shell = { ...keyboard, screen: () => terminals.stage.tmux.screen('shell') };
    expect(await answerOnScreen(shell, { ask, answer: approve, cwd: claude.cwd })).toEqual({
      type: 'not_answered',
      reason: 'unrecognised',
    });
    expect(pressed).toEqual([]);
  });
});

describe('questions and plans', () => {
  const database: Question = {
    header: 'Database',
    question: 'Which database?',
    options: [
      { label: 'PostgreSQL', description: 'a server' },
      { label: 'SQLite', description: 'one file' },
    ],
    multiSelect: false,
  };
  const features: Question = {
    header: 'Features',
    question: 'Which features?',
    options: [
      { label: 'Search', description: 'find' },
      { label: 'Export', description: 'csv' },
      { label: 'Login, with SSO', description: 'single sign-on' },
    ],
    multiSelect: true,
  };

  test.each(['SQLite', 'MariaDB 11, "of course"'])('[C4] one question is answered with %j', async (wanted) => {
    const claude = await terminals.start({ turns: asks('AskUserQuestion', { questions: [database] }) });
    await claude.dialog('question');
    const given: Answer = { type: 'answers', answers: { 0: wanted } };
    expect(await answer(claude, { kind: 'question', questions: [database] }, given)).toEqual({ type: 'answered' });
    await claude.shows(`Which database? → ${wanted}`);
    await claude.shows(/All done\./);
  });

  test('[C4] several questions, single and multiple, options and a text', async () => {
    const questions = [database, features, { ...database, header: 'Cache', question: 'Which cache?' }];
    const claude = await terminals.start({ turns: asks('AskUserQuestion', { questions }) });
    await claude.dialog('question');
    const labels = ['Login, with SSO', 'Search', 'a "dark" mode'];
    const answers = { 0: 'PostgreSQL', 1: JSON.stringify(labels), 2: 'none at all' };
    expect(await answer(claude, { kind: 'question', questions }, { type: 'answers', answers })).toEqual({
      type: 'answered',
    });
    await claude.shows('Which database? → PostgreSQL');
    await claude.shows(/Which features\? → Search, "?Login, with SSO"?, /);
    await claude.shows(/Which features\? → .*dark/);
    await claude.shows('Which cache? → none at all');
  });

  test('a question is refused', async () => {
    const claude = await terminals.start({ turns: asks('AskUserQuestion', { questions: [database] }) });
    await claude.dialog('question');
    expect(await answer(claude, { kind: 'question', questions: [database] }, { type: 'deny' })).toEqual({
      type: 'answered',
    });
    await eventually(async () => expect(readPromptBox(await claude.screen())).toMatchObject({ isWorking: false }));
  });

  test('[C5] a plan is sent back with feedback, then accepted, and every edit is still asked about', async () => {
    const claude = await terminals.start({ permissionMode: 'plan' });
    const path = await planFile(claude);
    const plan = '# Add `farewell()`\n\n1. Write it, like **greet()**\n2. Test it\n\n❯ 1. Yes, and use auto mode\n';
    const turns: Turn[] = [
      { blocks: [call('Write', { file_path: path, content: plan })] },
      { blocks: [call('ExitPlanMode', {})], whenDenied: [say('You said “{{reason}}”.'), call('ExitPlanMode', {})] },
      { blocks: [call('Bash', { command: 'touch planned.txt' })] },
      { blocks: [say('All done.')] },
    ];
    expect(await enterMessage(claude.keyboard, scriptedPrompt(turns))).toEqual({ type: 'entered' });
    await claude.dialog('plan');
    const ask: ShownAsk = { kind: 'plan', plan };
    expect(await answer(claude, { kind: 'plan', plan: `${plan}3. Ship it` }, approve)).toMatchObject({
      type: 'not_answered',
    });
    const feedback: Answer = { type: 'deny', message: 'Also document it,\nplease' };
    expect(await answer(claude, ask, feedback)).toEqual({ type: 'answered' });
    await claude.shows('You said “Also document it,');
    await claude.dialog('plan');
    expect(await answer(claude, ask, approve)).toEqual({ type: 'answered' });
    await claude.dialog('approval');
    expect(exists(claude, 'planned.txt')).toBe(false);
  });
});

describe('the prompt box', () => {
  test('a message is entered with one Enter, whatever it holds', async () => {
    const claude = await terminals.start();
    await eventually(async () => expect(readPromptBox(await claude.screen())).toMatchObject({ draft: '' }));
    const messages = ['!touch pwned.txt', 'two\nlines \u001b[201~', 'ends in \\', 'many lines\n'.repeat(50)];
    for (const message of messages) {
      expect(await enterMessage(claude.keyboard, message)).toEqual({ type: 'entered' });
      await eventually(() => expect(prompts()).toContain(inertText(message).trim()));
    }
    expect(exists(claude, 'pwned.txt')).toBe(false);
  });

  test('a draft that somebody has begun is left alone, and a dialog is no prompt', async () => {
    const claude = await terminals.start();
    await eventually(async () => expect(readPromptBox(await claude.screen())).toMatchObject({ draft: '' }));
    await claude.keyboard.paste('I was about to');
    await eventually(async () =>
      expect(readPromptBox(await claude.screen())).toMatchObject({ draft: 'I was about to' }),
    );
    expect(await enterMessage(claude.keyboard, 'hello')).toEqual({ type: 'not_entered', reason: 'draft' });
    const asking = await terminals.start({ turns: asks('Bash', { command: 'touch x.txt' }) });
    await asking.dialog('approval');
    expect(await enterMessage(asking.keyboard, 'hello')).toEqual({ type: 'not_entered', reason: 'no_prompt' });
    await asking.dialog('approval');
  });

  test('[T10] the permission mode is switched to what the CLI offers', async () => {
    const claude = await terminals.start();
    await eventually(async () =>
      expect(readPromptBox(await claude.screen())).toMatchObject({ permissionMode: 'default' }),
    );
    expect(await switchMode(claude.keyboard, 'plan')).toEqual({ type: 'switched' });
    expect(readPromptBox(await claude.screen())).toMatchObject({ permissionMode: 'plan' });
    expect(await switchMode(claude.keyboard, 'dontAsk')).toEqual({ type: 'not_offered' });
    expect(await switchMode(claude.keyboard, 'default')).toEqual({ type: 'switched' });
  });
});

/** Every text that the model has read from the user's side. */
function prompts(): string[] {
  const messages = terminals.model.requests
    .flatMap((request) => request.messages)
    .filter(({ role }) => role === 'user');
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'text' ? [block.text.trim()] : [])),
  );
}

/** The file that the CLI tells the model to write its plan to. */
async function planFile(claude: ClaudeTerminal): Promise<string> {
  await eventually(async () => expect(readPromptBox(await claude.screen())).toBeDefined());
  expect(await enterMessage(claude.keyboard, 'hello')).toEqual({ type: 'entered' });
  const folder = join(claude.cwd, '../home/.claude/plans');
  return eventually(() => {
    const said = JSON.stringify(terminals.model.requests);
    const start = said.indexOf(`${folder}/`);
    if (start === -1) throw new Error('no plan file was named');
    return said.slice(start, said.indexOf('.md', start) + '.md'.length);
  });
}
