import { describe, expect, it } from 'vitest';
import { ruleProblem, ruleReach } from './ruleReach.ts';

describe('ruleProblem', () => {
  it.each([
    ['Bash', 'npm test:*'],
    ['Bash', 'python3 -c "print(1)"'],
    ['Bash', 'git commit *'],
    ['Read', '//etc/**'],
    ['WebFetch', 'domain:docs.example.com'],
  ])('finds nothing wrong with %s(%s)', (toolName, rule) => {
    expect(ruleProblem(toolName, rule)).toBeUndefined();
  });

  it.each([
    ['Bash', '  ', 'The rule is empty.'],
    ['Bash', ':*', 'That would allow every use of Bash. If you mean that, switch the mode.'],
    ['Bash', '*', 'That would allow every use of Bash. If you mean that, switch the mode.'],
    ['Read', '//**', 'That would allow every use of Read. If you mean that, switch the mode.'],
    ['Bash', 'npm:* test', 'The mark :* stands at the end of a rule.'],
    ['Bash', 'ls\nrm:*', 'A rule has one line, without control characters.'],
    ['WebFetch', 'https://example.com', 'A rule for pages looks like domain:example.com.'],
    ['WebFetch', 'domain:*', 'A rule for pages looks like domain:example.com.'],
  ])('refuses %s(%j): %s', (toolName, rule, problem) => {
    expect(ruleProblem(toolName, rule)).toBe(problem);
  });
});

describe('ruleReach', () => {
  it.each([
    ['Bash', 'npm test', 'Allows this very command, letter for letter, and no other.'],
    ['Bash', 'npm test:*', 'Allows “npm test” and every command that goes on after it, whatever comes there.'],
    ['Bash', 'npm run * --ci', 'Allows every command of the shape “npm run * --ci”, whatever stands for the *.'],
    [
      'Bash',
      '/usr/bin/env:*',
      'Allows “/usr/bin/env” and every command that goes on after it, whatever comes there. /usr/bin/env can run anything.',
    ],
    [
      'Bash',
      'npm run build:*',
      'Allows “npm run build” and every command that goes on after it, whatever comes there.',
    ],
    ['WebFetch', 'domain:example.com', 'Allows every page of example.com.'],
    ['Edit', '/src/**', 'Allows every file that matches /src/**.'],
    ['Read', '//etc/hosts', 'Allows //etc/hosts alone.'],
  ])('of %s(%s): %s', (toolName, rule, words) => {
    expect(ruleReach(toolName, rule)).toBe(words);
  });
});
