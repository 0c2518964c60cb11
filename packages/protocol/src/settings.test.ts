import { describe, expect, test } from 'vitest';
import { defaultSettings, readKeptSettings, SettingName, settingText, UpdateSettings } from './settings.ts';

describe('a change of the settings', () => {
  test.each<[change: Record<string, unknown>]>([
    [{ theme: 'dark' }],
    [{ answerDelaySeconds: 3 }],
    [{ askLimitMinutes: 0 }],
    [{ askLimitMinutes: 0.5 }],
    [{ permissionMode: null, model: null }],
    [{ permissionMode: 'acceptEdits', model: 'claude-opus-4-1[1m]' }],
    [{ whenUnanswered: 'deny', sandbox: true }],
    [{ quietHours: null, callReminders: false }],
    [{ quietHours: { from: '22:00', to: '07:30', timeZone: 'America/New_York' } }],
  ])('%o is taken as it is', (change) => {
    expect(UpdateSettings.parse(change)).toEqual(change);
  });

  test.each<[change: unknown]>([
    [{}],
    [{ unknown: true }],
    [null],
    [[]],
    ['theme'],
    [{ theme: 'pink' }],
    [{ theme: null }],
    [{ answerDelaySeconds: 4 }],
    [{ answerDelaySeconds: '3' }],
    [{ answerDelaySeconds: -3 }],
    [{ askLimitMinutes: -1 }],
    [{ askLimitMinutes: Number.NaN }],
    [{ askLimitMinutes: Number.POSITIVE_INFINITY }],
    [{ askLimitMinutes: 1e9 }],
    [{ askLimitMinutes: '10' }],
    [{ whenUnanswered: 'approve' }],
    [{ permissionMode: '--dangerously-skip-permissions' }],
    [{ permissionMode: '' }],
    [{ model: '--settings' }],
    [{ model: 'a b' }],
    [{ sandbox: 'yes' }],
    [{ quietHours: { from: '24:00', to: '07:30', timeZone: 'UTC' } }],
    [{ quietHours: { from: '22:00', to: '07:30', timeZone: 'Atlantis' } }],
    [{ quietHours: { from: '22:00', to: '07:30' } }],
  ])('%o is refused', (change) => {
    expect(UpdateSettings.safeParse(change).success).toBe(false);
  });
});

test('what was kept and cannot be read is as if it had never been set, and the rest holds', () => {
  const kept = { sandbox: true, theme: 'sepia', askLimitMinutes: 'soon', model: 'opus', of: 'a later version' };
  expect(readKeptSettings(kept)).toEqual({ ...defaultSettings, sandbox: true, model: 'opus' });
});

test('every setting has words, set or not', () => {
  const set = {
    sandbox: true,
    permissionMode: 'plan',
    model: 'opus',
    askLimitMinutes: 5,
    whenUnanswered: 'deny',
    answerDelaySeconds: 3,
    theme: 'dark',
    quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    callReminders: false,
    searchIndex: false,
    searchLeavesOut: ['/home/ana/private'],
  } satisfies UpdateSettings;
  for (const name of SettingName.options) {
    expect(settingText(name, set)).not.toBe(settingText(name, defaultSettings));
  }
});
