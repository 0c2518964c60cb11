// A few after the others: of much that arrives at once only so many are taken up before everything else goes on. Node would
// handle all that has arrived before it looks at anything else.

export class Turns {
  readonly #mostInARound: number;
  readonly #inLine: (() => void)[] = [];
  #taken = 0;

  constructor(mostInARound: number) {
    this.#mostInARound = mostInARound;
  }

  /** Calls when it is its turn; at once where there have been few since the last round. */
  take(goOn: () => void): void {
    if (this.#taken >= this.#mostInARound) return void this.#inLine.push(goOn);
    if (this.#taken === 0) setImmediate(() => this.#round());
    this.#taken += 1;
    goOn();
  }

  #round(): void {
    const next = this.#inLine.splice(0, this.#mostInARound);
    this.#taken = next.length;
    if (next.length > 0) setImmediate(() => this.#round());
    for (const goOn of next) goOn();
  }
}
