import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TempFolder } from '../../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { CallNotReturned } from '../driver.ts';
import { deferredCalls, findCall } from './keptCalls.ts';
import { guardReplay, prepareReturn } from './returningCall.ts';

let folder: TempFolder;
let transcript: string;
beforeEach(() => {
  folder = tempFolder();
  transcript = folder.at('t.jsonl');
});
afterEach(() => folder[Symbol.dispose]());

const input = { command: 'touch x.txt' };
const prompt = { type: 'user', message: { content: 'go' } };
const calls = (message: string, ...ids: string[]) =>
  ids.map((id) => ({
    type: 'assistant',
    uuid: `uuid-${id}`,
    sessionId: 's',
    version: '2',
    message: { id: message, content: [{ type: 'tool_use', id, name: 'Bash', input }] },
  }));
const says = { type: 'assistant', uuid: 'u', message: { id: 'later', content: [{ type: 'text', text: 'hm' }] } };
const result = (id: string) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
});
const bookkeeping = { type: 'cost-state', totalCostUSD: 1 };

const write = (...lines: unknown[]) =>
  writeFileSync(
    transcript,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );

describe('a call that waited when its agent went away', () => {
  test.each<[string, unknown[], string]>([
    ['can return where nothing came after it', [prompt, ...calls('m', 'a')], 'can_return'],
    ['can return past the CLI’s bookkeeping', [prompt, ...calls('m', 'a'), bookkeeping], 'can_return'],
    [
      'can return where a later call of the same message waits behind it',
      [prompt, ...calls('m', 'a', 'b')],
      'can_return',
    ],
    ['is finished where it has a result', [prompt, ...calls('m', 'a'), result('a')], 'finished'],
    ['is lost where the model has gone on', [prompt, ...calls('m', 'a'), says], 'lost'],
    ['is lost where its person has', [prompt, ...calls('m', 'a'), prompt], 'lost'],
    ['is lost where it was not written down', [prompt], 'lost'],
    ['is lost where it is a subagent’s', [prompt, { ...calls('m', 'a')[0], isSidechain: true }], 'lost'],
    [
      'can return from among nonsense',
      ['{', '[]', 'null', '{"type":7}', ...calls('m', 'a'), '{"type":"user"}'],
      'can_return',
    ],
    ['can return behind much else', [{ type: 'x', text: 'y'.repeat(700_000) }, ...calls('m', 'a')], 'can_return'],
  ])('%s', async (_, lines, fate) => {
    write(...lines);
    expect(await findCall(transcript, 'a')).toMatchObject({ fate });
  });

  test('the second of two can return once the first has a result', async () => {
    write(prompt, ...calls('m', 'a', 'b'), result('a'));
    expect(await findCall(transcript, 'b')).toMatchObject({ fate: 'can_return', input });
  });

  test('can return with an input of any size', async () => {
    const [line] = calls('m', 'a');
    const long = { command: 'x'.repeat(3_000_000) };
    write(prompt, { ...line, message: { id: 'm', content: [{ type: 'tool_use', id: 'a', input: long }] } });
    expect(await findCall(transcript, 'a')).toMatchObject({ fate: 'can_return', input: long });
  });

  test('is lost, and nothing hangs, where the file is missing, a folder, a link or a pipe', async () => {
    write(...calls('m', 'a'));
    symlinkSync(transcript, folder.at('link'));
    execFileSync('mkfifo', [folder.at('pipe')]);
    for (const path of ['missing', '', 'link', 'pipe'].map((name) => folder.at(name))) {
      expect(await findCall(path, 'a')).toMatchObject({ fate: 'lost' });
    }
  });
});

describe('bringing it back', () => {
  const call = { toolCallId: 'a', toolName: 'Bash', permissionMode: 'default' } as const;

  test('marks it in the transcript, once', async () => {
    write(prompt, ...calls('m', 'a'));
    await prepareReturn({ transcript, ...call });
    const after = readFileSync(transcript, 'utf8');
    expect(JSON.parse(after.trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'attachment',
      parentUuid: 'uuid-a',
      sessionId: 's',
      attachment: { type: 'hook_deferred_tool', toolUseID: 'a', toolName: 'Bash', toolInput: input },
    });
    await prepareReturn({ transcript, ...call });
    expect(readFileSync(transcript, 'utf8')).toBe(after);
    expect(await deferredCalls(transcript)).toEqual(new Set(['a']));
  });

  test('begins a line of its own where the CLI was killed in the middle of one', async () => {
    write(prompt, ...calls('m', 'a'));
    appendFileSync(transcript, '{"type":"assis');
    await prepareReturn({ transcript, ...call });
    expect(await deferredCalls(transcript)).toEqual(new Set(['a']));
  });

  test('is refused, with nothing changed, where the conversation has gone on', async () => {
    write(prompt, ...calls('m', 'a'), says);
    const before = readFileSync(transcript, 'utf8');
    await expect(prepareReturn({ transcript, ...call })).rejects.toBeInstanceOf(CallNotReturned);
    expect(readFileSync(transcript, 'utf8')).toBe(before);
  });

  test('[L4] the CLI has to ask about it, whatever the mode; any other that was marked before is not made again', async () => {
    write(prompt, ...calls('m', 'a', 'b'));
    for (const toolCallId of ['a', 'b']) await prepareReturn({ transcript, ...call, toolCallId });
    const guard = await guardReplay(transcript, 'a');
    const decision = async (id: string) =>
      (await guard?.({} as never, id, { signal: new AbortController().signal })) as unknown;
    const decides = (permissionDecision: string) => ({ hookSpecificOutput: { permissionDecision } });
    expect(await decision('a')).toMatchObject(decides('ask'));
    expect(await decision('b')).toMatchObject(decides('deny'));
    expect(await decision('c')).toEqual({});
  });

  test('has returned when the agent asks for it', async () => {
    write(prompt, ...calls('m', 'a'));
    const returning = await prepareReturn({ transcript, ...call });
    const returned = returning.returned(new Promise(() => undefined), 60_000);
    returning.hasReturned();
    await returned;
    expect(returning.isGivenUp).toBe(false);
  });

  test.each([
    ['its agent dies first', Promise.resolve(new Error('It was killed.')), 'It was killed.', true],
    ['its agent does something else', new Promise<never>(() => undefined), 'no answer within 1 ms', false],
  ])('has not, and is given up, where %s', async (_, died, message, mayYetReturn) => {
    write(prompt, ...calls('m', 'a'));
    const returning = await prepareReturn({ transcript, ...call });
    await expect(returning.returned(died, 1)).rejects.toMatchObject({ message, mayYetReturn });
    expect(returning.isGivenUp).toBe(true);
  });

  test('a conversation in which nothing was marked has no guard', async () => {
    write(prompt, ...calls('m', 'a'), result('a'));
    expect(await guardReplay(transcript, undefined)).toBeUndefined();
  });
});
