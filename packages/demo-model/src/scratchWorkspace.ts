// The small project that the scenarios talk about: path within the workspace → content.
export const scratchWorkspaceFiles: Readonly<Record<string, string>> = {
  'README.md': `# greetings

A tiny library that says hello. It exists to be changed by an agent while you watch.

    import { greet } from './src/greet.js';
    greet('Ada'); // Hello, Ada!
`,
  'notes.txt': `# Notes

- greet() breaks on an empty name
- someone asked for farewell() as well
- pick a license before the first release
- the build folder is out of date
`,
  'SUMMARY.md': `# Summary

Nothing here yet.
`,
  'src/greet.js': `export function greet(name) {
  return \`Hello, \${name}!\`;
}
`,
  'build/greet.old.js': `module.exports = (name) => 'Hi ' + name;
`,
};
