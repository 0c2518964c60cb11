// Where it is kept what clients asked for under a key of theirs, and was done. Written relaxed.
export interface AttemptStore {
  has(id: string): boolean;
  /** One that is there already stays as it is. */
  add(ids: readonly string[], at: number): void;
  /** Forgets those that were added before then. */
  forget(before: number): void;
}
