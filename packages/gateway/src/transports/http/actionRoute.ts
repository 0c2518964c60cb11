// The one route of the API that takes no credential but what it is sent: a press on a button of a notification, which a phone
// sends without opening the page, and some services send for it.
import { AnswerByProof, BeckonError } from '@beckon/protocol';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Actions } from '../../notify/actions.ts';
import { NoProof } from '../../notify/proofs.ts';
import type { CallerEnv } from './caller.ts';
import { shownBy, socketOf } from './caller.ts';
import type { CallerGuardOptions } from './guards.ts';
import { isOwnOrigin, noteFailure, requireJson } from './guards.ts';

const sizeLimit = bodyLimit({
  maxSize: 8192,
  onError() {
    throw new BeckonError('payload_too_large', 'That is more than a proof.');
  },
});

/** A wrong proof is a guess, counted and slowed down like a wrong token. One that is good no longer is none. */
export function addActionRoute(
  app: Hono<CallerEnv>,
  actions: Actions,
  { failures, newcomers }: Pick<CallerGuardOptions, 'failures' | 'newcomers'>,
): void {
  app.post('/api/actions', sizeLimit, async (context) => {
    const { headers } = context.req.raw;
    // Apps and services name no origin; of pages, only our own may.
    if (headers.has('origin') && !isOwnOrigin(headers, context.get('way'))) {
      throw new BeckonError('forbidden', 'Only Beckon’s own page may do that from a browser.');
    }
    requireJson(headers);
    try {
      const { proof } = await readBody(context);
      await newcomers.during(socketOf(context), actions.answer(proof), () => true);
    } catch (thrown) {
      const { address, program } = shownBy(context);
      const isGuess = thrown instanceof NoProof;
      await noteFailure(failures, context, isGuess ? { what: 'proof', address, program } : undefined);
      throw thrown;
    }
    return context.json({ ok: true }, 200, { 'cache-control': 'no-store' });
  });
}

async function readBody(context: Context): Promise<AnswerByProof> {
  const text = await context.req.text();
  try {
    return AnswerByProof.parse(JSON.parse(text));
  } catch (cause) {
    throw new BeckonError('invalid_request', 'Send {"proof": …} as JSON.', { cause });
  }
}
