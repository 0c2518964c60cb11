// So much at once: who wants more waits until others are done, in the order in which they came.

export class Quota {
  readonly #most: number;
  #taken = 0;
  readonly #inLine: { amount: number; goOn: () => void }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work as soon as there is room for it. Something that is larger than all of the room is let in alone. */
  async with<T>(amount: number, work: () => Promise<T>): Promise<T> {
    if (this.#inLine.length === 0 && this.#hasRoom(amount)) this.#taken += amount;
    else await new Promise<void>((goOn) => this.#inLine.push({ amount, goOn }));
    try {
      return await work();
    } finally {
      this.#taken -= amount;
      this.#letIn();
    }
  }

  #letIn(): void {
    for (let [first] = this.#inLine; first && this.#hasRoom(first.amount); [first] = this.#inLine) {
      this.#inLine.shift();
      this.#taken += first.amount;
      first.goOn();
    }
  }

  #hasRoom(amount: number): boolean {
    return this.#taken === 0 || this.#taken + amount <= this.#most;
  }
}
