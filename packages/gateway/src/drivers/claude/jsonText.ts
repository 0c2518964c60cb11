// JSON with its places in the text, so that a settings file can be changed in one spot and stay as it is everywhere else.
export type JsonNode = Place &
  (
    | { type: 'object'; members: Member[] }
    | { type: 'array'; items: JsonNode[] }
    | { type: 'value'; value: string | number | boolean | null }
  );

/** Reaches from the first quote of its key to the end of its value. */
export interface Member extends Place {
  key: string;
  value: JsonNode;
}

export interface Place {
  start: number;
  end: number;
}

export class JsonTextError extends Error {
  readonly line: number;
  readonly isComment: boolean;

  constructor(text: string, offset: number) {
    const line = text.slice(0, offset).split('\n').length;
    super(`Not JSON in line ${line}.`);
    this.line = line;
    this.isComment = /^\/[/*]/.test(text.slice(offset, offset + 2));
  }
}

/** Accepts exactly what `JSON.parse` does, and a byte order mark before it. */
export function parseJsonText(text: string): JsonNode {
  const scanner = new Scanner(text);
  const root = scanner.value();
  scanner.end();
  return root;
}

class Scanner {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  value(): JsonNode {
    this.#match(/[ \t\r\n]*/y);
    const start = this.#at;
    if (this.#take('{'))
      return { type: 'object', members: this.#list('}', () => this.#member()), ...this.#since(start) };
    if (this.#take('[')) return { type: 'array', items: this.#list(']', () => this.value()), ...this.#since(start) };
    const literal = this.#match(scalar) ?? this.#fail();
    return { type: 'value', value: this.#read(literal, start), ...this.#since(start) };
  }

  end(): void {
    this.#match(/[ \t\r\n]*/y);
    if (this.#at < this.#text.length) this.#fail();
  }

  #list<T>(closing: string, item: () => T): T[] {
    const items: T[] = [];
    if (this.#take(closing)) return items;
    do items.push(item());
    while (this.#take(','));
    if (!this.#take(closing)) this.#fail();
    return items;
  }

  #member(): Member {
    this.#match(/[ \t\r\n]*/y);
    const start = this.#at;
    const key = String(this.#read(this.#match(quoted) ?? this.#fail(), start));
    if (!this.#take(':')) this.#fail();
    const value = this.value();
    return { key, value, start, end: value.end };
  }

  #read(literal: string, start: number): string | number | boolean | null {
    try {
      return JSON.parse(literal) as string | number | boolean | null;
    } catch {
      throw new JsonTextError(this.#text, start);
    }
  }

  #take(character: string): boolean {
    this.#match(/[ \t\r\n]*/y);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #since(start: number): Place {
    return { start, end: this.#at };
  }

  #fail(): never {
    throw new JsonTextError(this.#text, this.#at);
  }
}

// Generous where `JSON.parse`, which then reads the literal, is not.
const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const scalar = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[-+.\w]+/y;
