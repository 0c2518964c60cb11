// An ask: an agent's wait for a person, from the moment it is raised to the moment the agent has moved on.
import { z } from 'zod';
import { CallReceipt } from '../channel.ts';
import { AskId, JsonObject, SessionId, Timestamp, ToolCallId } from '../ids.ts';
import { Abridged } from './abridged.ts';
import { Answer } from './answer.ts';
import { Answerer, Receipt } from './answerer.ts';
import { EditedFile } from './editedFile.ts';
import { askKinds } from './kinds/index.ts';
import { AskPhase, AskState } from './phase.ts';
import { Risk } from './risk.ts';

export type AskKind = keyof typeof askKinds;
export const AskKind = z.enum(Object.keys(askKinds) as [AskKind, ...AskKind[]]);

export const WithdrawalReason = z.enum([
  'interrupted',
  'agent_gone',
  'answered_in_terminal',
  'expired',
  'superseded',
  'outcome_unknown',
  'given_up',
  'failed',
  'not_needed',
]);
export type WithdrawalReason = z.infer<typeof WithdrawalReason>;

/** Why an agent no longer waits for an ask. */
export const EndOfWait = WithdrawalReason.exclude(['outcome_unknown', 'given_up']);
export type EndOfWait = z.infer<typeof EndOfWait>;

/** Why an ask was withdrawn, in words for its person. */
export const withdrawalReasonTexts: Record<WithdrawalReason, string> = {
  interrupted: 'The agent was interrupted before this was answered.',
  agent_gone: 'The agent went away before this was settled. Send a message to bring it back.',
  answered_in_terminal: 'This was answered in the terminal.',
  expired: 'Nobody answered in time, so the agent was told no.',
  superseded: 'It was asked again.',
  outcome_unknown:
    'The agent had the answer, and went away before its result was seen. It may have run, or still be running: look ' +
    'before you ask for it again.',
  given_up: 'Given up by its person: it was not done.',
  failed: 'Something went wrong inside Beckon, so no answer reached the agent. Its log says what.',
  not_needed: 'There was nothing to ask any more.',
};

/** Why no agent runs that waits for an ask. */
export const ParkReason = z.enum(['limit', 'agent_gone', 'gateway_stopped']);
export type ParkReason = z.infer<typeof ParkReason>;

/** An ask whose agent does not run. It stays as good as any other: its answer brings the agent back. */
export const Parked = z.object({
  at: Timestamp,
  reason: ParkReason,
  /**
   * The call itself cannot come back: the agent is told of the answer in a message, and if it then makes the same call
   * again, the answer applies to that.
   */
  isOrphaned: z.boolean(),
});
export type Parked = z.infer<typeof Parked>;

/** An answer that could not be brought to its agent yet. */
export const FailedDelivery = z.object({
  attempts: z.int().positive(),
  failedAt: Timestamp,
  /** Why, in words for its person. */
  message: z.string(),
  nextAt: Timestamp,
});
export type FailedDelivery = z.infer<typeof FailedDelivery>;

/**
 * What the agent was seen to do with a call: it has a result, or an error for one, it was stopped while it ran, it did not
 * run, or the agent went on without any of these.
 */
export const Observation = z.enum(['ran', 'failed', 'stopped', 'did_not_run', 'went_on']);
export type Observation = z.infer<typeof Observation>;

