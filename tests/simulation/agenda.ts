// All that is about to happen, in no order: chance picks what comes next. Whoever ends takes what it was about to do along.
import type { Random } from '../support/random.ts';

interface Task {
  owner: object;
  what: string;
  run: () => void;
}

export class Agenda {
  #tasks: Task[] = [];

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  add(owner: object, what: string, run: () => void): void {
    this.#tasks.push({ owner, what, run });
  }

  /** Resolves when its turn has come; never, where its owner has ended before. */
  turn(owner: object, what: string): Promise<void> {
    return new Promise((resolve) => this.add(owner, what, resolve));
  }

  drop(owner: object): void {
    this.#tasks = this.#tasks.filter((task) => task.owner !== owner);
  }

  /** Does one of the things to be done and says which; nothing where there is none. */
  doNext(random: Random): string | undefined {
    return this.#do(random.below(this.#tasks.length));
  }

  /** The same, with nothing left to chance: the one that has waited longest, of those that are not held up. */
  doOldest(isHeldUp: (what: string) => boolean = () => false): string | undefined {
    const at = this.#tasks.findIndex(({ what }) => !isHeldUp(what));
    return at < 0 ? undefined : this.#do(at);
  }

  #do(index: number): string | undefined {
    const [task] = this.#tasks.splice(index, 1);
    task?.run();
    return task?.what;
  }
}
