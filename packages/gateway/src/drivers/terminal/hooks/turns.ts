// A few after the others: of many events that arrive at once only so many are taken up before everything else goes on. Node
// would handle all that has arrived before it looks at anything else.

const mostInARound = 5;

export class Turns {
  readonly #inLine: (() => void)[] = [];
  #taken = 0;

  /** Resolves when it is its turn; at once where there have been few since the last round. */
  async next(): Promise<void> {
    if (this.#taken >= mostInARound) return new Promise((resolve) => void this.#inLine.push(resolve));
    if (this.#taken === 0) setImmediate(() => this.#round());
    this.#taken += 1;
  }

  #round(): void {
    const next = this.#inLine.splice(0, mostInARound);
    this.#taken = next.length;
    if (next.length > 0) setImmediate(() => this.#round());
    for (const goOn of next) goOn();
  }
}
