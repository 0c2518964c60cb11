import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonNode, parseJsonText } from './jsonText.ts';

function valueOf(node: JsonNode): unknown {
  if (node.type === 'value') return node.value;
  if (node.type === 'array') return node.items.map(valueOf);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
}

function isRead(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

test('reads what JSON.parse reads, with the places of it all', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, space) => {
      const spaced = ` ${JSON.stringify(JSON.parse(text), null, space)}\r\n`;
      const root = parseJsonText(spaced);
      expect(valueOf(root)).toEqual(JSON.parse(text));
      expect(JSON.parse(spaced.slice(root.start, root.end))).toEqual(JSON.parse(text));
    }),
  );
});

test('accepts exactly what JSON.parse accepts, however a text is damaged', () => {
  const damage = fc.record({
    at: fc.nat(),
    insert: fc.constantFrom('', ',', '"', '}', '[', ':', '\\', '/', '-', '0', '\n', '+', 'e', '\u00A0', 'NaN'),
  });
  fc.assert(
    fc.property(fc.json(), damage, (text, { at, insert }) => {
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + insert + text.slice(insert === '' ? place + 1 : place);
      expect(isRead(parseJsonText, damaged)).toBe(isRead(JSON.parse, damaged));
    }),
    { numRuns: 1000 },
  );
});
