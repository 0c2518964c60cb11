// How much may be looked at until a command has been judged: a few times its length. Commands can be nested so that looking
// into each of them takes longer than anyone waits, while everything else waits too.

export class Effort {
  #left: number;

  /** In an honest command little stands in another, and that in a third. */
  constructor(length: number) {
    this.#left = 6 * length + 20_000;
  }

  /** Whether there is enough left to look at so many characters more. */
  spend(characters: number): boolean {
    this.#left -= characters;
    return this.#left >= 0;
  }
}
