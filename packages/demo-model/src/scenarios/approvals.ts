// Scenarios that ask for leave before they touch anything. The CLI lets commands that only read pass unasked, so each
// command that should be asked about writes something.
import { call, say, type Scenario, type Turn } from '../script.ts';

const summary = `# Summary

1. greet() breaks on an empty name.
2. A license is needed before the first release.
3. farewell() was asked for.
4. The build folder is out of date.
`;

export const approvals: Scenario[] = [
  {
    id: 'run-command',
    title: 'Run a command',
    description: 'The agent wants to run a shell command; you approve it or say no.',
    prompt: 'Count the words in notes.txt and save the result to counts.txt',
    featured: true,
    turns: [
      {
        blocks: [say('I count them with `wc`.'), bash('wc -w notes.txt > counts.txt', 'Count the words in notes.txt')],
      },
      { blocks: [bash('cat counts.txt', 'Read the result back')] },
      { blocks: [say('Saved to `counts.txt`: {{result}}')] },
    ],
  },
  {
    id: 'write-file',
    title: 'Write a file',
    description: 'The agent reads freely, then asks before it writes.',
    prompt: 'Tidy up the notes and write a summary to SUMMARY.md',
    featured: true,
    turns: [
      // Read first: the CLI refuses to overwrite a file that the session has not seen.
      {
        blocks: [
          say('First I look at what is there.'),
          call('Read', { file_path: 'notes.txt' }),
          call('Read', { file_path: 'SUMMARY.md' }),
        ],
      },
      { blocks: [call('Write', { file_path: 'SUMMARY.md', content: summary })] },
      { blocks: [say('`SUMMARY.md` now holds the four open points, most urgent first.')] },
    ],
  },
  {
    id: 'edit-file',
    title: 'Edit a file',
    description: 'The agent proposes a change to existing code, shown to you as a diff.',
    prompt: 'Make greet() cope with an empty name',
    featured: true,
    turns: [
      { blocks: [say('Let me see the function.'), call('Read', { file_path: 'src/greet.js' })] },
      {
        blocks: [
          call('Edit', {
            file_path: 'src/greet.js',
            old_string: 'export function greet(name) {\n',
            new_string: "export function greet(name) {\n  if (name.trim() === '') return 'Hello, stranger!';\n",
          }),
        ],
      },
      { blocks: [say('An empty name is now greeted with “Hello, stranger!”.')] },
    ],
  },
  {
    id: 'write-then-edit',
    title: 'Write, then edit',
    description: 'Two approvals in a row for the same file: first it is new, then it changes.',
    prompt: 'Start a changelog and add an entry for greet()',
    turns: [
      { blocks: [call('Write', { file_path: 'CHANGELOG.md', content: '# Changelog\n\n## Unreleased\n' })] },
      {
        blocks: [
          call('Edit', {
            file_path: 'CHANGELOG.md',
            old_string: '## Unreleased\n',
            new_string: '## Unreleased\n\n- greet() copes with an empty name\n',
          }),
        ],
      },
      { blocks: [say('`CHANGELOG.md` has its first entry.')] },
    ],
  },
  {
    id: 'deny-and-adapt',
    title: 'Say no, with a reason',
    description: 'Deny the first proposal: the agent reads your reason and proposes something gentler.',
    prompt: 'Get rid of the old build output',
    turns: [
      {
        blocks: [
          say('The `build` folder is out of date, so I delete it.'),
          bash('rm -rf build && ls', 'Delete the build folder'),
        ],
        whenDenied: [
          say('You said “{{reason}}”, so I keep it, and move it out of the way instead.'),
          bash('mkdir -p archive && mv build archive/ && ls', 'Move the build folder into archive'),
        ],
      },
      { blocks: [say('Done. The workspace now holds:\n\n```\n{{result}}\n```')] },
    ],
  },
  {
    id: 'two-calls',
    title: 'Two calls at once',
    description: 'One message asks for two things; you decide on each of them.',
    prompt: 'Create a.txt and b.txt',
    turns: [
      { blocks: [bash('echo a > a.txt', 'Create a.txt'), bash('echo b > b.txt', 'Create b.txt')] },
      { blocks: [say('Both files are there.')] },
    ],
  },
  {
    id: 'run-many',
    title: 'Run many commands',
    description: 'As many commands as you say, up to a thousand, one after the other.',
    prompt: 'Run 50 commands',
    matches: /^run \d+ commands?\b/i,
    turns: (prompt) => commandsInARow(Math.min(Number(/\d+/.exec(prompt)?.[0]), 1000)),
  },
];

function bash(command: string, description: string) {
  return call('Bash', { command, description });
}

function commandsInARow(count: number): Turn[] {
  const pace = { chunkChars: 4096, delayMs: 0 };
  const commands = Array.from({ length: count }, (_, index) => ({
    blocks: [bash(`echo ${index + 1} >> steps.log`, `Step ${index + 1} of ${count}`)],
    pace,
  }));
  return [...commands, { blocks: [say(`All ${count} commands have run.`)], pace }];
}
