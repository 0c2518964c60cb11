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
  expect(readableSuggestions([update])).toEqual([{ original: update, shown: { ...update, text: sentence } }]);
});

test('offers nothing that cannot be put into words', () => {
  expect(readableSuggestions([{ type: 'somethingNew' }, null])).toEqual([]);
});

test('grants what its person was shown, in whatever words, and nothing else', () => {
  const offered = cases.map(([, update]) => update);
  const [first, second, third] = offered;
  expect(asShown(offered, [{ ...first, text: 'in other words' }, { ...second }])).toEqual([first, second]);
  expect(asShown([third], [{ ...first }])).toEqual([]);
});
