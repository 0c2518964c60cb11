import { symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { unreadMessages } from './keptMessages.ts';

const [first, second, third] = [
  'a2b0e5c4-1f0e-4f9a-8f63-1d1f6f0c9f01',
  'a2b0e5c4-1f0e-4f9a-8f63-1d1f6f0c9f02',
  'a2b0e5c4-1f0e-4f9a-8f63-1d1f6f0c9f03',
] as const;

/** As Claude Code 2.1.325 writes them. */
const begunWith = (uuid: string) => ({ type: 'user', uuid, message: { role: 'user', content: 'go' } });
const takenIn = (id: string) => ({
  type: 'attachment',
  uuid: '5e5d8c0f-7a43-4b4e-9f0f-0c0a3f5f3b10',
  attachment: { type: 'queued_command', prompt: 'and hurry', source_uuid: id, commandMode: 'prompt' },
});
const queued = { type: 'queue-operation', operation: 'enqueue', content: 'and hurry' };

async function unreadIn(lines: readonly unknown[], mostBytes?: number): Promise<string[]> {
  using folder = tempFolder();
  const path = folder.at('t.jsonl');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  // Awaited here: the folder goes with the function.
  return await unreadMessages(path, [first, second, third], mostBytes);
}

test.each<[string, unknown[], string[]]>([
  ['nothing', [], [first, second, third]],
  ['one that began the turn', [begunWith(first)], [second, third]],
  ['one that was taken in on the way', [begunWith(first), queued, queued, takenIn(second)], [third]],
  ['all', [begunWith(first), takenIn(third), begunWith(second)], []],
  ['two that began a turn together', [{ ...begunWith(second), mergedSendUuids: [first, second] }], [third]],
  ['one only as the parent of another', [{ type: 'assistant', uuid: 'x', parentUuid: first }], [first, second, third]],
  ['one in the words of another', [{ ...begunWith('x'), message: { content: first } }], [first, second, third]],
  ['half a line of one', [begunWith(first), JSON.stringify(takenIn(second)).slice(0, -9)], [second, third]],
  ['nonsense', [first, '{}', 'null', `{"type":"user","uuid":["${second}"]}`], [first, second, third]],
])('a transcript that holds %s', async (_, lines, unread) => {
  expect(await unreadIn(lines)).toEqual(unread);
});

test('of a conversation that was never kept nothing was read; of one that cannot be read nobody knows', async () => {
  using folder = tempFolder();
  expect(await unreadMessages(folder.at('none.jsonl'), [first])).toEqual([first]);
  writeFileSync(folder.at('elsewhere.jsonl'), JSON.stringify(begunWith(second)));
  symlinkSync(folder.at('elsewhere.jsonl'), folder.at('link.jsonl'));
  expect(await unreadMessages(folder.at('link.jsonl'), [first])).toEqual([]);
  expect(await unreadMessages(folder.path, [first])).toEqual([]);
});

describe('a long transcript', () => {
  const long = { type: 'assistant', uuid: 'x', message: { content: 'x'.repeat(600_000) } };

  test('is read as far back as the first of them', async () => {
    expect(await unreadIn([long, begunWith(first), takenIn(second)])).toEqual([third]);
    expect(await unreadIn([begunWith(first), long, takenIn(second), long])).toEqual([third]);
  });

  test('is read on where the first is there only as the parent of another', async () => {
    const child = { type: 'assistant', uuid: 'y', parentUuid: first };
    expect(await unreadIn([begunWith(first), long, child, takenIn(second)])).toEqual([third]);
  });

  test('says nothing of them where it would have to be read too far', async () => {
    expect(await unreadIn([begunWith(first), long, long, takenIn(second)], 600_000)).toEqual([]);
    expect(await unreadIn([long, long, begunWith(first)], 600_000)).toEqual([second, third]);
  });
});
