// What a command says on standard error when it did not work: a sentence, never a stack, unless somebody looks for a
// mistake of ours with BECKON_LOG_LEVEL=debug.

/** For scripts: somebody else was first, or nobody waits any more. */
const tooLate = 2;

export async function refuse(thrown: unknown): Promise<void> {
  const { BeckonError } = await import('@beckon/protocol');
  const error = BeckonError.from(thrown);
  process.exitCode = error.code === 'already_answered' || error.code === 'ask_withdrawn' ? tooLate : 1;
  if (error.code !== 'internal' || thrown instanceof BeckonError) return say(error.message);
  say(thrown instanceof Error ? thrown.message : String(thrown));
  if (process.env['BECKON_LOG_LEVEL'] === 'debug') process.stderr.write(`${stackOf(thrown)}\n`);
}

function say(sentence: string): void {
  process.stderr.write(`beckon: ${sentence}\n`);
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? '') : '';
}
