// For what must be done to the end, such as closing all that was opened: no failure keeps the rest from its turn. What
// failed is thrown afterwards.

/** One after the other. */
export async function settleInTurn(works: Iterable<() => unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  throwAny(failures);
}

/** All at the same time. */
export async function settleTogether(works: Iterable<() => unknown>): Promise<void> {
  const results = await Promise.allSettled(Array.from(works, async (work) => work()));
  throwAny(results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])));
}

function throwAny(failures: unknown[]): void {
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  throw new AggregateError(failures, messages.join(' '));
}
