import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../tests/support/tempFolder.ts';
import { defaultSettingsPath } from './defaultSettingsPath.ts';
import { readSettingsFile, replaceSettingsFile } from './hooksFile.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const path = () => folder.at('settings.json');
const now = new Date('2030-01-02T03:04:05.678Z');

describe('a settings file', () => {
  test('is replaced with its mode kept and a backup beside it', () => {
    writeFileSync(path(), '{"a":1}');
    chmodSync(path(), 0o640);
    const backup = replaceSettingsFile(readSettingsFile(path()), '{"b":2}', now);
    expect(backup).toBe(`${path()}.beckon-backup-2030-01-02T03-04-05-678Z`);
    expect(readFileSync(backup!, 'utf8')).toBe('{"a":1}');
    expect(readFileSync(path(), 'utf8')).toBe('{"b":2}');
    expect(statSync(path()).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder.path)).toHaveLength(2);
  });

  test('is made, with its folder, where there is none', () => {
    const fresh = folder.at('new/.claude/settings.json');
    expect(replaceSettingsFile(readSettingsFile(fresh), '{}')).toBeUndefined();
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
  });

  test('behind a link is changed where it is, and the link stays', () => {
    mkdirSync(folder.at('dotfiles'));
    writeFileSync(folder.at('dotfiles/claude.json'), 'old');
    symlinkSync(folder.at('dotfiles/claude.json'), path());
    replaceSettingsFile(readSettingsFile(path()), 'new', now);
    expect(lstatSync(path()).isSymbolicLink()).toBe(true);
    expect(readFileSync(folder.at('dotfiles/claude.json'), 'utf8')).toBe('new');
    expect(readdirSync(folder.at('dotfiles'))).toEqual(['claude.json']);
  });

  test('that changed meanwhile is left alone', () => {
    writeFileSync(path(), 'old');
    const file = readSettingsFile(path());
    writeFileSync(path(), 'newer');
    expect(() => replaceSettingsFile(file, 'ours')).toThrow(/changed meanwhile/);
    expect(readFileSync(path(), 'utf8')).toBe('newer');
    expect(readdirSync(folder.path)).toEqual(['settings.json']);
  });

  test('that is a FIFO, a folder, a device or enormous is refused, at once', () => {
    execFileSync('mkfifo', [path()]);
    expect(() => readSettingsFile(path())).toThrow(/is not a file/);
    expect(() => readSettingsFile(folder.path)).toThrow(/is not a file/);
    expect(() => readSettingsFile('/dev/zero')).toThrow(/is not a file/);
    writeFileSync(folder.at('big'), Buffer.alloc(11 * 1024 * 1024));
    expect(() => readSettingsFile(folder.at('big'))).toThrow(/too large/);
  });
});

test('is found where Claude Code looks', () => {
  expect(defaultSettingsPath({ CLAUDE_CONFIG_DIR: '/c' })).toBe('/c/settings.json');
  expect(defaultSettingsPath({})).toMatch(/\/\.claude\/settings\.json$/);
});
