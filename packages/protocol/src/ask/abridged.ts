// An input that is too large to be carried around: the ask has the beginning and the end of each long text in it, and the
// whole is read in pieces.
import { z } from 'zod';

/** A field of the input of which the middle is left out. */
export const Cut = z.object({
  field: z.string(),
  /** Its value is a text; anything else is shown as its JSON. */
  isText: z.boolean(),
  /** Where the field's value stands in the JSON of the whole, in bytes: from `start` up to `end`. */
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  /** How many characters of the field's text here come before the sentence that says what is left out, and after it. */
  head: z.int().nonnegative(),
  tail: z.int().nonnegative(),
});
export type Cut = z.infer<typeof Cut>;

export const Abridged = z.object({
  /** How long the JSON of the whole is. */
  bytes: z.int().positive(),
  /** The SHA-256 of that JSON: an answer is good for this input and for no other [L5]. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  cuts: z.array(Cut),
});
export type Abridged = z.infer<typeof Abridged>;

/** How long a piece is, or a few bytes less; the last may be shorter. */
export const inputPieceBytes = 256 * 1024;

/** Where to read on in the JSON of an ask's whole input, in bytes. */
export const InputQuery = z.object({
  offset: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
});
export type InputQuery = z.infer<typeof InputQuery>;

/** A piece of it. Pieces end between characters, and between the escapes of JSON. */
export const InputPiece = z.object({
  text: z.string(),
  offset: z.int().nonnegative(),
  /** The offset of the next piece; absent with the last. */
  next: z.int().positive().optional(),
  bytes: z.int().nonnegative(),
  digest: z.string(),
});
export type InputPiece = z.infer<typeof InputPiece>;
