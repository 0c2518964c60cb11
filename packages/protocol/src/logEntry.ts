// The audit log: everything that was asked, answered, granted, started and stopped, one numbered entry each. The entries
// of an ask are enough to rebuild it: the first holds it whole, every later one what it changed.
import { z } from 'zod';
import { Answer } from './ask/answer.ts';
import { Answerer, Receipt } from './ask/answerer.ts';
import { Ask, FailedDelivery, Observation, Parked, WithdrawalReason } from './ask/ask.ts';
import { AskPhase } from './ask/phase.ts';
import { CallReceipt, ChannelRef } from './channel.ts';
import { Device } from './device.ts';
import { AskId, SessionId, Timestamp } from './ids.ts';
import { PastPlace } from './past.ts';
import { PermissionMode, PermissionSuggestion } from './permission.ts';
import { DriverName, EndReason } from './session.ts';
import { SettingValues } from './settings.ts';
import { TrustDecision } from './trust.ts';

/** The fields that a step changed, as they are after it; those that it took away are named. */
export const AskStep = z.object({
  /** The tool that the ask is about, where it is about one. */
  toolName: z.string().optional(),
  /** What the ask is about, in short; the whole of it is in the first entry. */
  gist: z.string().optional(),
  changed: z.looseObject({
    phase: AskPhase.optional(),
    answeredAt: Timestamp.optional(),
    dueAt: Timestamp.optional(),
    answer: Answer.optional(),
    answeredBy: Answerer.optional(),
    answeredWith: AskId.optional(),
    withdrawalReason: WithdrawalReason.optional(),
    observed: Observation.optional(),
    inTerminal: Answer.optional(),
    shown: z.array(Receipt).optional(),
    seen: z.array(Receipt).optional(),
    called: z.array(CallReceipt).optional(),
    parked: Parked.optional(),
    failedDelivery: FailedDelivery.optional(),
  }),
  removed: z.array(z.string()).optional(),
});
export type AskStep = z.infer<typeof AskStep>;

