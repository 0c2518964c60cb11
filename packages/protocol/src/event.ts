// What the gateway tells its clients: one stream over all sessions, numbered without gaps.
import { z } from 'zod';
import { AnswerDraft } from './ask/answerDraft.ts';
import { Ask } from './ask/ask.ts';
import { announcementOf, askAnnouncements } from './ask/announcements.ts';
import type { AnnouncementType } from './ask/announcements.ts';
import { JsonObject, SessionId, Timestamp, ToolCallId } from './ids.ts';
import { Message, noticeFields, ToolResult, TurnOutcome, Usage } from './message.ts';
import { Session, SessionInfo } from './session.ts';
import { Settings } from './settings.ts';

const messageId = z.string().min(1);
/** For events that become a message of their own. */
const ownMessage = { messageId, createdAt: Timestamp };

/**
 * What happens in one session. The conversation is the sum of these: whoever applies them in order, server or client,
 * arrives at the same messages.
 */
export const sessionEventData = {
  session_status: z.object({ session: SessionInfo }),
  session_removed: z.object({}),

  /** A whole message at once. */
  message: z.object({ message: Message }),
  /** An empty message that the deltas after it fill. */
  message_start: Message.omit({ parts: true }),
  text_delta: z.object({ messageId, text: z.string() }),
  thinking_delta: z.object({ messageId, text: z.string() }),
  tool_call_start: z.object({ messageId, toolCallId: ToolCallId, toolName: z.string() }),
  /** A further piece of the input's JSON text. */
  tool_call_delta: z.object({ toolCallId: ToolCallId, inputText: z.string() }),
  tool_call_end: z.object({ toolCallId: ToolCallId, input: JsonObject }),
  tool_result: z.object({ toolCallId: ToolCallId, result: ToolResult }),
  notice: z.object({ ...ownMessage, ...noticeFields }),
  error: z.object({ ...ownMessage, message: z.string(), isRateLimit: noticeFields.isRateLimit }),
  done: z.object({ ...ownMessage, outcome: TurnOutcome, usage: Usage, durationMs: z.number().nonnegative() }),

  ...askAnnouncements,
  /** An ask took a further step; once it is no longer open, every client closes its card. */
  ask_changed: z.object({ ask: Ask }),
};

type SessionEventData = typeof sessionEventData;
export type SessionEventType = keyof SessionEventData;

/** An event before it has a number. */
export type SessionEventDraft = {
  [T in SessionEventType]: { type: T; data: z.infer<SessionEventData[T]> };
}[SessionEventType];

export type SessionEvent = SessionEventDraft & { sessionId: SessionId; seq: number };

/** What is wrong with the gateway as a whole, in words that say what to do about it. */
export const Trouble = z.object({
  code: z.enum(['store_unavailable', 'database_set_aside']),
  message: z.string(),
  since: Timestamp,
});
export type Trouble = z.infer<typeof Trouble>;

/** The gateway itself is in trouble, or no longer. */
export const GatewayStatusEvent = z.object({
  type: z.literal('gateway_status'),
  seq: z.int().positive(),
  data: z.object({ trouble: Trouble.optional() }),
});
export type GatewayStatusEvent = z.infer<typeof GatewayStatusEvent>;

/** Somebody has changed what is kept for all devices. */
const SettingsChangedEvent = z.object({
  type: z.literal('settings_changed'),
  seq: z.int().positive(),
  data: z.object({ settings: Settings }),
});
type SettingsChangedEvent = z.infer<typeof SettingsChangedEvent>;

/** Somebody goes on filling in an answer: the fields that have changed, for whoever has the same form open. */
const DraftChangedEvent = z.object({ type: z.literal('draft_changed'), seq: z.int().positive(), data: AnswerDraft });
type DraftChangedEvent = z.infer<typeof DraftChangedEvent>;

/**
 * All that a client needs to begin with. It replaces whatever the client held: conversations that it had loaded are to
 * be loaded again, because the events between are gone (`reset`) or it is new. Of the sessions it has those that matter
 * now: that wait, that run, or that were touched last.
 */
export const SnapshotEvent = z.object({
  type: z.literal('snapshot'),
  seq: z.int().nonnegative(),
  data: z.object({
    /** Changes whenever the numbering starts anew. */
    epoch: z.string(),
    /** The client had asked to go on from a point that can no longer be reached. */
    reset: z.boolean(),
    sessions: z.array(Session),
    /** The asks of all sessions that are not over, oldest first. */
    asks: z.array(Ask),
    /** The cursor for `listSessions` from which on the other sessions come; absent where there are none. */
    next: z.string().optional(),
    trouble: Trouble.optional(),
    settings: Settings.optional(),
    /** What has been filled in and not sent, of asks that are open. */
    drafts: z.array(AnswerDraft).optional(),
  }),
});
export type SnapshotEvent = z.infer<typeof SnapshotEvent>;

export type GatewayEvent = SnapshotEvent | GatewayStatusEvent | SettingsChangedEvent | DraftChangedEvent | SessionEvent;

/**
 * Stands for an event that a client cannot read, because the gateway is newer than it: the number counts, what the event
 * says is lost on this client.
 */
export interface SkippedEvent {
  type: 'skipped';
  seq: number;
  /** The type that the event came with. */
  data: { was: string };
}

/** A snapshot as far as a client can read it, and how much of it, and of what came before, the client cannot. */
export type ReceivedSnapshot = SnapshotEvent & { skipped?: number };

/** What a client makes of the stream. */
export type ReceivedEvent = GatewayEvent | ReceivedSnapshot | SkippedEvent;

const sessionEventSchemas = Object.entries(sessionEventData).map(([type, data]) =>
  z.object({ type: z.literal(type), sessionId: SessionId, seq: z.int().positive(), data }),
);

/** For the wire; `readEvent` also takes what this does not know. */
export const GatewayEvent = z.discriminatedUnion('type', [
  SnapshotEvent,
  GatewayStatusEvent,
  SettingsChangedEvent,
  DraftChangedEvent,
  ...sessionEventSchemas,
]) as unknown as z.ZodType<GatewayEvent>;

/** The stream's position, as it travels in SSE's `id` and `Last-Event-ID`. */
export interface EventPosition {
  epoch: string;
  seq: number;
}

export function formatPosition({ epoch, seq }: EventPosition): string {
  return `${epoch}:${seq}`;
}

export function parsePosition(text: string | undefined): EventPosition | undefined {
  const match = /^([\w-]{1,64}):(\d{1,15})$/.exec(text ?? '');
  return match?.[1] && match[2] ? { epoch: match[1], seq: Number(match[2]) } : undefined;
}

/** The event that tells of an ask, or of its further step. */
export function askEvent(ask: Ask, step: 'opened' | 'changed'): SessionEventDraft {
  return { type: step === 'opened' ? announcementOf(ask) : 'ask_changed', data: { ask } };
}

/** The events that carry an ask: those that announce one, and its further steps. */
export type AskEventType = AnnouncementType | 'ask_changed';
export type AskEvent = Extract<SessionEvent, { type: AskEventType }>;

export function announcesAsk({ type }: Pick<SessionEvent, 'type'>): boolean {
  return Object.hasOwn(askAnnouncements, type);
}

export function isAskEvent<Event extends SessionEventDraft>(
  event: Event,
): event is Extract<Event, { type: AskEventType }> {
  return event.type === 'ask_changed' || announcesAsk(event);
}
