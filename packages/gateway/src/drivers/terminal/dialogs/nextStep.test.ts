import { readFileSync } from 'node:fs';
import type { Answer, Question } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import type { ShownAsk } from './matchesAsk.ts';
import { nextStep, type Step } from './nextStep.ts';
import { readDialog } from './readDialog.ts';

const screen = (name: string) => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8');
const approval: ShownAsk = { kind: 'approval', toolName: 'Bash', input: {} };
const plan: ShownAsk = { kind: 'plan', plan: '' };
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
    { label: 'Login, with SSO', description: 'x' },
  ],
  multiSelect: true,
};
const style: Question = {
  header: 'Style',
  question:
    'Which style do you like, given that this is a rather long question which goes on over more than one line of the screen, does it not?',
  options: [
    {
      label: 'Tabs',
      description:
        'a long description of what tabs are, which goes on over more than one line of the screen, does it not?',
    },
    {
      label: 'Spaces that are a rather long label which goes on over more than one line of the screen, does it not?',
      description: 'd\n❯ 3. Type something.',
    },
  ],
  multiSelect: false,
};
const asked = (...questions: Question[]): ShownAsk => ({ kind: 'question', questions });
const answers = (...given: (string | string[])[]): Answer => ({
  type: 'answers',
  answers: Object.fromEntries(
    given.map((value, index) => [index, typeof value === 'string' ? value : JSON.stringify(value)]),
  ),
});

function step(name: string, ask: ShownAsk, answer: Answer): Step | undefined {
  const dialog = readDialog(screen(name));
  if (dialog === undefined) throw new Error(`${name} is not recognised`);
  return nextStep(dialog, ask, answer);
}

const yes: Answer = { type: 'approve' };
const enter: Step = { press: 'Enter', settles: true };
const escape: Step = { press: 'Escape', settles: true };
const down: Step = { press: 'Down' };
const up: Step = { press: 'Up' };

describe('approvals', () => {
  test.each([
    'bash',
    'write',
    'edit',
    'overwrite',
    'notebook',
    'read',
    'fetch',
    'mcp',
    'danger',
    'subagent',
    'hostile',
  ])('approving %s is Enter on the plain "Yes"', (name) => expect(step(name, approval, yes)).toEqual(enter));

  test('approving is found by its words, wherever the highlight is', () => {
    expect(step('bash-on-no', approval, yes)).toEqual(up);
  });

  test.each<Answer>([
    { type: 'approve', remember: true },
    { type: 'approve', updatedInput: {} },
    { type: 'approve', permissionMode: 'auto' },
    { type: 'answers', answers: { 0: 'Yes' } },
  ])('%j cannot be said exactly, so it is not said', (answer) => {
    expect(step('bash', approval, answer)).toBeUndefined();
  });

  test('no plain "Yes", no approval: never another choice that begins like it', () => {
    const changed = screen('bash').replace(' ❯ 1. Yes', ' ❯ 1. Yes, and switch to auto mode');
    const dialog = readDialog(changed);
    expect(dialog).toBeDefined();
    expect(dialog && nextStep(dialog, approval, yes)).toBeUndefined();
  });

  test.each(['bash', 'bash-on-no', 'bash-amended', 'fetch', 'exit-plan', 'single', 'multi', 'plan', 'trust'])(
    'a plain no to %s is Escape',
    (name) => {
      expect(step(name, approval, { type: 'deny' })).toEqual(escape);
      expect(step(name, approval, { type: 'deny', message: ' \u0007', interrupt: true })).toEqual(escape);
    },
  );

  test('a no with a reason: to "No", Tab, the reason, Enter', () => {
    const no: Answer = { type: 'deny', message: 'use another name\r\nplease\u001b[201~'.replace('\u001b[201~', '') };
    expect(step('bash', approval, no)).toEqual(down);
    expect(step('bash-on-no', approval, no)).toEqual({ press: 'Tab' });
    expect(step('bash-amend', approval, no)).toEqual({ paste: 'use another name\nplease' });
    expect(step('bash-amended', approval, no)).toEqual(enter);
  });

  test('somebody else’s reason is not sent, and not overwritten', () => {
    expect(step('bash-amended', approval, { type: 'deny', message: 'mine' })).toBeUndefined();
  });

  test('where a dialog takes no reason, a no with one is not said', () => {
    expect(step('fetch', approval, { type: 'deny', message: 'why' })).toBeUndefined();
    expect(step('bash', approval, { type: 'deny', message: 'why', interrupt: true })).toBeUndefined();
  });
});

