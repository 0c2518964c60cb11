// Keeps a large input before its ask is opened, piece after piece, and reads it back.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Abridged, Ask, InputPiece } from '@beckon/protocol';
import { BeckonError, inputPieceBytes } from '@beckon/protocol';
import type { InputStore } from '../store/inputStore.ts';
import { cutBefore } from './cutting.ts';

/** Throws where it cannot be written. Others get their turn after every piece; where a signal aborts, it is in vain. */
export async function keepInput(
  store: InputStore,
  { digest, json }: { digest: string; json: Uint8Array },
  signals: readonly AbortSignal[] = [],
): Promise<void> {
  const pieces = Math.ceil(json.length / inputPieceBytes);
  // One that is whole already is kept anew with its first piece, so that it is not forgotten before its ask has come.
  const toKeep = store.count(digest) === pieces ? 1 : pieces;
  for (let number = 0; number < toKeep; number++) {
    store.keep(digest, number, json.subarray(number * inputPieceBytes, (number + 1) * inputPieceBytes));
    await setImmediate();
    if (signals.some(({ aborted }) => aborted)) return;
  }
}

/** The piece of an ask's input that begins at the offset. Throws where there is none. */
export function pieceOf(store: InputStore, ask: Pick<Ask, 'input' | 'abridged'>, offset: number): InputPiece {
  const piece = ask.abridged ? readInput(store, ask.abridged, offset) : wholeInput(ask, offset);
  if (piece) return piece;
  throw new BeckonError('not_found', 'Nothing of this input begins there, or it is no longer kept.');
}

/** The piece that begins at the offset; undefined where there is none, or nothing is kept of it. */
export function readInput(store: InputStore, { digest, bytes }: Abridged, offset: number): InputPiece | undefined {
  const number = Math.floor(offset / inputPieceBytes);
  const first = store.read(digest, number);
  if (!first || offset >= bytes) return undefined;
  // A piece that is read begins anywhere, so that it may lie in two that are kept.
  const two = Buffer.concat([first, store.read(digest, number + 1) ?? new Uint8Array()]);
  const rest = two.subarray(offset - number * inputPieceBytes);
  const length = cutBefore(rest, inputPieceBytes);
  const next = offset + length;
  return { text: rest.toString('utf8', 0, length), offset, ...(next < bytes && { next }), bytes, digest };
}

/** All of it. Others get their turn after every piece. Undefined where it is no longer kept. */
export async function readWholeInput(store: InputStore, { digest, bytes }: Abridged): Promise<Buffer | undefined> {
  const pieces: Uint8Array[] = [];
  for (let number = 0; number * inputPieceBytes < bytes; number++) {
    const piece = store.read(digest, number);
    if (!piece) return undefined;
    pieces.push(piece);
    await setImmediate();
  }
  return Buffer.concat(pieces);
}

/** The same of an input that its ask holds: there is one piece. */
function wholeInput({ input }: Pick<Ask, 'input'>, offset: number): InputPiece | undefined {
  if (input === undefined || offset > 0) return undefined;
  const text = JSON.stringify(input);
  const digest = createHash('sha256').update(text).digest('hex');
  return { text, offset, bytes: Buffer.byteLength(text), digest };
}