/** Every type of entry. One that is added here gets its words in `logEntryText.ts`, and the compiler asks for them. */
export const logEntryData = {
  ask_opened: z.object({ ask: Ask }),
  ask_answered: AskStep,
  ask_delivered: AskStep,
  ask_settled: AskStep,
  ask_withdrawn: AskStep,
  /** Open again: its answer was taken back. */
  ask_reopened: AskStep,
  ask_shown: AskStep,
  ask_seen: AskStep,
  /** Its person was called about it through a channel, or could not be. */
  ask_called: AskStep,
  ask_parked: AskStep,
  ask_resumed: AskStep,
  /** The time in which its answer was not to go on its way is over. */
  ask_due: AskStep,
  ask_handed: AskStep,
  ask_delivery_failed: AskStep,
  /** It was answered in the terminal, and now it is known what. */
  ask_explained: AskStep,
  /** Changed in anything else. */
  ask_changed: AskStep,
  /** An answer that said "always": what it grants, exactly as it was shown, and who gave it. */
  rule_granted: z.object({ suggestions: z.array(PermissionSuggestion), grantedBy: Answerer }),

  /** A person has taken a granted rule away again. */
  rule_removed: z.object({ text: z.string(), file: z.string(), device: Device }),

  session_created: z.object({
    driver: DriverName,
    cwd: z.string(),
    title: z.string(),
    permissionMode: PermissionMode,
    /** Where it was created; absent for one that its person started without Beckon. */
    device: Device.optional(),
  }),
  session_started: z.object({}),
  session_ended: z.object({ reason: EndReason.optional(), message: z.string().optional() }),
  /** A person chose the mode; the agent changes it by itself, too. */
  session_mode_chosen: z.object({ permissionMode: PermissionMode, device: Device }),
  session_mode_changed: z.object({ from: PermissionMode, to: PermissionMode }),
  session_removed: z.object({ title: z.string().optional(), device: Device.optional() }),
  session_changed: z.object({ title: z.string().optional(), model: z.string().nullable().optional(), device: Device }),
  session_interrupted: z.object({ device: Device }),
  /** A past session was put away, deleted or brought back; `gone`, for good. */
  past_session_moved: z.object({ to: z.enum([...PastPlace.options, 'gone']), title: z.string(), device: Device }),
  /** The entry's session is the new one. */
  session_forked: z.object({ from: SessionId, messageId: z.string().optional(), device: Device }),
  /** A person wrote to the agent. What they wrote is in the conversation. */
  message_sent: z.object({ device: Device }),
  /** The beginning of a burst of typing into the session's terminal. */
  pane_typed: z.object({ device: Device }),
  /** The session's terminal was given another size, the first time in a while, by a device that did not type. */
  pane_resized: z.object({ device: Device }),
  /** What is kept for all devices. */
  settings_changed: SettingValues.partial().extend({ device: Device }),
  answer_taken_back: z.object({ device: Device }),
  /** A person asked to bring an answer to its agent now. */
  delivery_tried: z.object({ device: Device }),

  /** Who made a link that signs a device in; without a device, Beckon did when it started. */
  login_code_issued: z.object({ device: Device.optional() }),
  login_code_cancelled: z.object({ device: Device }),
  device_signed_in: z.object({ device: Device, address: z.string().optional() }),
  /** Something was shown that opens nothing: the first of a burst at once, and how many there were once it is over. */
  sign_in_failed: z.object({
    what: z.enum(['token', 'code', 'cookie', 'proof']),
    count: z.int().positive(),
    address: z.string().optional(),
    program: z.string().optional(),
    /** Whose cookie it was, where that was right and the key that belongs to it was missing. */
    device: Device.optional(),
  }),
  token_rotated: z.object({ by: Device }),
  /** `device` as it was called before. */
  device_renamed: z.object({ device: Device, name: z.string(), by: Device }),
  device_removed: z.object({ device: Device, by: Device }),

  /** What its person decided about what a folder would run. */
  folder_decided: z.object({ folder: z.string(), digest: z.string(), decision: TrustDecision, decidedBy: Answerer }),
  folder_forgotten: z.object({ folder: z.string(), by: Device }),

  /** Never with what a channel is configured with: some of that is secret. */
  channel_made: z.object({ channel: ChannelRef, device: Device }),
  channel_changed: z.object({
    channel: ChannelRef,
    /** The names of what was changed. */
    what: z.array(z.string()),
    /** Absent where Beckon has switched it off by itself, and says why. */
    device: Device.optional(),
    reason: z.string().optional(),
  }),
  channel_removed: z.object({ channel: ChannelRef, device: Device.optional(), reason: z.string().optional() }),
  channel_tested: z.object({ channel: ChannelRef, ok: z.boolean(), detail: z.string(), device: Device }),

  gateway_started: z.object({ version: z.string() }),
  gateway_stopped: z.object({}),
  /** The store could not be written for a while. */
  store_recovered: z.object({ since: Timestamp, message: z.string() }),
  database_set_aside: z.object({ path: z.string() }),
  history_pruned: z.object({ before: Timestamp, asks: z.int(), entries: z.int() }),
};

type LogEntryData = typeof logEntryData;
export type LogEntryType = keyof LogEntryData;

/** An entry before it has a number and a time. */
export type LogDraft = {
  [T in LogEntryType]: {
    type: T;
    sessionId?: SessionId | undefined;
    askId?: AskId | undefined;
    data: z.infer<LogEntryData[T]>;
  };
}[LogEntryType];

export type LogEntry = LogDraft & {
  /** Later entries have larger numbers. */
  number: number;
  at: number;
};

const entrySchemas = Object.entries(logEntryData).map(([type, data]) =>
  z.object({
    type: z.literal(type),
    number: z.int().positive(),
    at: Timestamp,
    sessionId: SessionId.optional(),
    askId: AskId.optional(),
    data,
  }),
);
const [firstSchema, ...otherSchemas] = entrySchemas as [(typeof entrySchemas)[number], ...typeof entrySchemas];

export const LogEntry = z.discriminatedUnion('type', [firstSchema, ...otherSchemas]) as unknown as z.ZodType<LogEntry>;