describe('plans', () => {
  test('accepted, the agent asks before every edit unless another mode was chosen', () => {
    expect(step('plan', plan, yes)).toEqual(down);
    expect(step('plan', plan, { type: 'approve', permissionMode: 'default' })).toEqual(down);
    expect(step('plan', plan, { type: 'approve', permissionMode: 'auto' })).toEqual(enter);
    expect(step('exit-plan', plan, yes)).toEqual(enter);
  });

  test.each(['acceptEdits', 'bypassPermissions', 'plan', 'dontAsk'] as const)(
    '%s is not offered, so not taken',
    (permissionMode) => {
      expect(step('plan', plan, { type: 'approve', permissionMode })).toBeUndefined();
    },
  );

  test('sent back with feedback', () => {
    expect(step('plan', plan, { type: 'deny', message: 'also test it\nand document it' })).toEqual(down);
    expect(step('plan-feedback', plan, { type: 'deny', message: 'also test it\nand document it' })).toEqual(enter);
    expect(step('plan-feedback', plan, { type: 'deny', message: 'mine' })).toBeUndefined();
    expect(step('exit-plan', plan, { type: 'deny', message: 'mine' })).toBeUndefined();
  });
});

describe('questions', () => {
  test('one choice', () => {
    expect(step('single', asked(database), answers('PostgreSQL'))).toEqual(enter);
    expect(step('single', asked(database), answers('SQLite'))).toEqual(down);
    expect(step('single-on-other', asked(database), answers('SQLite'))).toEqual(up);
  });

  test('another text: to the field, the text, Enter', () => {
    expect(step('single', asked(database), answers('MariaDB, of course'))).toEqual(down);
    expect(step('single-on-other', asked(database), answers('MariaDB, of course'))).toEqual({
      paste: 'MariaDB, of course',
    });
    expect(step('single-other-typed', asked(database), answers('MariaDB, of course'))).toEqual(enter);
    expect(step('single-other-typed', asked(database), answers('Oracle'))).toBeUndefined();
  });

  test('several choices: each is toggled until it is as wanted, then on', () => {
    const wanted = answers(['Search', 'Login, with SSO', 'my own, thing']);
    expect(step('multi', asked(features), wanted)).toEqual({ press: 'Enter' });
    expect(step('multi-on-other', asked(features), wanted)).toEqual({ paste: 'my own, thing' });
    expect(step('multi-other-typed', asked(features), wanted)).toEqual(down);
    expect(step('multi-on-submit', asked(features), wanted)).toEqual({ press: 'Enter' });
    expect(step('multi-review', asked(features), wanted)).toEqual(enter);
    expect(step('multi-on-submit', asked(features), answers(['Search', 'Export', 'Login, with SSO']))).toEqual(up);
    expect(step('multi', asked(features), answers(['one', 'two']))).toBeUndefined();
  });

  test('several questions: from the left, each as wanted', () => {
    const all = asked(database, features, style);
    const wanted = answers('PostgreSQL', ['Search'], 'Tabs');
    expect(step('several', all, wanted)).toEqual({ press: 'Enter' });
    expect(step('several-second', all, wanted)).toEqual({ press: 'Left' });
    expect(step('several-third', all, wanted)).toEqual({ press: 'Left' });
    expect(step('several-back-second', all, wanted)).toEqual(down);
    expect(step('several-review', all, wanted)).toEqual(enter);
  });

  test('a review that says something else is not sent', () => {
    const all = asked(database, features, style);
    expect(step('several-review', all, answers('SQLite', ['Search'], 'Tabs'))).toBeUndefined();
    expect(step('several-review', all, answers('PostgreSQL', ['Search', 'Export'], 'Tabs'))).toBeUndefined();
    expect(step('several-review-incomplete', all, answers('PostgreSQL', ['Search'], 'Tabs'))).toBeUndefined();
  });

  test('questions that are not the ones on the screen get no key', () => {
    expect(step('single', asked({ ...database, question: 'Which one?' }), answers('SQLite'))).toBeUndefined();
    expect(
      step('single', asked({ ...database, options: database.options.toReversed() }), answers('SQLite')),
    ).toBeUndefined();
    expect(step('single', asked(database), { type: 'deny', message: 'no' })).toBeUndefined();
    expect(step('single', asked(database), yes)).toBeUndefined();
  });
});

test.each(['trust', 'api-key'])('%s is left to the person', (name) => {
  expect(step(name, approval, yes)).toBeUndefined();
});
