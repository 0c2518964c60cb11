// Edits that the real agent asks about, on the SDK and in a terminal: what is shown of the file is what approving makes of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { call, say } from '@beckon/demo-model';
import { applySections, openAsks } from '@beckon/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession, type StagedSession } from '../support/stagedSession.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const text = `${lines.join('\n')}\n`;

describe.each(['sdk', 'terminal'] as const)('%s', (driver) => {
  let session: StagedSession;
  beforeAll(async () => {
    session = await beginSession(stage, { driver });
  });
  afterAll(() => session[Symbol.asyncDispose]());

  const path = () => stage.folder.at(`work/${driver}.txt`);
  const edit = (old_string: string, new_string: string) => call('Edit', { file_path: path(), old_string, new_string });

  test.each([
    ['a line in the middle', text, () => edit('line 10', 'line ten'), 'line 7\n'],
    ['a line that goes', text, () => edit('line 20', ''), 'line 17\n'],
    ['the end, without a line break', text.trimEnd(), () => edit('line 30', 'the end'), 'line 27\n'],
    ['lines that end as on Windows', text.replaceAll('\n', '\r\n'), () => edit('line 5', 'five'), 'line 2\n'],
    [
      'a file that is written anew',
      text,
      () => call('Write', { file_path: path(), content: text.replace('line 15', 'fifteen') }),
      'line 12\n',
    ],
  ])('%s', async (_, before, change, above) => {
    writeFileSync(path(), before);
    // The agent edits only what it has read.
    await session.play(
      { blocks: [call('Read', { file_path: path() })] },
      { blocks: [change()] },
      { blocks: [say('Done.')] },
    );
    const ask = await session.watcher.nextAsk();
    expect(ask.file).toMatchObject({ path: path(), found: 'text' });
    const { sections = [], hasCrlf } = ask.file ?? {};
    expect(sections).toHaveLength(1);
    expect(sections[0]?.before.startsWith(above)).toBe(true);
    await stage.transport.answer(ask.id, { type: 'approve' });
    await session.watcher.until(() => session.watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
    const after = readFileSync(path(), 'utf8');
    const plain = (content: string) => (hasCrlf ? content.replaceAll('\r\n', '\n') : content);
    expect(applySections(plain(before), sections)).toBe(plain(after));
    await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  });

  test('a file that somebody changes meanwhile is shown as it is, and approved only then', async () => {
    writeFileSync(path(), text);
    await session.play(
      { blocks: [call('Read', { file_path: path() })] },
      { blocks: [edit('line 10', 'line ten')] },
      { blocks: [say('Done.')] },
    );
    const { id, toolCallId } = await session.watcher.nextAsk();
    writeFileSync(path(), `above\n${text}`);
    const refused: unknown = await stage.transport.answer(id, { type: 'approve' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'file_changed', status: 409 });
    const file = await session.watcher.until((view) => {
      const shown = openAsks(view).find((ask) => ask.id === id)?.file;
      return shown?.changedAt === undefined ? undefined : shown;
    });
    expect(file.sections).toMatchObject([{ line: 8 }]);
    expect(readFileSync(path(), 'utf8')).toBe(`above\n${text}`);
    await stage.transport.answer(id, { type: 'approve', fileVersion: file.version ?? '' });
    await session.watcher.until(() => session.watcher.stepsOf(toolCallId).at(-1) === 'settled');
    await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  });

  test('it is told why the agent asks, as the SDK says it or the terminal shows it', async () => {
    const nested = call('Bash', { command: 'echo $(cat none.txt)', description: 'A test' });
    await session.play({ blocks: [nested] }, { blocks: [say('Done.')] });
    const { id, toolCallId } = await session.watcher.nextAsk();
    const reason = await session.watcher.until((view) => openAsks(view).find((ask) => ask.id === id)?.reason);
    expect(reason).toMatch(/command/i);
    await stage.transport.answer(id, { type: 'deny' });
    await session.watcher.until(() => session.watcher.stepsOf(toolCallId).at(-1) === 'settled');
    await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  });

  test('a new file is said to be one', async () => {
    const made = stage.folder.at(`work/new-${driver}.txt`);
    await session.play(
      { blocks: [call('Write', { file_path: made, content: 'Hello.\n' })] },
      { blocks: [say('Done.')] },
    );
    const ask = await session.watcher.nextAsk();
    const sections = [{ line: 1, before: '', after: 'Hello.\n' }];
    expect(ask.file).toMatchObject({
      path: made,
      found: 'nothing',
      version: 'nothing',
      lines: { removed: 0 },
      sections,
    });
    await stage.transport.answer(ask.id, { type: 'deny' });
    await session.watcher.until(() => session.watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  });
});
