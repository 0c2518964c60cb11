// Reads what tmux says in control mode: lines in which a pane's output stands as bytes, some of them octal.

export type ControlEvent =
  /** The answer to the command that attached this client. */
  | { type: 'attached' }
  | { type: 'output'; pane: string; bytes: Buffer }
  | { type: 'reply'; ok: boolean; lines: Buffer[] }
  | { type: 'paused'; pane: string }
  | { type: 'layout' }
  | { type: 'exit'; reason: string };

/** Feed it chunks as they come, however they are cut. */
export class ControlReader {
  #rest: Buffer[] = [];
  #block: { guard: string; isOurs: boolean; lines: Buffer[] } | undefined;

  *read(chunk: Buffer): Generator<ControlEvent> {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const line = Buffer.concat([...this.#rest, chunk.subarray(start, end)]);
      this.#rest = [];
      start = end + 1;
      const event = this.#line(line);
      if (event) yield event;
    }
    if (start < chunk.length) this.#rest.push(chunk.subarray(start));
  }

  #line(line: Buffer): ControlEvent | undefined {
    if (this.#block) return this.#inBlock(this.#block, line);
    const text = line.toString('latin1');
    const [word = '', ...rest] = text.split(' ', 4);
    switch (word) {
      case '%begin':
        // The last flag tells replies to this client's own commands from those to the command that attached it.
        this.#block = { guard: rest.join(' '), isOurs: rest[2] === '1', lines: [] };
        return undefined;
      case '%output':
        return { type: 'output', pane: rest[0] ?? '', bytes: decodeOctal(line.subarray(indexAfter(text, 2))) };
      case '%extended-output':
        return { type: 'output', pane: rest[0] ?? '', bytes: decodeOctal(line.subarray(text.indexOf(' : ') + 3)) };
      case '%pause':
        return { type: 'paused', pane: rest[0] ?? '' };
      case '%layout-change':
        return { type: 'layout' };
      case '%exit':
        return { type: 'exit', reason: rest.join(' ') };
      default:
        return undefined;
    }
  }

  #inBlock(block: { guard: string; isOurs: boolean; lines: Buffer[] }, line: Buffer): ControlEvent | undefined {
    const text = line.length < LONGEST_GUARD ? line.toString('latin1') : '';
    const isEnd = text === `%end ${block.guard}`;
    if (!isEnd && text !== `%error ${block.guard}`) {
      block.lines.push(line);
      return undefined;
    }
    this.#block = undefined;
    return block.isOurs ? { type: 'reply', ok: isEnd, lines: block.lines } : { type: 'attached' };
  }
}

/** Undoes tmux's `\ooo`; every other byte stands for itself. */
export function decodeOctal(value: Buffer): Buffer {
  if (!value.includes(BACKSLASH)) return Buffer.from(value);
  const bytes = Buffer.alloc(value.length);
  let length = 0;
  for (let index = 0; index < value.length; index += 1) {
    const escaped = value[index] === BACKSLASH ? octalAt(value, index + 1) : undefined;
    bytes[length++] = escaped ?? value[index] ?? 0;
    if (escaped !== undefined) index += 3;
  }
  return bytes.subarray(0, length);
}

const LF = 0x0a;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const LONGEST_GUARD = 64;

function octalAt(value: Buffer, start: number): number | undefined {
  let code = 0;
  for (let index = start; index < start + 3; index += 1) {
    const digit = (value[index] ?? 0) - ZERO;
    if (digit < 0 || digit > 7) return undefined;
    code = code * 8 + digit;
  }
  return code > 0xff ? undefined : code;
}

function indexAfter(text: string, words: number): number {
  let index = 0;
  for (let word = 0; word < words; word += 1) index = text.indexOf(' ', index) + 1;
  return index;
}
