import { describe, expect, test } from 'vitest';
import { hasGrant, type KeptGrant, withoutGrant } from './ruleText.ts';

const make: KeptGrant = { list: 'allow', entries: ['Bash(make)', 'Bash(\\(make\\))'] };

describe('a rule in the text of a settings file', () => {
  test.each<[before: string, after: string]>([
    ['{"permissions":{"allow":["Bash(make)"]}}', '{"permissions":{"allow":[]}}'],
    ['{"permissions": {"allow": ["A", "Bash(make)", "B"]}}', '{"permissions": {"allow": ["A", "B"]}}'],
    ['{"permissions": {"allow": ["Bash(make)", "B"]}, "x": 1}', '{"permissions": {"allow": ["B"]}, "x": 1}'],
    ['{"permissions":{"allow":["Bash(make)","B","Bash(make)"]}}', '{"permissions":{"allow":["B"]}}'],
    [
      '{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"A",\r\n\t\t\t"Bash(make)"\r\n\t\t],\r\n\t\t"deny": ["Bash(make)"]\r\n\t}\r\n}\r\n',
      '{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"A"\r\n\t\t],\r\n\t\t"deny": ["Bash(make)"]\r\n\t}\r\n}\r\n',
    ],
    [
      String.raw`{"permissions":{"allow":["Bash(\\(make\\))",{"no":"rule"},7]}}`,
      '{"permissions":{"allow":[{"no":"rule"},7]}}',
    ],
    [String.raw`{"permissions":{"allow":["\u0042ash(make)","B"]}}`, '{"permissions":{"allow":["B"]}}'],
  ])('%s: it alone is taken out', (before, after) => {
    expect(hasGrant(before, make)).toBe(true);
    expect(withoutGrant(before, make)).toBe(after);
    expect(hasGrant(after, make)).toBe(false);
  });

  test.each([
    '{}',
    '{"permissions":{}}',
    '{"permissions":{"allow":[]}}',
    '{"permissions":{"deny":["Bash(make)"],"allow":["Bash(make:*)"," Bash(make)"]}}',
    '{"allow":["Bash(make)"]}',
  ])('%s does not have it, and stays as it is', (text) => {
    expect(hasGrant(text, make)).toBe(false);
    expect(withoutGrant(text, make)).toBe(text);
  });

  test.each([
    '',
    '[]',
    'null',
    '{"permissions":',
    '{"permissions":{"allow":["Bash(make)"],}}',
    '// a comment\n{"permissions":{"allow":["Bash(make)"]}}',
    '{"permissions":["Bash(make)"]}',
    '{"permissions":{"allow":"Bash(make)"}}',
    '{"permissions":{"allow":{"0":"Bash(make)"}}}',
    '{"permissions":{"allow":["Bash(make)"]},"permissions":{"allow":[]}}',
    '{"permissions":{"allow":["Bash(make)"],"allow":[]}}',
  ])('%s is not what such a file holds: nothing is done to it', (text) => {
    expect(() => hasGrant(text, make)).toThrow();
    expect(() => withoutGrant(text, make)).toThrow();
  });
});