const askFields = {
  id: AskId,
  sessionId: SessionId,
  /** The ask's key in its session: the call that it is about, else a name that whoever raises it has made up. */
  toolCallId: ToolCallId,
  /** Where it is about a tool call. */
  toolName: z.string().optional(),
  input: JsonObject.optional(),
  /** Where the input is too large to be carried around: what is here is its beginning and its end. */
  abridged: Abridged.optional(),
  state: AskState,
  /** Where it is in its life, exactly. */
  phase: AskPhase,
  createdAt: Timestamp,
  /** When the wait ends by itself, where there is a limit. */
  expiresAt: Timestamp.optional(),
  /** The subagent that asks; absent for the session's main agent. */
  agentId: z.string().optional(),
  /** An earlier ask under the same key: an answer has to say which of them it is for. */
  follows: AskId.optional(),
  /** The ask that was sent back, and that its agent has worked over into this one. */
  revises: AskId.optional(),
  /** What the agent says about why it must ask, for example the rule or path that triggered it. */
  reason: z.string().optional(),
  blockedPath: z.string().optional(),
  /** What approving it could do, as far as that can be told from its input. */
  risk: Risk.optional(),
  /** The file that it would change, as it was when it was last looked at: when it was asked about or compared, or an approval came. */
  file: EditedFile.optional(),
  /** Devices that were sent this ask, and those on which it was in view. */
  shown: z.array(Receipt).optional(),
  seen: z.array(Receipt).optional(),
  /** What was sent to call its person, and what the services said: at most 20, the oldest failures go first. */
  called: z.array(CallReceipt).optional(),
  parked: Parked.optional(),
  answer: Answer.optional(),
  answeredAt: Timestamp.optional(),
  answeredBy: Answerer.optional(),
  /** When the answer goes on its way. Absent where it may at once, or that time is over. */
  dueAt: Timestamp.optional(),
  /** The answer is on its way to a running agent, which may have acted on it from here on. */
  handedAt: Timestamp.optional(),
  /** The last time that the answer could not be brought to an agent. */
  failedDelivery: FailedDelivery.optional(),
  /** The keys of answers that were taken back, which are not to be taken for new ones. */
  takenBack: z.array(z.string()).optional(),
  /** The answer was given to this earlier ask, for the same call. */
  carriedFrom: AskId.optional(),
  /** The answer was given to this ask of another session, which asks the very same. */
  answeredWith: AskId.optional(),
  deliveredAt: Timestamp.optional(),
  settledAt: Timestamp.optional(),
  observed: Observation.optional(),
  /** What was answered in the terminal, by the agent's own record, where the terminal was first. */
  inTerminal: Answer.optional(),
  withdrawnAt: Timestamp.optional(),
  withdrawalReason: WithdrawalReason.optional(),
};

type Kinds = typeof askKinds;
type AskFields = z.infer<z.ZodObject<typeof askFields>>;
/** What an ask of a kind has beside what every ask has. */
export type KindFields<Kind extends AskKind = AskKind> = {
  [K in Kind]: { kind: K } & z.infer<z.ZodObject<Kinds[K]['fields']>>;
}[Kind];

export type AskOf<Kind extends AskKind> = { [K in Kind]: AskFields & KindFields<K> }[Kind];
export type Ask = AskOf<AskKind>;

const askSchemas = Object.values(askKinds).map(({ name, fields }) =>
  z.object({ ...askFields, kind: z.literal(name), ...fields }),
);
const [firstSchema, ...otherSchemas] = askSchemas as [(typeof askSchemas)[number], ...typeof askSchemas];
export const Ask = z.discriminatedUnion('kind', [firstSchema, ...otherSchemas]) as unknown as z.ZodType<Ask>;

/** What a driver knows when it raises an ask; the ledger adds the rest. */
export type AskDraft = DistributiveOmit<
  Ask,
  | 'id'
  | 'state'
  | 'phase'
  | 'createdAt'
  | 'expiresAt'
  | 'follows'
  | 'revises'
  | 'parked'
  | Receipts
  | AnswerTrace
  | WithdrawalTrace
>;

type Receipts = 'shown' | 'seen' | 'called';
type AnswerTrace =
  | 'answer'
  | 'answeredAt'
  | 'answeredBy'
  | 'handedAt'
  | 'failedDelivery'
  | 'takenBack'
  | 'carriedFrom'
  | 'answeredWith'
  | 'deliveredAt'
  | 'settledAt'
  | 'observed'
  | 'inTerminal';
type WithdrawalTrace = 'withdrawnAt' | 'withdrawalReason';
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
