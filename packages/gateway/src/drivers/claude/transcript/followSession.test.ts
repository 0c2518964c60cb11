import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tempFolder, type TempFolder } from '../../../../../../tests/support/tempFolder.ts';
import type { AgentEvent } from '../../driver.ts';
import { followSession } from './followSession.ts';

/** A session whose subagent has a subagent, as the CLI 2.1.325 wrote it. */
const captured = fileURLToPath(new URL('fixtures/nested', import.meta.url));
const name = '55555555-5555-4555-8555-555555555555';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder[Symbol.dispose]());

function follow() {
  const events: AgentEvent[] = [];
  const troubles: string[] = [];
  const session = followSession(folder.at(`${name}.jsonl`), {
    onTold: (told) => events.push(...told.events),
    onTrouble: (sentence) => troubles.push(sentence),
  });
  return { events, troubles, session };
}

/** The texts that were told, each with the call of the subagent that wrote it. */
function texts(events: AgentEvent[]) {
  const authors = new Map(
    events.flatMap((event) => (event.type === 'message_start' ? [[event.data.id, event.data.parentToolCallId]] : [])),
  );
  return events
    .flatMap((event) => (event.type === 'text_delta' ? [[event.data.text, authors.get(event.data.messageId)]] : []))
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
}

const outer = 'toolu_demo_350acf6e864152d618f6';
const inner = 'toolu_demo_fad7053d2f4e2008e5b8';
const all = [
  ['All done.', undefined],
  ['Inner done.', inner],
  ['Mid done.', outer],
];

test('subagents’ transcripts are read under the calls that started them, also those of their own subagents', async () => {
  cpSync(captured, folder.path, { recursive: true });
  const { events, session } = follow();
  await session.caughtUp();
  await session.close();
  expect(texts(events)).toEqual(all);
  expect(session.reader.danglingToolCalls()).toEqual([]);
});

test('they are found as they appear, in whatever order their files do', async () => {
  const { events, session } = follow();
  const files = readdirSync(captured, { recursive: true, encoding: 'utf8' }).filter((file) => file.includes('.json'));
  for (const file of files.toSorted().toReversed()) {
    cpSync(join(captured, file), folder.at(file));
    await session.caughtUp();
  }
  await session.caughtUp();
  expect(texts(events)).toEqual(all);
  await session.close();
});

test('a subagent that is taken up again goes on where it was read to, however many there were since', async () => {
  cpSync(captured, folder.path, { recursive: true });
  const subagents = folder.at(`${name}/subagents`);
  const [agent = ''] = readdirSync(subagents).filter((file) => file.endsWith('.jsonl'));
  const { events, session } = follow();
  await session.caughtUp();
  for (let index = 0; index < 20; index++) {
    writeFileSync(join(subagents, `agent-${index}.meta.json`), JSON.stringify({ toolUseId: `t${index}` }));
    writeFileSync(join(subagents, `agent-${index}.jsonl`), line(`Hi ${index}.`));
  }
  await session.caughtUp();
  appendFileSync(join(subagents, agent), line('Again.'));
  await session.caughtUp();
  await session.close();
  expect(events.filter(({ type }) => type === 'text_delta')).toHaveLength(3 + 20 + 1);
});

test('files that lie about themselves are left alone', async () => {
  cpSync(captured, folder.path, { recursive: true });
  const subagents = folder.at(`${name}/subagents`);
  writeFileSync(folder.at('secret'), line('Secret.'));
  symlinkSync(folder.at('secret'), join(subagents, 'agent-b1.jsonl'));
  writeFileSync(join(subagents, 'agent-b1.meta.json'), '{"toolUseId":"t"}');
  writeFileSync(join(subagents, 'agent-b2.meta.json'), '{"toolUseId":{}}');
  writeFileSync(join(subagents, 'agent-b2.jsonl'), line('No call.'));
  const { events, session } = follow();
  await session.caughtUp();
  await session.close();
  expect(texts(events)).toEqual(all);
});

test('a line that is too long, and a transcript that is a link, are told in a sentence', async () => {
  writeFileSync(
    folder.at(`${name}.jsonl`),
    `${'x'.repeat(70_000_000)}\n${readFileSync(join(captured, `${name}.jsonl`), 'utf8')}`,
  );
  const { events, troubles, session } = follow();
  await session.caughtUp();
  expect(troubles).toEqual(['A line of 70 MB in the agent’s transcript was too long and is not shown.']);
  expect(events.length).toBeGreaterThan(3);
  rmSync(folder.at(`${name}.jsonl`));
  symlinkSync('/dev/zero', folder.at(`${name}.jsonl`));
  await session.caughtUp();
  await session.close();
  expect(troubles[1]).toBe('The agent’s transcript is not read: it is a symbolic link.');
});

let lines = 0;
function line(text: string): string {
  const message = { id: `m${lines}`, content: [{ type: 'text', text }] };
  return `${JSON.stringify({ type: 'assistant', uuid: `u${lines++}`, isSidechain: true, message })}\n`;
}
