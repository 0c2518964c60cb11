// Three subagents at once, each of which asks for leave on its own. Run in the foreground they hold up their parent's
// turn; in the background, the CLI's default, that turn ends while they still wait.
import { call, say, type Block, type Scenario, type Script } from '../script.ts';

const targets = [
  { name: 'readme', file: 'README.md' },
  { name: 'notes', file: 'notes.txt' },
  { name: 'code', file: 'src/greet.js' },
];

export const subagents: Scenario[] = [
  {
    id: 'subagents',
    title: 'Three agents at once',
    description: 'Three subagents work in parallel, and each waits for your approval.',
    prompt: 'Review the README, the notes and the code in parallel',
    featured: true,
    turns: [
      {
        blocks: [
          say('I send out three reviewers.'),
          ...targets.map(({ file }) => delegate(file, { run_in_background: false })),
        ],
      },
      { blocks: [say('All three are back:\n\n{{result}}')] },
    ],
    subagents: targets.map(reviewer),
  },
  {
    id: 'subagents-background',
    title: 'Agents in the background',
    description: 'The agent is done talking while its three subagents still wait for you.',
    prompt: 'Review everything in the background',
    turns: [
      { blocks: targets.map(({ file }) => delegate(file, { run_in_background: true })) },
      { blocks: [say('Three reviewers are at work. I tell you as they report.')] },
    ],
    subagents: targets.map(reviewer),
  },
];

function delegate(file: string, options: { run_in_background: boolean }): Block {
  return call('Agent', {
    description: `Review ${file}`,
    prompt: reviewPrompt(file),
    subagent_type: 'general-purpose',
    ...options,
  });
}

function reviewer({ name, file }: { name: string; file: string }): Script {
  const command = `mkdir -p reviews && wc -l ${file} > reviews/${name}.txt`;
  return {
    prompt: reviewPrompt(file),
    turns: [
      {
        blocks: [call('Bash', { command, description: `Measure ${file}` })],
        whenDenied: [say(`${file}: not measured, because “{{reason}}”.`)],
      },
      { blocks: [say(`${file}: reviewed, its length is in reviews/${name}.txt.`)] },
    ],
  };
}

function reviewPrompt(file: string): string {
  return `Review ${file} and note its length in the reviews folder.`;
}
