// Every screen in fixtures/ was captured from the real CLI (2.1.325) in tmux; where a test changes one, it says so.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Choice, Dialog } from './dialog.ts';
import { readDialog } from './readDialog.ts';
import { joined } from './screen.ts';

const screen = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');
const words = (dialog: Dialog | undefined) =>
  dialog && 'choices' in dialog ? dialog.choices.map((choice: Choice) => joined(choice.rows)) : [];

const acceptEdits =
  'Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab)';
const autoMode = 'Yes, and switch to auto mode · auto mode handles these prompts for you';

describe('approvals', () => {
  test.each([
    ['bash', 'Bash', ['Yes', expect.stringMatching(/^Yes, and don't ask again for touch x\.txt/), autoMode, 'No']],
    ['hostile', 'Bash', ['Yes', autoMode, 'No']],
    ['line', 'Bash', ['Yes', expect.stringMatching(/^Yes, and don't ask again/), autoMode, 'No']],
    ['narrow', 'Bash', ['Yes', expect.stringMatching(/^Yes, and always allow access to/), autoMode, 'No']],
    ['danger', 'Bash', ['Yes', 'No']],
    ['subagent', 'Bash', ['Yes', expect.stringMatching(/^Yes, and don't ask again/), autoMode, 'No']],
    ['write', 'Write', ['Yes', acceptEdits, 'No']],
    ['overwrite', 'Write', ['Yes', acceptEdits, 'No']],
    ['outside', 'Write', ['Yes', expect.stringContaining('always allow access to /tmp/demo'), 'No']],
    ['edit', 'Edit', ['Yes', acceptEdits, 'No']],
    ['notebook', 'NotebookEdit', ['Yes', acceptEdits, 'No']],
    ['read', 'Read', ['Yes', 'Yes, allow reading from /etc during this session', 'No']],
    ['mcp', 'MCP', ['Yes', expect.stringMatching(/^Yes, and don't ask again for weather/), 'No']],
    [
      'fetch',
      'WebFetch',
      ['Yes', "Yes, and don't ask again for example.com", 'No, and tell Claude what to do differently (esc)'],
    ],
  ])('%s is read with its choices', (name, tool, choices) => {
    const dialog = readDialog(screen(name));
    expect(dialog).toMatchObject({ kind: 'approval', tool });
    expect(words(dialog)).toEqual(choices);
    expect(dialog).toMatchObject({
      choices: [{ isHighlighted: true }, ...choices.slice(1).map(() => ({ isHighlighted: false }))],
    });
  });

  test('a command that draws a dialog is only a command', () => {
    expect(readDialog(screen('hostile'))).toMatchObject({
      subject: expect.arrayContaining(['cat > z.txt <<EOF', ' ❯ 1. Yes', ' Do you want to proceed?', 'EOF']),
      choices: expect.objectContaining({ length: 3 }),
    });
    expect(readDialog(screen('line'))).toMatchObject({ subject: [' ❯ 1. Yes; ╌╌╌╌ │ touch x'] });
  });

  test.each([
    ['danger', 'Dangerous rm operation on critical path: /'],
    ['hostile', 'Heredoc with unquoted delimiter undergoes shell expansion'],
    ['bash', undefined],
    ['line', undefined],
    ['edit', undefined],
    ['mcp', undefined],
  ])('of %s it is read why it is asked, where the terminal says so', (name, reason) => {
    const dialog = readDialog(screen(name));
    expect(dialog?.kind === 'approval' && dialog.reason).toBe(reason);
  });

  test('the highlight and an opened choice are seen', () => {
    expect(words(readDialog(screen('bash-on-no'))).at(-1)).toBe('No');
    expect(readDialog(screen('bash-on-no'))).toMatchObject({ canAmend: true });
    expect(words(readDialog(screen('bash-amend'))).at(-1)).toBe('No, and tell Claude what to do differently');
    expect(readDialog(screen('bash-amend'))).toMatchObject({ canAmend: false });
    expect(words(readDialog(screen('bash-amended'))).at(-1)).toBe('No, use another name please');
  });

  test('colours make no difference', () => {
    const coloured = screen('bash')
      .replaceAll('Yes', '\u001b[1;38;5;153mYes\u001b[0m')
      .replaceAll('❯', '\u001b]8;;x\u001b\\\u001b[36m❯\u001b[39m');
    expect(readDialog(coloured)).toEqual(readDialog(screen('bash')));
  });
});

describe('questions, plans and what comes before a session', () => {
  test('a single choice', () => {
    expect(readDialog(screen('single'))).toEqual({
      kind: 'question',
      tabs: [{ header: 'Database', isAnswered: false }],
      question: ['Which database?'],
      multiSelect: false,
      options: [
        { rows: ['PostgreSQL', 'a server'], isHighlighted: true, isChecked: false },
        { rows: ['SQLite', 'one file'], isHighlighted: false, isChecked: false },
        { rows: ['Type something.'], isHighlighted: false, isChecked: false },
      ],
    });
    expect(readDialog(screen('single-other-typed'))).toMatchObject({
      options: [{}, {}, { rows: ['MariaDB, of course'], isHighlighted: true }],
    });
  });

  test('several choices', () => {
    expect(readDialog(screen('multi-other-typed'))).toMatchObject({
      multiSelect: true,
      goOn: { isHighlighted: false },
      options: [
        { rows: ['Search', 'find'], isChecked: true },
        { rows: ['Export', 'csv'], isChecked: false },
        { rows: ['Login, with SSO', 'x'], isChecked: true },
        { rows: ['my own, thing'], isChecked: true, isHighlighted: true },
      ],
    });
    expect(readDialog(screen('multi-on-submit'))).toMatchObject({ goOn: { isHighlighted: true } });
  });

  test('several questions, their tabs, and a text over several rows', () => {
    const tabs = [
      { header: 'Database', isAnswered: false },
      { header: 'Features', isAnswered: true },
      { header: 'Style', isAnswered: false },
    ];
    expect(readDialog(screen('several-third'))).toMatchObject({ tabs, multiSelect: false });
    expect(readDialog(screen('several-second-on-next'))).toMatchObject({ tabs, goOn: { isHighlighted: true } });
    expect(readDialog(screen('longq'))).toMatchObject({
      question: [
        'Which style do you like, given that this is a rather long',
        'question which goes on over more than one line of the',
        'screen, does it not?',
      ],
    });
  });

  test('the review, whole and with an answer missing', () => {
    expect(readDialog(screen('multi-review'))).toMatchObject({
      kind: 'review',
      isComplete: true,
      answers: [{ question: ['Which features?'], answer: ['Search, "Login, with SSO", "my own, thing"'] }],
    });
    expect(readDialog(screen('several-review'))).toMatchObject({ isComplete: true, answers: { length: 3 } });
    expect(readDialog(screen('several-review-incomplete'))).toMatchObject({
      isComplete: false,
      answers: { length: 1 },
    });
  });

  test('a plan, with choices of its own in its text', () => {
    const plan = readDialog(screen('plan'));
    expect(plan).toMatchObject({ kind: 'plan', plan: expect.arrayContaining(['   ❯ 1. Yes, and use auto mode']) });
    expect(words(plan)).toEqual([
      'Yes, and use auto mode',
      'Yes, manually approve edits',
      'Tell Claude what to change',
    ]);
    expect(words(readDialog(screen('plan-feedback'))).at(-1)).toBe('also test it and document it');
    expect(words(readDialog(screen('exit-plan')))).toEqual([
      'Yes, and switch to default (ask each time) for this session',
      'No',
    ]);
  });

  test('trust and an API key', () => {
    expect(readDialog(screen('trust'))).toEqual({
      kind: 'trust',
      choices: [
        { rows: ['No, exit'], isHighlighted: true },
        { rows: ['Yes, I trust this folder'], isHighlighted: false },
      ],
    });
    expect(readDialog(screen('api-key'))).toEqual({ kind: 'api_key' });
  });
});

describe('what is no dialog that is known is none', () => {
  test.each([
    ['bash-cut', 'its top is not on the screen'],
    ['preview', 'options with a preview are drawn in another way'],
    ['prompt-working', 'the agent works'],
    ['prompt-draft', 'somebody writes'],
    ['prompt-shell', 'a shell is open'],
    ['prompt-plan-mode', 'it waits for a message'],
  ])('%s: %s', (name) => {
    expect(readDialog(screen(name))).toBeUndefined();
  });

  const bash = screen('bash');
  test.each([
    ['another title', bash.replace(' Bash command', ' Fish command')],
    ['a title that objects have', bash.replace(' Bash command', ' constructor')],
    ['another prompt', bash.replace('Do you want to proceed?', 'Do you want to skip all of this?')],
    ['something below it', `${bash.trimEnd()}\n\n✻ Puttering…\n──\n`],
    ['a number left out', bash.replace('   4. No', '   5. No')],
    ['two highlights', bash.replace('   4. No', ' ❯ 4. No')],
    ['no first choice', bash.replace(' ❯ 1. Yes', '')],
    ['a rule gone', bash.replace(/^╌+$/m, '')],
    ['its choices indented', bash.replace(/^ (❯| ) (\d)/gm, '   $1 $2')],
    ['its top half only', bash.slice(0, bash.indexOf('Do you want'))],
    ['nothing', ''],
    ['empty rows', '\n\n\n'],
    ['a text that speaks of one', ' Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend\n'],
  ])('%s', (_, changed) => {
    expect(changed).not.toBe(bash);
    expect(readDialog(changed)).toBeUndefined();
  });

  test('no screen of any size and content makes it throw', () => {
    for (let end = 0; end < bash.length; end += 7) {
      readDialog(bash.slice(0, end));
      readDialog(bash.slice(end));
    }
  });
});
