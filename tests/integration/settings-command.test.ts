// What is kept for all devices, from a terminal: the built program against a running gateway.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Beckon } from '../support/beckon.ts';
import { startBeckon } from '../support/beckon.ts';
import { runBeckon } from '../support/commandLine.ts';

let gateway: Beckon;
beforeAll(async () => {
  gateway = await startBeckon();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const settings = (...args: string[]) => {
  const env = { PATH: process.env['PATH'], HOME: gateway.stateDir, BECKON_STATE_DIR: gateway.stateDir };
  return runBeckon(['settings', ...args], { env });
};

test('settings are listed, read and set one by one, for every client', async () => {
  expect((await settings()).stdout).toContain('theme = system  the theme is “system”\n');
  expect(JSON.parse((await settings('--json')).stdout)).toEqual(await gateway.transport.getSettings());
  for (const [name, value, kept] of [
    ['theme', 'dark', 'dark'],
    ['answerDelaySeconds', '3', 3],
    ['askLimitMinutes', '0', 0],
    ['sandbox', 'true', true],
    ['sandbox', 'false', false],
    ['permissionMode', 'plan', 'plan'],
    ['permissionMode', 'default', null],
    ['model', 'opus', 'opus'],
    ['model', 'default', null],
    ['callReminders', 'false', false],
    ['quietHours', 'default', null],
  ] as const) {
    expect(await settings('set', name, value)).toMatchObject({ code: 0, stderr: '' });
    expect(await gateway.transport.getSettings()).toMatchObject({ [name]: kept });
    expect((await settings('get', name)).stdout).toBe(`${value}\n`);
    expect(JSON.parse((await settings('get', name, '--json')).stdout)).toEqual({ [name]: kept });
  }
});

test('quiet hours are set for where they are typed', async () => {
  const quietHours = { from: '22:00', to: '07:00' };
  expect(await settings('set', 'quietHours', '22:00-07:00')).toMatchObject({ code: 0, stderr: '' });
  expect(await gateway.transport.getSettings()).toMatchObject({ quietHours });
  expect((await settings('get', 'quietHours')).stdout).toBe('22:00-07:00\n');
});

test('a name or a value that is none gets a sentence and changes nothing', async () => {
  const before = await gateway.transport.getSettings();
  for (const [args, words] of [
    [['get', 'colour'], 'There is no setting “colour”'],
    [['set', 'constructor', 'x'], 'There is no setting “constructor”'],
    [['set', 'theme', 'pink'], '“theme” cannot be “pink”. It is one of: system, light, dark.'],
    [['set', 'askLimitMinutes', 'soon'], 'a number of minutes'],
    [['set', 'quietHours', '25:00-07:00'], 'It is such as: default, 22:00-07:00.'],
    [['set', 'sandbox', ''], '“sandbox” cannot be “”'],
    [['set', 'permissionMode', 'bypassPermissions'], 'bypassPermissions'],
  ] as const) {
    const { code, stderr } = await settings(...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) as string });
  }
  expect(await gateway.transport.getSettings()).toEqual(before);
});
