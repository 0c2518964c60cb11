// Where inputs are kept that are too large for the asks that they belong to: by their digest, in pieces of one size, so that
// each can be read without the others. They are written once and never change, and are forgotten whole.

export interface InputStore {
  /**
   * Keeps a piece; on disk with the next durable write. One that is there stays, and is kept anew: an input is as old as its
   * youngest piece.
   */
  keep(digest: string, number: number, bytes: Uint8Array): void;
  read(digest: string, number: number): Uint8Array | undefined;
  /** How many of its pieces are there. */
  count(digest: string): number;
}
