// What lies under the stores, as far as the house has to know it: a file on a disk that can be full, locked or damaged.
import type { BeckonError } from '@beckon/protocol';

export interface Disk {
  /** Where the damaged database is now that was found in this one's place. */
  setAside: string | undefined;
  /**
   * Calls back whenever the disk, a lock or the file keeps a store from its work. A bug of ours never does: it is thrown
   * as `internal`, to whoever met it.
   */
  onTrouble(listener: TroubleReport): void;
  /** Takes a little of the room that the next asks will need, for good, and gives it back; throws where it cannot. */
  takeRoom(): void;
  /** Whether a write that finds the file locked may wait a moment for it. */
  setPatience(isPatient: boolean): void;
  /** Gives the room of what was forgotten back, a small piece with each step. */
  shrinking(): Iterable<void>;
  close(): void;
}

/** `isDamage`: the file itself is broken, and no waiting mends it. */
export type TroubleReport = (error: BeckonError, detail: { isDamage: boolean }) => void;
