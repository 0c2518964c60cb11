// When lines were written. Their times come in order, many to a minute, so that mostly only the seconds need reading.

export class LineTimes {
  /** As far as the colon before the seconds, and what that comes to. */
  #minute = '-';
  #minuteAt = 0;
  #last: number;

  constructor(from = 0) {
    this.#last = from;
  }

  get last(): number {
    return this.#last;
  }

  /** Milliseconds since the epoch. A line without a time that makes sense happened when the one before it did. */
  read(time: unknown): number {
    if (typeof time !== 'string') return this.#last;
    const isSameMinute = time.length === LONG_FORM.length && time.startsWith(this.#minute);
    const read = isSameMinute ? this.#minuteAt + secondsOf(time) : this.#readWhole(time);
    if (read >= 0) this.#last = read;
    return this.#last;
  }

  #readWhole(time: string): number {
    const at = Date.parse(time);
    if (time.length === LONG_FORM.length && at >= 0) {
      this.#minute = time.slice(0, SECONDS_AT);
      this.#minuteAt = Date.parse(`${this.#minute}00.000Z`);
    }
    return at;
  }
}

const LONG_FORM = '2026-01-31T12:34:56.789Z';
const SECONDS_AT = 17;

function secondsOf(time: string): number {
  const tens = digit(time, 17);
  const milliseconds = digit(time, 20) * 100 + digit(time, 21) * 10 + digit(time, 22);
  return tens < 6 ? (tens * 10 + digit(time, 18)) * 1000 + milliseconds : Number.NaN;
}

function digit(text: string, index: number): number {
  const value = text.charCodeAt(index) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
