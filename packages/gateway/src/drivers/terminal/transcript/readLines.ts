// Which lines of a transcript have been read, by their uuids. Kept as texts, these would be most of what following a long
// session holds on to, and what the garbage collector then carries about was a twentieth of all the work of reading.

export class ReadLines {
  readonly #numbers: number[] = [];
  readonly #others: string[] = [];

  add(uuid: string): void {
    const number = numberOf(uuid);
    if (number === undefined) this.#others.push(uuid);
    else this.#numbers.push(number);
  }

  /** Those of now, to be asked for. */
  asSet(): ReadLineSet {
    const [numbers, others] = [new Set(this.#numbers), new Set(this.#others)];
    return {
      has(uuid) {
        const number = numberOf(uuid);
        return number === undefined ? others.has(uuid) : numbers.has(number);
      },
    };
  }
}

export interface ReadLineSet {
  has(uuid: string): boolean;
}

/** The last 48 bits, all of them random. Undefined for what is no uuid. */
function numberOf(uuid: string): number | undefined {
  const number = uuid.length === UUID_LENGTH ? Number(`0x${uuid.slice(-12)}`) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

const UUID_LENGTH = 36;
