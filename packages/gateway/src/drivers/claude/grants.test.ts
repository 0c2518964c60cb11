// Finding and removing what was granted, in real files of a real folder.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { PermissionSuggestion } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { findGrant, removeGrant } from './grants.ts';

type Place = 'localSettings' | 'projectSettings' | 'userSettings' | 'session';

function allow(rule: string, destination: Place = 'localSettings'): PermissionSuggestion {
  return { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: rule }], behavior: 'allow', destination };
}

function stage() {
  const folder = tempFolder();
  mkdirSync(folder.at('work/.claude'), { recursive: true });
  mkdirSync(folder.at('home/.claude'), { recursive: true });
  const where = { env: { HOME: folder.at('home') }, cwd: folder.at('work') };
  const local = folder.at('work/.claude/settings.local.json');
  return { folder, where, local, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const kept = '{"permissions":{"allow":["Bash(make)","Bash(ls)"]}}';

test.each<[Place, string]>([
  ['localSettings', 'work/.claude/settings.local.json'],
  ['projectSettings', 'work/.claude/settings.json'],
  ['userSettings', 'home/.claude/settings.json'],
])('a rule for %s is kept in %s, and goes from there alone, the mode of the file kept', async (place, path) => {
  using house = stage();
  const file = house.folder.at(path);
  expect(await findGrant(allow('make', place), house.where)).toEqual({ state: 'gone' });
  writeFileSync(file, kept);
  chmodSync(file, 0o640);
  expect(await findGrant(allow('make', place), house.where)).toEqual({ state: 'kept', file });
  await removeGrant(allow('make', place), house.where);
  expect(readFileSync(file, 'utf8')).toBe('{"permissions":{"allow":["Bash(ls)"]}}');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(await findGrant(allow('make', place), house.where)).toEqual({ state: 'gone' });
  // There is nothing left to do.
  await removeGrant(allow('make', place), house.where);
});

test('the rule is the one that its person has changed, where they have', async () => {
  using house = stage();
  writeFileSync(house.local, kept);
  const editable = { toolName: 'Bash', rule: 'rm *', place: 'session', places: [] };
  const edited = { ...allow('rm *', 'session'), editable, edited: { rule: 'make', place: 'localSettings' } };
  expect(await findGrant(edited, house.where)).toEqual({ state: 'kept', file: house.local });
});

test('what only its agent knows stands in no file, and cannot be removed from one', async () => {
  using house = stage();
  expect(await findGrant(allow('make', 'session'), house.where)).toEqual({ state: 'session' });
  await expect(removeGrant(allow('make', 'session'), house.where)).rejects.toMatchObject({ code: 'not_supported' });
});

test.each<[string, (house: ReturnType<typeof stage>) => void]>([
  ['no JSON', ({ local }) => writeFileSync(local, `${kept},`)],
  ['a list that is none', ({ local }) => writeFileSync(local, '{"permissions":{"allow":{"Bash(make)":1}}}')],
  ['no text', ({ local }) => writeFileSync(local, Buffer.from([0xff, 0xfe, 0x00]))],
  ['a folder', ({ local }) => mkdirSync(local)],
  ['too large', ({ local }) => writeFileSync(local, `${kept}${' '.repeat(1_100_000)}`)],
])('a file that is %s gets a sentence, and is left as it is', async (_, put) => {
  using house = stage();
  put(house);
  const before = readdirSync(house.folder.at('work/.claude'));
  expect(await findGrant(allow('make'), house.where)).toMatchObject({ state: 'unreadable', file: house.local });
  await expect(removeGrant(allow('make'), house.where)).rejects.toThrow('was left as it is');
  expect(readdirSync(house.folder.at('work/.claude'))).toEqual(before);
});

test.each<[string, (house: ReturnType<typeof stage>, elsewhere: string) => void]>([
  ['a link', ({ local }, elsewhere) => symlinkSync(elsewhere, local)],
  ['another name of a file elsewhere', ({ local }, elsewhere) => linkSync(elsewhere, local)],
])('%s in a folder is not written through', async (_, put) => {
  using house = stage();
  const elsewhere = house.folder.at('home/elsewhere.json');
  writeFileSync(elsewhere, kept);
  put(house, elsewhere);
  await expect(removeGrant(allow('make'), house.where)).rejects.toThrow('was left as it is');
  expect(readFileSync(elsewhere, 'utf8')).toBe(kept);
});

test('a link that its person keeps their own settings behind stays one', async () => {
  using house = stage();
  const dotfiles = house.folder.at('dotfiles.json');
  writeFileSync(dotfiles, kept);
  symlinkSync(dotfiles, house.folder.at('home/.claude/settings.json'));
  await removeGrant(allow('make', 'userSettings'), house.where);
  expect(readFileSync(house.folder.at('home/.claude/settings.json'), 'utf8')).not.toContain('make');
  expect(readFileSync(dotfiles, 'utf8')).toBe('{"permissions":{"allow":["Bash(ls)"]}}');
});

test('rules that are removed at the same time all go, and the file stays whole', async () => {
  using house = stage();
  const rules = Array.from({ length: 10 }, (_, number) => `make ${number}`);
  const allowed = [...rules.map((rule) => `Bash(${rule})`), 'Bash(ls)'];
  writeFileSync(house.local, JSON.stringify({ permissions: { allow: allowed } }));
  await Promise.all(rules.map((rule) => removeGrant(allow(rule), house.where)));
  expect(JSON.parse(readFileSync(house.local, 'utf8'))).toEqual({ permissions: { allow: ['Bash(ls)'] } });
  expect(readdirSync(house.folder.at('work/.claude'))).toEqual(['settings.local.json']);
});

test('one that fails keeps none that follows from being removed', async () => {
  using house = stage();
  writeFileSync(house.local, kept);
  const failing = removeGrant(allow('make', 'session'), house.where);
  const following = removeGrant(allow('make'), house.where);
  await expect(failing).rejects.toMatchObject({ code: 'not_supported' });
  await following;
  expect(await findGrant(allow('make'), house.where)).toEqual({ state: 'gone' });
});
