import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputPieceBytes } from '../store/inputStore.ts';
import { createMemoryStores } from '../store/memory/memoryStores.ts';
import { newMemory } from '../store/memory/memoryTables.ts';
import { abridge } from './abridge.ts';
import { cutAfter, cutBefore } from './cutting.ts';
import { keepInput, readInput } from './keeping.ts';
import { membersOf } from './members.ts';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const hard = fc.string({ unit: 'binary', maxLength: 40 });

describe('the members of a JSON object, found in its bytes', () => {
  test('are those that parsing finds, wherever quotes, escapes and spaces stand', async () => {
    const object = fc.dictionary(hard, fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' }), {
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(object, fc.constantFrom(0, 2), async (value, indent) => {
        const bytes = Buffer.from(JSON.stringify(value, undefined, indent));
        const read = (await membersOf(bytes)).map(({ name, start, end }) => [
          name,
          JSON.parse(bytes.toString('utf8', start, end)) as unknown,
        ]);
        expect(Object.fromEntries(read)).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });

  test.each(['{', '{"a":"', '{"a":[}', '"'])('%s is refused', async (text) => {
    await expect(membersOf(Buffer.from(text))).rejects.toThrow('not valid JSON');
  });

  test('a million levels are refused at the first few hundred', async () => {
    await expect(membersOf(Buffer.from('['.repeat(1_000_000)))).rejects.toThrow('nested deeper');
  });

  test('of two with one name the last counts', async () => {
    const text = '{"a":"first","a":"last"}';
    expect((await membersOf(Buffer.from(text))).map(({ start, end }) => text.slice(start, end))).toEqual(['"last"']);
  });
});

test('a JSON text may be cut before or after any place, and each part of a string can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(200), (text, place) => {
      const bytes = json(text).subarray(1, -1);
      const at = Math.min(place, bytes.length);
      for (const cut of [cutBefore(bytes, at), cutAfter(bytes, at)]) {
        const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
        const read = parts.map((part) => JSON.parse(`"${Buffer.from(part).toString()}"`) as string);
        expect(read.join('')).toBe(text);
      }
      expect(cutBefore(bytes, at)).toBeLessThanOrEqual(at);
      expect(cutAfter(bytes, at)).toBeGreaterThanOrEqual(at);
    }),
  );
});

describe('an input that is abridged', () => {
  const content = `begin "é" \\ 🙂\n${'a line of it\n'.repeat(100_000)}the end 🙂`;

  test('keeps the beginning and the end of what is long, all of what is short, and says what is left out', async () => {
    const bytes = json({ file_path: '/w/a.txt', content });
    const { input, abridged } = await abridge(bytes);
    const shown = input['content'] as string;
    const [cut] = abridged.cuts;
    expect(input['file_path']).toBe('/w/a.txt');
    expect(shown.slice(0, cut!.head)).toBe(content.slice(0, cut!.head));
    expect(shown.slice(-cut!.tail)).toBe(content.slice(-cut!.tail));
    expect(shown.slice(cut!.head, -cut!.tail)).toMatch(/^\n… [\d,]+ bytes are left out here …\n$/);
    expect(JSON.parse(bytes.toString('utf8', cut!.start, cut!.end))).toBe(content);
    expect(abridged).toMatchObject({ bytes: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') });
  });

  test.each<[string, object]>([
    ['one text of 5 MB', { command: 'x'.repeat(5_000_000) }],
    ['a list of a hundred thousand edits', { edits: Array.from({ length: 100_000 }, () => ({ old: 'a', new: 'b' })) }],
    [
      'a thousand long fields',
      Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 'y'.repeat(20_000)])),
    ],
    ['a hundred thousand fields', Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`f${n}`, n]))],
  ])('is small: %s', async (_, input) => {
    const { input: small } = await abridge(json(input));
    expect(json(small).length).toBeLessThan(64 * 1024);
  });

  test('[L5] two that look the same and differ in the middle have different digests', async () => {
    const half = 'x'.repeat(100_000);
    const [one, other] = await Promise.all(
      ['a', 'b'].map((middle) => abridge(json({ command: half + middle + half }))),
    );
    expect(one!.input).toEqual(other!.input);
    expect(one!.abridged.digest).not.toBe(other!.abridged.digest);
  });

  test('is read back whole, piece by piece, whatever it holds', async () => {
    const store = createMemoryStores().inputs;
    const bytes = json({ content: `x${'é🙂\\"\n'.repeat(150_000)}` });
    const { abridged } = await abridge(bytes);
    await keepInput(store, { digest: abridged.digest, json: bytes });
    const texts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const piece = readInput(store, abridged, offset);
      texts.push(piece!.text);
      offset = piece!.next;
    }
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.join('')).toBe(bytes.toString());
    expect(readInput(store, abridged, bytes.length)).toBeUndefined();
  });

  test.each<[string, number[]]>([
    ['its first piece is gone', [1, 2]],
    ['it is there since long ago', [0, 1, 2]],
  ])('[L3] is whole when its ask comes, and stays so: %s', async (_, there) => {
    let now = 1;
    const { inputs, log } = createMemoryStores(newMemory(), () => now);
    const bytes = json({ content: 'x'.repeat(inputPieceBytes * 2 + 1) });
    const piece = (number: number) => bytes.subarray(number * inputPieceBytes, (number + 1) * inputPieceBytes);
    for (const number of there) inputs.keep('d', number, piece(number));
    now = 20;
    await keepInput(inputs, { digest: 'd', json: bytes });
    expect([...log.prune(10)].length).toBeGreaterThan(0);
    expect(Buffer.concat([0, 1, 2].map((number) => inputs.read('d', number) ?? Buffer.of())).equals(bytes)).toBe(true);
  });
});
