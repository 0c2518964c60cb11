// Reads the bodies of hook events, and not too much of them at once: those that are large wait for each other, and meanwhile
// stay with whoever sends them.
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../../clock.ts';
import { Quota } from '../quota.ts';

/** Events of this size are read at once. */
const smallBytes = 256 * 1024;
/** Of larger ones, so much together. */
const mostBytes = 32 * 1024 * 1024;
/** For as long a large one may take: whoever sends more slowly holds up others. */
const patienceMs = 20_000;

export class HookBodies {
  readonly #clock: Clock;
  readonly #room = new Quota(mostBytes);
  /** One after the other, so that what each does at once does not add up. */
  readonly #work = new Quota(1);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does the work with the body, for which there is room until that is done. */
  async read<T>(request: Request, length: number, work: (body: Buffer) => Promise<T>): Promise<T> {
    if (length <= smallBytes) return work(Buffer.from(await request.arrayBuffer()));
    return this.#room.with(length, async () => {
      const body = await this.#inTime(inPieces(request, length));
      return this.#work.with(1, () => work(body));
    });
  }

  async #inTime(reading: Promise<Buffer>): Promise<Buffer> {
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.after(patienceMs, () => reject(new BeckonError('invalid_request', 'That took too long.')));
    });
    try {
      return await Promise.race([reading, late]);
    } finally {
      cancel();
    }
  }
}

/** Each piece is put into its place as it comes: to put them together at the end would hold everything else up. */
async function inPieces({ body }: Request, length: number): Promise<Buffer> {
  // Not from a pool, and not filled: what is not written to does not cost anything yet.
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const piece of body ?? []) {
    bytes.set(piece, filled);
    filled += piece.length;
  }
  if (filled < length) throw new BeckonError('invalid_request', 'The event is shorter than it says.');
  return bytes;
}
