// A few milliseconds of work, after which everything else gets its turn.

export class ShortTurn {
  #since = performance.now();

  begin(): void {
    this.#since = performance.now();
  }

  get isOver(): boolean {
    return performance.now() - this.#since > TURN_MS;
  }
}

const TURN_MS = 8;
