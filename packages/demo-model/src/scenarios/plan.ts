// A plan to accept or send back. The session must have been started in plan mode: elsewhere the CLI itself says no.
import { call, say, type Scenario } from '../script.ts';

const plan = `# Add farewell()

## Why
The notes ask for it, and greet() alone is half a conversation.

## Steps
1. Add \`farewell(name)\` to \`src/farewell.js\`, in the manner of \`greet(name)\`.
2. Leave \`greet()\` as it is.

## Check
\`farewell('Ada')\` returns \`Goodbye, Ada!\`.
`;

const revised = plan.replace('2. Leave `greet()` as it is.', '2. Leave `greet()` as it is, and say so in the commit.');

export const planning: Scenario[] = [
  {
    id: 'plan',
    title: 'Review a plan',
    description: 'The agent shows a plan first; accept it, or send it back with feedback.',
    prompt: 'Plan how to add a farewell() function',
    permissionMode: 'plan',
    featured: true,
    turns: [
      { blocks: [say('I read the code before I plan.'), call('Read', { file_path: 'src/greet.js' })] },
      {
        blocks: [call('ExitPlanMode', { plan })],
        whenDenied: [
          say('I have worked your feedback in: “{{reason}}”'),
          call('ExitPlanMode', { plan: `${revised}\n## Changed after your feedback\n{{reason}}\n` }),
        ],
      },
      {
        blocks: [
          say('Thank you. I begin.'),
          call('Write', {
            file_path: 'src/farewell.js',
            content: 'export function farewell(name) {\n  return `Goodbye, ${name}!`;\n}\n',
          }),
        ],
      },
      { blocks: [say('`farewell()` is in `src/farewell.js`, as planned.')] },
    ],
  },
];
