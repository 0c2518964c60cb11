// When lines were written. Their times come in order, many to a minute, so that mostly only the seconds need reading.

export class LineTimes {
  /** As far as the colon before the seconds, and what that comes to. */
  #minute = '-';
  #minuteAt = 0;
  #last = 0;

  /** Milliseconds since the epoch. A line without a time that makes sense happened when the one before it did. */
  read(time: unknown): number {
    if (typeof time !== 'string') return this.#last;
    const read = time.startsWith(this.#minute) ? this.#minuteAt + secondsOf(time) : this.#readWhole(time);
    if (read >= 0) this.#last = read;
    return this.#last;
  }

  #readWhole(time: string): number {
    if (LONG_FORM.test(time)) {
      this.#minute = time.slice(0, SECONDS_AT);
      this.#minuteAt = Date.parse(`${this.#minute}00.000Z`);
    }
    return Date.parse(time);
  }
}

const LONG_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SECONDS_AT = 17;

function secondsOf(time: string): number {
  const seconds = Number(time.slice(SECONDS_AT, -1));
  return seconds >= 0 && seconds < 60 ? Math.round(seconds * 1000) : Number.NaN;
}
