import { expect, test } from 'vitest';
import type { PermissionUpdate } from './suggestions.ts';
import { asShown, describeUpdate, readableSuggestions } from './suggestions.ts';

const bash = { toolName: 'Bash', ruleContent: 'npm test:*' };
const cases: [string, PermissionUpdate][] = [
  [
    'Allow Bash(npm test:*), every use of Read, for this session',
    { type: 'addRules', rules: [bash, { toolName: 'Read' }], behavior: 'allow', destination: 'session' },
  ],
  [
    'Deny Bash(npm test:*), in this folder, for you (.claude/settings.local.json)',
    { type: 'addRules', rules: [bash], behavior: 'deny', destination: 'localSettings' },
  ],
  [
    'Ask for only Bash(npm test:*), in place of earlier rules, in this folder, for everyone (.claude/settings.json)',
    { type: 'replaceRules', rules: [bash], behavior: 'ask', destination: 'projectSettings' },
  ],
  [
    'Remove the rule to deny Bash(npm test:*), everywhere, for you (~/.claude/settings.json)',
    { type: 'removeRules', rules: [bash], behavior: 'deny', destination: 'userSettings' },
  ],
  ['Switch to “Accept edits”, for this session', { type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  ['Give access to /a, /b, for this run', { type: 'addDirectories', directories: ['/a', '/b'], destination: 'cliArg' }],
  [
    'Take away access to /a, for this session',
    { type: 'removeDirectories', directories: ['/a'], destination: 'session' },
  ],
];

test.each(cases)('says the exact scope: %s', (sentence, update) => {
  expect(describeUpdate(update)).toBe(sentence);
});

const places = [
  { value: 'session', words: 'for this session' },
  { value: 'localSettings', words: 'in this folder, for you (.claude/settings.local.json)' },
  { value: 'projectSettings', words: 'in this folder, for everyone (.claude/settings.json)' },
  { value: 'userSettings', words: 'everywhere, for you (~/.claude/settings.json)' },
];
const allowBash = { type: 'addRules', rules: [bash], behavior: 'allow', destination: 'localSettings' } as const;

test('several rules in one are offered apart, and those that allow something can be changed', () => {
  const [, mode] = cases.find(([, { type }]) => type === 'setMode')!;
  const both = { ...allowBash, rules: [bash, { toolName: 'Read' }] };
  const readAlone = { ...both, rules: [{ toolName: 'Read' }] };
  const inFolder = 'in this folder, for you (.claude/settings.local.json)';
  expect(readableSuggestions([both, mode]).map(({ original }) => original)).toEqual([allowBash, readAlone, mode]);
  expect(readableSuggestions([both, mode]).map(({ shown }) => shown)).toEqual([
    {
      ...allowBash,
      text: `Allow Bash(npm test:*), ${inFolder}`,
      editable: { toolName: 'Bash', rule: 'npm test:*', place: 'localSettings', places },
    },
    { ...readAlone, text: `Allow every use of Read, ${inFolder}` },
    { ...mode, text: 'Switch to “Accept edits”, for this session' },
  ]);
});

test('offers nothing that cannot be put into words', () => {
  expect(readableSuggestions([{ type: 'somethingNew' }, null])).toEqual([]);
});

test('grants what its person was shown, in whatever words, and nothing else', () => {
  const offered = [allowBash, ...cases.slice(1).map(([, update]) => update)];
  const [first, second, third] = offered;
  expect(asShown(offered, [{ ...first, text: 'in other words' }, { ...second }])).toEqual([first, second]);
  expect(asShown([third], [{ ...first }])).toEqual([]);
});

test('grants what its person made of it, where they could, and only of what is offered', () => {
  const [{ shown } = { shown: {} }] = readableSuggestions([allowBash]);
  const edited = { ...shown, edited: { rule: 'npm run lint', place: 'session' } };
  const rules = [{ toolName: 'Bash', ruleContent: 'npm run lint' }];
  expect(asShown([allowBash], [edited])).toEqual([
    { type: 'addRules', rules, behavior: 'allow', destination: 'session' },
  ]);
  expect(asShown([], [edited])).toEqual([]);
  const [, denial] = cases[1]!;
  expect(asShown([denial], [{ ...denial, edited: { rule: 'x', place: 'session' } }])).toEqual([]);
});
