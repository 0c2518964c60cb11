import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hooksFor } from './hookCommand.ts';
import { installHooks, readHooks, uninstallHooks } from './settings.ts';

const wanted = hooksFor(
  { scriptPath: '/home/ada/.beckon/beckon-hook.sh', endpointPath: '/s/hook-endpoint' },
  { hasLaterEvents: true },
);

function install(before: string, hooks = wanted): string {
  const result = installHooks(before, hooks);
  if (!result.ok) throw new Error(result.message);
  return result.text;
}

function uninstall(before: string): string {
  const result = uninstallHooks(before);
  if (!result.ok) throw new Error(result.message);
  return result.text;
}

function ours(text: string) {
  const result = readHooks(text);
  if (!result.ok) throw new Error(result.message);
  return result.hooks;
}

const other = '{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo hi" }] }';

describe('install', () => {
  test('writes whole settings where there were none', () => {
    for (const before of ['', '\n', '{}', '{}\n']) {
      const after = install(before);
      expect(Object.keys(JSON.parse(after).hooks)).toEqual(wanted.map(({ event }) => event));
      expect(after).toContain('{\n  "hooks": {\n    "SessionStart": [\n      {\n        "hooks": [\n          {\n');
    }
  });

  test('adds lines and touches no other', () => {
    const before = `{\n    "model": "opus",\n    "hooks": {\n        "Stop": [${other}]\n    },\n    "big": 12345678901234567890, "a": 1.0\n}\n`;
    const after = install(before);
    const added = after.split('\n').filter((line) => !before.split('\n').includes(line));
    expect(after).toContain('"big": 12345678901234567890, "a": 1.0\n}\n');
    expect(JSON.parse(after).hooks.Stop).toHaveLength(2);
    expect(JSON.parse(after).hooks.Stop[0]).toEqual(JSON.parse(other));
    expect(added.some((line) => line.startsWith('            '))).toBe(true);
    expect(uninstall(after)).toBe(before);
  });

  test('is idempotent, whatever the order in which ours stand', () => {
    const once = install('{"model":"opus"}');
    expect(install(once)).toBe(once);
    const reversed = install('{}', wanted.toReversed());
    expect(install(reversed)).toBe(reversed);
  });

  test('replaces ours of another state directory, or of another form', () => {
    const old = install(
      `{ "hooks": { "Stop": [${other}] } }`,
      hooksFor(
        { scriptPath: '/old place/beckon-hook.sh', endpointPath: '/s/hook-endpoint' },
        { hasLaterEvents: false },
      ),
    );
    const after = install(old);
    expect(ours(after)).toEqual(expect.arrayContaining(wanted));
    expect(ours(after)).toHaveLength(wanted.length);
    expect(after).not.toContain('/old place/');
    expect(after).toContain(other);
  });

  test.each([
    ['a comment', '{\n  // mine\n  "a": 1\n}', 'It has a comment, which JSON does not allow, in line 2.'],
    ['a block comment', '/* mine */ {}', 'It has a comment, which JSON does not allow, in line 1.'],
    ['a trailing comma', '{\n "a": 1,\n}', 'It is not valid JSON in line 3.'],
    ['half a file', '{ "a": ', 'It is not valid JSON in line 1.'],
    ['a list', '[]', 'It does not hold an object.'],
    ['hooks that are none', '{"hooks": []}', 'Its “hooks” are not an object.'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', 'Its hooks for Stop are not a list.'],
    ['hooks twice', '{"hooks": {}, "hooks": {}}', 'It has “hooks” twice.'],
    ['an event twice', '{"hooks": {"Stop": [], "Stop": []}}', 'It has “Stop” twice.'],
    ['bottomless nesting', `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'It is nested too deeply.'],
  ])('refuses %s with a sentence', (_name, before, message) => {
    expect(installHooks(before, wanted)).toEqual({ ok: false, message });
    expect(uninstallHooks(before)).toEqual({ ok: false, message });
  });

  test('keeps line ends, tabs, a byte order mark, and a file in one line', () => {
    const windows = '{\r\n\t"model": "opus"\r\n}\r\n';
    expect(install(windows)).not.toMatch(/[^\r]\n/);
    expect(install(windows)).toContain('\r\n\t"hooks": {\r\n\t\t"SessionStart"');
    expect(install('\uFEFF{"a":1}').startsWith('\uFEFF{"a":1,"hooks":{')).toBe(true);
    expect(install('{"a":1}')).not.toContain('\n');
  });
});

describe('uninstall', () => {
  test('takes ours out of a group that others share', () => {
    const [mine] = hooksFor(
      { scriptPath: '/x/beckon-hook.sh', endpointPath: '/s/hook-endpoint' },
      { hasLaterEvents: false },
    );
    const own = JSON.stringify({ type: 'command', command: mine!.command, timeout: 5 });
    const before = `{"hooks":{"SessionStart":[{"hooks":[${own},{"type":"command","command":"a"},${own}]}]}}`;
    expect(uninstall(before)).toBe('{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"a"}]}]}}');
  });

  test('leaves commands that only look like ours', () => {
    const before = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/x/beckon-hooks Stop"}]}]}}';
    expect(uninstall(before)).toBe(before);
  });
});

const json = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown);
const hook = fc.record({ type: fc.constant('command'), command: fc.string() });
const group = fc.record({ matcher: fc.string(), hooks: fc.array(hook) }, { requiredKeys: ['hooks'] });
const eventName = fc.constantFrom('Stop', 'PreToolUse', 'SessionEnd', 'Setup');
const settings = fc
  .tuple(
    fc.dictionary(fc.string(), json),
    fc.option(fc.dictionary(eventName, fc.array(group, { minLength: 1 }), { minKeys: 1 })),
  )
  .map(([others, hooks]) => ({ ...others, ...(hooks && { hooks }) }))
  .filter((value) => Object.keys(value).length > 0);
const indent = fc.constantFrom(undefined, 1, 2, 4, '\t');

describe('for any settings', () => {
  test('what is put in and taken out again leaves the file as it was, byte for byte', () => {
    fc.assert(
      fc.property(settings, indent, (value, space) => {
        const before = JSON.stringify(value, null, space);
        const after = install(before);
        expect(uninstall(after)).toBe(before);
        expect(install(after)).toBe(after);
        expect(ours(after)).toHaveLength(wanted.length);
      }),
    );
  });

  test('nothing else of their meaning changes', () => {
    fc.assert(
      fc.property(settings, indent, (value, space) => {
        const { hooks = {}, ...others } = JSON.parse(install(JSON.stringify(value, null, space))) as typeof value;
        const { hooks: hooksBefore = {}, ...othersBefore } = JSON.parse(JSON.stringify(value)) as typeof value;
        expect(others).toEqual(othersBefore);
        for (const [event, groups] of Object.entries(hooksBefore)) {
          const mine = wanted.some((one) => one.event === event) ? 1 : 0;
          const now = (hooks as Record<string, unknown[]>)[event];
          expect(now?.slice(0, now.length - mine)).toEqual(groups);
        }
      }),
    );
  });
});
