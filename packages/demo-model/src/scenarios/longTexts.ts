// The two long answers: one with every kind of Markdown that a chat must render, one to be interrupted.
export const conventionsGuide = `# Conventions

This guide is longer than it needs to be, so that you can see how a long answer reads.

## Naming

- **Files** are named after the thing they hold: \`greet.js\` holds \`greet()\`.
- **Functions** are verbs, and say what they return:
  1. \`greet(name)\` returns a greeting,
  2. \`farewell(name)\` returns a farewell.
- *Abbreviations* are for units only.

## JavaScript

A function takes a name and gives back a sentence. It never prints.

\`\`\`js
export function greet(name) {
  if (name.trim() === '') return 'Hello, stranger!';
  return \`Hello, \${name}!\`;
}
\`\`\`

The same with types, for those who like to be told early:

\`\`\`ts
type Greeting = \`Hello, \${string}!\`;

export const greet = (name: string): Greeting => \`Hello, \${name.trim() || 'stranger'}!\`;
\`\`\`

## Scripts

| task    | command           | when                 |
| ------- | ----------------- | -------------------- |
| test    | \`npm test\`        | before every commit  |
| build   | \`npm run build\`   | before a release     |
| release | \`npm publish\`     | once a month at most |

For the shell:

\`\`\`bash
set -euo pipefail
for name in Ada Grace Barbara; do
  node -e "import('./src/greet.js').then((m) => console.log(m.greet('$name')))"
done
\`\`\`

And one for Python, for the data people:

\`\`\`python
def greet(name: str) -> str:
    """Greets by name; a stranger where there is none."""
    return f"Hello, {name.strip() or 'stranger'}!"
\`\`\`

## Configuration

\`\`\`json
{
  "name": "greetings",
  "type": "module",
  "exports": "./src/greet.js"
}
\`\`\`

## Reviews

> Read the change as if you had to repair it at night.

- [x] It does one thing.
- [x] Its name says which.
- [ ] It has a test that fails without it.

### What a change looks like

\`\`\`diff
 export function greet(name) {
+  if (name.trim() === '') return 'Hello, stranger!';
   return \`Hello, \${name}!\`;
 }
\`\`\`

## Questions

Everything else is a matter of taste; see [CommonMark](https://commonmark.org) for how this text is written.

---

That is all. Thank you for reading to the end.
`;

export const lighthouseStory = `There was once a lighthouse keeper who disliked being interrupted. He lived at the end of a long pier, with a lamp, a \
kettle and a logbook, and every evening he climbed the stairs and lit the lamp, and every morning he climbed them again and \
put it out.

One night a message came by pigeon. "Shall we repair the pier?" it asked. The keeper meant to answer at once, but the \
lamp needed oil, and then the kettle sang, and by the time he sat down the pigeon had fallen asleep. So the harbour \
waited, and the carpenters waited, and the tide, which waits for nobody, took three planks.

The next message came with a small bell. The keeper heard it on the stairs, with the oil can in his hand. "Yes," he said \
to the pigeon, "but leave the third plank as it is, it sings when the wind turns." And the pigeon carried exactly that, \
and only once, although it met a gale on the way and had to rest on a buoy until the morning.

The carpenters came. They repaired the pier and left the third plank as it was. When the wind turned it sang, and the \
keeper wrote in his logbook, in a careful hand: "Asked at nine. Answered at nine. Done by noon." Then he put the kettle \
on, and nobody interrupted him for the rest of the day, and he found, a little to his surprise, that he did not like \
that very much either.
`;
