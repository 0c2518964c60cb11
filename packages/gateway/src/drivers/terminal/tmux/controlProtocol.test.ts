import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ControlReader, decodeOctal, type ControlEvent } from './controlProtocol.ts';

test('output, replies and notifications, in order', () => {
  const said = [
    '%begin 1 10 0',
    '%end 1 10 0',
    '%session-changed $1 a',
    '%output %1 a\\033[mb \\134 c',
    '%begin 1 11 1',
    '%output %1 this is a line of a reply',
    '%end 9 9 1',
    '%end 1 11 1',
    '%begin 1 12 1',
    "can't find pane: %9",
    '%error 1 12 1',
    '%extended-output %1 12 x : late : data',
    '%pause %1',
    '%layout-change @0 b25d,80x24,0,0,0 b25d,80x24,0,0,0 *',
    '%unheard-of news',
    '%exit server exited',
    '',
  ].join('\n');
  expect(events([Buffer.from(said)])).toEqual([
    { type: 'attached' },
    { type: 'output', pane: '%1', bytes: Buffer.from('a\u001b[mb \\ c') },
    {
      type: 'reply',
      ok: true,
      lines: [Buffer.from('%output %1 this is a line of a reply'), Buffer.from('%end 9 9 1')],
    },
    { type: 'reply', ok: false, lines: [Buffer.from("can't find pane: %9")] },
    { type: 'output', pane: '%1', bytes: Buffer.from('late : data') },
    { type: 'paused', pane: '%1' },
    { type: 'layout' },
    { type: 'exit', reason: 'server exited' },
  ]);
});

test('whatever bytes a pane writes arrive unchanged, however the stream is cut', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 });
  fc.assert(
    fc.property(chunks, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (written, cuts) => {
      const stream = Buffer.concat(
        written.map((bytes) => Buffer.concat([Buffer.from('%output %7 '), encode(bytes), LF])),
      );
      const pieces: Buffer[] = [];
      for (let start = 0; start < stream.length;) {
        const length = cuts.next().value ?? 1;
        pieces.push(stream.subarray(start, start + length));
        start += length;
      }
      const read = events(pieces).flatMap((event) => (event.type === 'output' ? [event.bytes] : []));
      expect(Buffer.concat(read)).toEqual(Buffer.concat(written));
    }),
  );
});

test.each(['\\', '\\0', '\\01', '\\09z', '\\777', 'a\\'])('what is no octal number stands for itself: %j', (text) => {
  expect(decodeOctal(Buffer.from(text)).toString()).toBe(text);
});

const LF = Buffer.from('\n');

/** As tmux writes output. */
function encode(bytes: Uint8Array): Buffer {
  const octal = (byte: number) => Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`);
  return Buffer.concat(Array.from(bytes, (byte) => (byte < 0x20 || byte === 0x5c ? octal(byte) : Buffer.of(byte))));
}

function events(pieces: Buffer[]): ControlEvent[] {
  const reader = new ControlReader();
  return pieces.flatMap((piece) => [...reader.read(piece)]);
}
