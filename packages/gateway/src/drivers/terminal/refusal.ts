// A disk that takes nothing, for being full, read-only or broken, and what its person is told.
import { BeckonError } from '@beckon/protocol';

/** Whether it was the system that refused to write or remove a file. All else is a mistake of ours. */
export function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** In the words in which the database says the same. */
export function refusalSentence({ code = '' }: NodeJS.ErrnoException): string {
  return sentences[code] ?? general;
}

/** For a terminal that cannot do without what was to be written. */
export function cannotStart(cause: NodeJS.ErrnoException): BeckonError {
  return new BeckonError('agent_unavailable', `${refusalSentence(cause)} Then try again.`, { cause });
}

const full = 'The disk of Beckon’s state directory is full. Make room.';
const sentences: Record<string, string> = {
  ENOSPC: full,
  EDQUOT: full,
  EROFS: 'The disk of Beckon’s state directory is read-only. Make it writable.',
};
const general = 'Beckon cannot write to its state directory. Check that the disk is neither full nor read-only.';
