import { expect, test } from 'vitest';
import { hooksFor, knowsLaterEvents } from '../drivers/terminal/hooks/hookCommand.ts';
import { describeHooks, type HooksSituation } from './hooksStatus.ts';

const program = { scriptPath: '/b/beckon-hook.sh', endpointPath: '/s/hook-endpoint' };
const hooks = hooksFor(program, { hasLaterEvents: false });
const good: HooksSituation = {
  settingsPath: '/s.json',
  program,
  settings: { ok: true, hooks, isDisabled: false },
  gateway: { pid: 1, url: 'http://127.0.0.1:4517' },
  lastHook: { event: 'Stop', at: 1000 },
  now: 91_000,
};

test.each<[string, Partial<HooksSituation>, RegExp]>([
  [
    'installed',
    {},
    /^Hooks: +installed in \/s\.json \(9 events\)\nGateway: +runs at .*4517\nLast hook: Stop, 1 minute ago$/,
  ],
  ['not installed', { settings: { ok: true, hooks: [], isDisabled: false } }, /not installed.*beckon hooks install/],
  [
    'installed for another folder',
    { program: { ...program, endpointPath: '/other/hook-endpoint' } },
    /not as they should be/,
  ],
  ['half installed', { settings: { ok: true, hooks: hooks.slice(1), isDisabled: false } }, /not as they should be/],
  ['switched off', { settings: { ok: true, hooks, isDisabled: true } }, /disableAllHooks/],
  ['unreadable', { settings: { ok: false, message: 'It is broken.' } }, /cannot be told\. \/s\.json: It is broken\./],
  ['without a gateway', { gateway: undefined }, /does not run/],
  ['never used', { lastHook: undefined }, /none has arrived yet/],
  ['just used', { now: 500 }, /Stop, 0 seconds ago/],
])('status says that hooks are %s', (_name, change, expected) => {
  expect(describeHooks({ ...good, ...change }).join('\n')).toMatch(expected);
});

test.each([
  ['2.1.325 (Claude Code)\n', true],
  ['2.1.324', false],
  ['2.2.0', true],
  ['10.0.0', true],
  ['1.9.999', false],
  ['', false],
  ['command not found', false],
])('a claude that says %j knows our later events: %s', (version, expected) => {
  expect(knowsLaterEvents(version)).toBe(expected);
});
