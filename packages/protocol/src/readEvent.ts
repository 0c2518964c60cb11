// Reads an event off the wire so that a client outlives a gateway that is newer than it: what it cannot read is skipped and
// counted, and the numbering goes on.
import { z } from 'zod';
import { AnswerDraft } from './ask/answerDraft.ts';
import { Ask } from './ask/ask.ts';
import { BeckonError } from './error.ts';
import type { ReceivedEvent, ReceivedSnapshot } from './event.ts';
import { GatewayEvent, Trouble } from './event.ts';
import { SessionInfo } from './session.ts';
import { Settings } from './settings.ts';

/** Throws only where not even the event's number, or a snapshot's frame, can be read. */
export function readEvent(value: unknown): ReceivedEvent {
  const event = GatewayEvent.safeParse(value);
  if (event.success) return event.data;
  const frame = Frame.safeParse(value);
  if (!frame.success) throw notUnderstood(event.error);
  const { type, seq } = frame.data;
  return type === 'snapshot' ? readSnapshot(value) : { type: 'skipped', seq, data: { was: type } };
}

/** What is not what it should be did not come from a gateway, or from one that this client does not understand. */
export function notUnderstood(cause: unknown): BeckonError {
  const message = 'The gateway said something that this page does not understand. Reload the page.';
  return new BeckonError('unreachable', message, { cause });
}

const Frame = z.object({ type: z.string(), seq: z.int().nonnegative() });

const SnapshotFrame = z.object({
  type: z.literal('snapshot'),
  seq: z.int().nonnegative(),
  data: z.object({
    epoch: z.string(),
    reset: z.boolean(),
    sessions: z.array(z.looseObject({ asks: z.array(z.unknown()).catch([]) })),
    asks: z.array(z.unknown()),
    next: z.string().optional(),
    trouble: Trouble.optional().catch(undefined),
    settings: Settings.optional().catch(undefined),
    drafts: z.array(AnswerDraft).optional().catch(undefined),
  }),
});

/** The sessions and asks of a snapshot that can be read, and how many cannot. */
function readSnapshot(value: unknown): ReceivedSnapshot {
  const frame = SnapshotFrame.safeParse(value);
  if (!frame.success) throw notUnderstood(frame.error);
  const { type, seq, data } = frame.data;
  const { trouble, next, settings, drafts, ...rest } = data;
  const asks = readable(Ask, data.asks);
  const sessions = data.sessions.flatMap((session) =>
    readable(SessionInfo, [session]).map((info) => ({ ...info, asks: readable(Ask, session.asks) })),
  );
  const skipped = data.asks.length - asks.length + data.sessions.length - sessions.length;
  const optional = {
    ...(next !== undefined && { next }),
    ...(trouble && { trouble }),
    ...(settings && { settings }),
    ...(drafts && { drafts }),
  };
  return { type, seq, data: { ...rest, ...optional, sessions, asks }, skipped };
}

function readable<T>(schema: z.ZodType<T>, values: readonly unknown[]): T[] {
  return values.flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}
