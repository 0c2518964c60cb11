// Scenarios in which the model asks, and quotes what was chosen. The last three ask badly, as a confused model would.
import { call, say, type Block, type Scenario } from '../script.ts';

interface Option {
  label: string;
  description: string;
  preview?: string;
}

interface Question {
  header: string;
  question: string;
  multiSelect: boolean;
  options: Option[];
}

const license: Question = {
  header: 'License',
  question: 'Which license should the project have?',
  multiSelect: false,
  options: [
    { label: 'MIT', description: 'Short and permissive' },
    { label: 'Apache-2.0', description: 'Permissive, with a patent grant' },
    { label: 'GPL-3.0', description: 'Changes must stay open' },
  ],
};

const checks: Question = {
  header: 'Checks',
  question: 'Which checks should run before a release?',
  multiSelect: true,
  options: [
    { label: 'Unit tests', description: 'Fast, on every commit' },
    { label: 'Type check', description: 'The compiler, in strict mode' },
    { label: 'Lint', description: 'Style and likely mistakes' },
    { label: 'Link check', description: 'Dead links in the documentation' },
  ],
};

const runner: Question = {
  header: 'Runner',
  question: 'Which test runner do you prefer?',
  multiSelect: false,
  options: [
    { label: 'node:test', description: 'Built in, nothing to install' },
    { label: 'Vitest', description: 'Watch mode and snapshots' },
  ],
};

const coverage: Question = {
  header: 'Coverage',
  question: 'Should coverage be measured?',
  multiSelect: false,
  options: [
    { label: 'Yes', description: 'Report it, without a threshold' },
    { label: 'No', description: 'Leave it for later' },
  ],
};

const layout: Question = {
  header: 'Layout',
  question: 'Which layout should the README have?',
  multiSelect: false,
  options: [
    {
      label: 'Example first',
      description: 'Code at the top, words below',
      preview: '# greetings\n\n    greet("Ada")\n\nA tiny library that says hello.',
    },
    {
      label: 'Words first',
      description: 'What it is, then how it looks',
      preview: '# greetings\n\nA tiny library that says hello.\n\n## Example\n\n    greet("Ada")',
    },
  ],
};

export const questions: Scenario[] = [
  {
    id: 'question',
    title: 'Answer a question',
    description: 'The agent needs a decision from you before it goes on.',
    prompt: 'Help me choose a license for this project',
    featured: true,
    turns: [{ blocks: [ask(license)] }, { blocks: [say('Then it shall be so:\n\n{{answers}}')] }],
  },
  {
    id: 'question-multi',
    title: 'Choose several',
    description: 'A question to which more than one answer may be right.',
    prompt: 'Decide with me what to check before a release',
    turns: [{ blocks: [ask(checks)] }, { blocks: [say('I will set these up:\n\n{{answers}}')] }],
  },
  {
    id: 'questions-several',
    title: 'Answer several questions',
    description: 'Three questions on one card, one of them with several answers.',
    prompt: 'Set up testing, and ask me what you need to know',
    featured: true,
    turns: [{ blocks: [ask(runner, checks, coverage)] }, { blocks: [say('Noted:\n\n{{answers}}')] }],
  },
  {
    id: 'question-previews',
    title: 'Compare previews',
    description: 'Each option shows what it would look like.',
    prompt: 'Show me two layouts for the README and let me pick',
    turns: [{ blocks: [ask(layout)] }, { blocks: [say('The README will follow your choice:\n\n{{answers}}')] }],
  },
  {
    id: 'confused-header',
    title: 'A label that is too long',
    description: 'The question breaks a rule that the CLI does not enforce, so it reaches you.',
    prompt: 'Ask me something with an overlong label',
    turns: [
      { blocks: [ask({ ...license, header: 'The license that this project should have' })] },
      { blocks: [say('You chose:\n\n{{answers}}')] },
    ],
  },
  {
    id: 'confused-no-options',
    title: 'A question without options',
    description: 'The CLI turns the question down before anyone sees it.',
    prompt: 'Ask me something without any options',
    turns: [
      {
        blocks: [ask({ ...license, options: [] })],
        whenFailed: [say('My question was turned down: {{reason}}')],
      },
    ],
  },
  {
    id: 'confused-nine-options',
    title: 'A question with nine options',
    description: 'More than the CLI allows, so it never reaches you.',
    prompt: 'Ask me something with nine options',
    turns: [
      {
        blocks: [ask({ ...license, options: nineOptions() })],
        whenFailed: [say('My question was turned down: {{reason}}')],
      },
    ],
  },
];

function ask(...asked: Question[]): Block {
  return call('AskUserQuestion', { questions: asked });
}

function nineOptions(): Option[] {
  return Array.from({ length: 9 }, (_, index) => ({ label: `Option ${index + 1}`, description: 'One of nine' }));
}
