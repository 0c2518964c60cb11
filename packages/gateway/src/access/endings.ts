// What is open on a credential, and ends with it: streams, and calls that are on their way.

export class Endings {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Calls back once it ends, unless the returned function is called before. */
  onEnd(id: string, listen: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listen));
    return () => {
      listeners.delete(listen);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Whether anything is open on it. */
  isOpen(id: string): boolean {
    return this.#listeners.has(id);
  }

  /** A moment later, so that whoever ends itself is told that this is done. */
  end(id: string): void {
    setImmediate(() => this.#listeners.get(id)?.forEach((listen) => listen()));
  }
}
