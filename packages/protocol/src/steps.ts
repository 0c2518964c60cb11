// Work that may be long, in steps of a fraction of a millisecond: whoever does it can let others have their turn in between.

export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All of them at once, for what is known to be little. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
