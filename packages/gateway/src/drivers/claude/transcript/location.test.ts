import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import { projectsFolder } from '../../claudeFolder.ts';
import { projectFolderName, transcriptPath } from '../../transcriptPath.ts';
import { namedTranscript, subagentsFolder } from './location.ts';

const sessionId = '6ab06f87-9de3-45ed-91b2-23005eb2afc2';

describe('where a transcript is', () => {
  test('below HOME, unless the user keeps Claude’s files elsewhere', () => {
    expect(projectsFolder({ HOME: '/home/ann' })).toBe('/home/ann/.claude/projects');
    expect(projectsFolder({ HOME: '/home/ann', CLAUDE_CONFIG_DIR: '/config' })).toBe('/config/projects');
    expect(transcriptPath('/p', { cwd: '/a/b.c', sessionId })).toBe(`/p/-a-b-c/${sessionId}.jsonl`);
    expect(subagentsFolder(`/p/-a/${sessionId}.jsonl`)).toBe(`/p/-a/${sessionId}/subagents`);
  });

  // Each measured with the CLI 2.1.325.
  test.each([
    ['/t/sp ace', '-t-sp-ace'],
    ['/t/under_score', '-t-under-score'],
    ['/t/UPPER.dot', '-t-UPPER-dot'],
    ['/t/uni-é漢字😀', '-t-uni------'],
    ['/t/e\u0301', '-t-e-'],
    ['/t/quo\'te"d;$(x)', '-t-quo-te-d---x-'],
    ['/t/new\nline\\', '-t-new-line-'],
    ['/t/-lead', '-t--lead'],
    [`/${'x'.repeat(199)}`, `-${'x'.repeat(199)}`],
  ])('%j is kept under %j', (cwd, name) => {
    expect(projectFolderName(cwd)).toBe(name);
  });

  test('a long path is cut and made unique by the CLI’s hash of all of it', () => {
    const cwd = `/${'a'.repeat(150)}/${'b'.repeat(150)}`;
    expect(projectFolderName(cwd)).toBe(`-${'a'.repeat(150)}-${'b'.repeat(48)}-q7tmrk`);
  });
});

describe('a path from outside', () => {
  let folder: TempFolder;
  let projects: string;
  let project: string;
  beforeAll(() => {
    folder = tempFolder();
    projects = folder.at('projects');
    project = join(projects, '-project');
    mkdirSync(project, { recursive: true });
    mkdirSync(folder.at('elsewhere'));
    writeFileSync(join(project, `${sessionId}.jsonl`), '');
    writeFileSync(join(folder.at('elsewhere'), `${sessionId}.jsonl`), '');
    symlinkSync(folder.at('elsewhere'), join(projects, '-linked'));
    symlinkSync(projects, folder.at('way-in'));
  });
  afterAll(() => folder[Symbol.dispose]());

  const other = (first: string) => `${first}${sessionId.slice(1)}.jsonl`;

  test('a plain file in a project’s folder is taken, by its real path', async () => {
    const path = join(project, `${sessionId}.jsonl`);
    expect(await namedTranscript(path, projects)).toEqual({ path, sessionId });
    expect(await namedTranscript(path.replace('/projects/', '/way-in/'), projects)).toEqual({ path, sessionId });
    expect(await namedTranscript(path, folder.at('way-in'))).toEqual({ path, sessionId });
  });

  test('so is one that is yet to come, even if its folder is', async () => {
    for (const path of [join(project, other('1')), join(projects, '-new', other('1'))]) {
      expect(await namedTranscript(path, projects)).toMatchObject({ path });
    }
  });

  test('links, pipes, folders and everything outside are not', async () => {
    symlinkSync(join(project, `${sessionId}.jsonl`), join(project, other('2')));
    execFileSync('mkfifo', [join(project, other('3'))]);
    mkdirSync(join(project, other('4')));
    mkdirSync(join(project, 'deeper'));
    const refused = [
      join(project, other('2')),
      join(project, other('3')),
      join(project, other('4')),
      join(project, 'deeper', other('1')),
      join(projects, other('1')),
      join(projects, '-linked', `${sessionId}.jsonl`),
      join(folder.at('elsewhere'), `${sessionId}.jsonl`),
      `${project}/../../elsewhere/${sessionId}.jsonl`,
      `${project}/./${sessionId}.jsonl`,
      join(project, 'not-a-uuid.jsonl'),
      join(project, `${sessionId}.json`),
      join(project, `${sessionId}.jsonl\0`),
      `projects/-project/${sessionId}.jsonl`,
      `${project}/${'x'.repeat(5000)}/${sessionId}.jsonl`,
      '',
      undefined,
      7,
      { path: project },
    ];
    for (const path of refused) expect([path, await namedTranscript(path, projects)]).toEqual([path, undefined]);
  });
});
