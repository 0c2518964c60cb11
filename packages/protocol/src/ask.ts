// An ask: an agent's wait for a person, from the moment it is raised to the moment the agent has moved on.
import { z } from 'zod';
import { AskId, JsonObject, SessionId, Timestamp, ToolCallId } from './ids.ts';
import { PermissionMode, PermissionSuggestion } from './permission.ts';
import { Answers, Question } from './question.ts';

export const AskKind = z.enum(['approval', 'question', 'plan']);
export type AskKind = z.infer<typeof AskKind>;

/** `open → answered → delivered → settled`, or `withdrawn` from any state before settled. */
export const AskState = z.enum(['open', 'answered', 'delivered', 'settled', 'withdrawn']);
export type AskState = z.infer<typeof AskState>;

export const WithdrawalReason = z.enum(['interrupted', 'agent_gone', 'answered_in_terminal', 'expired', 'superseded']);
export type WithdrawalReason = z.infer<typeof WithdrawalReason>;

/** Why an ask was withdrawn, in words for its person. */
export const withdrawalReasonTexts: Record<WithdrawalReason, string> = {
  interrupted: 'The agent was interrupted before this was answered.',
  agent_gone: 'The agent went away before this was settled. Send a message to bring it back.',
  answered_in_terminal: 'This was answered in the terminal.',
  expired: 'Nobody answered in time, so the agent was told no.',
  superseded: 'The agent asked again with another input.',
};

export const Approve = z.object({
  type: z.literal('approve'),
  /** Runs the tool with this input instead of the one that was shown. */
  updatedInput: JsonObject.optional(),
  /** Grants the ask's suggestions too, exactly as they were shown. */
  remember: z.boolean().optional(),
  /** For a plan: the mode in which the agent goes on. */
  permissionMode: PermissionMode.optional(),
});
export const Deny = z.object({
  type: z.literal('deny'),
  /** The model reads this. */
  message: z.string().max(20_000).optional(),
  /** Stops the turn instead of letting the model adapt. */
  interrupt: z.boolean().optional(),
});
export const SubmitAnswers = z.object({ type: z.literal('answers'), answers: Answers });

/** What settles an ask. */
export const Answer = z.discriminatedUnion('type', [Approve, Deny, SubmitAnswers]);
export type Answer = z.infer<typeof Answer>;

/** Where an answer came from: the device in words ("Firefox on Linux") and the client's key for this one attempt. */
export const Answerer = z.object({ device: z.string(), clientKey: z.string().optional() });
export type Answerer = z.infer<typeof Answerer>;

const askFields = {
  id: AskId,
  sessionId: SessionId,
  toolCallId: ToolCallId,
  toolName: z.string(),
  /** The real input of the tool, never the model's prose about it. */
  input: JsonObject,
  state: AskState,
  createdAt: Timestamp,
  /** When the wait ends by itself, where there is a limit. */
  expiresAt: Timestamp.optional(),
  /** The subagent that asks; absent for the session's main agent. */
  agentId: z.string().optional(),
  /** What the agent says about why it must ask, for example the rule or path that triggered it. */
  reason: z.string().optional(),
  blockedPath: z.string().optional(),
  answer: Answer.optional(),
  answeredAt: Timestamp.optional(),
  answeredBy: Answerer.optional(),
  deliveredAt: Timestamp.optional(),
  settledAt: Timestamp.optional(),
  withdrawnAt: Timestamp.optional(),
  withdrawalReason: WithdrawalReason.optional(),
};

export const Ask = z.discriminatedUnion('kind', [
  z.object({
    ...askFields,
    kind: z.literal('approval'),
    /** What "always allow" would grant; empty where that must not be offered. */
    suggestions: z.array(PermissionSuggestion),
    /** The card must open on its deny side and offer no one-key approval. */
    defaultToNo: z.boolean(),
  }),
  z.object({ ...askFields, kind: z.literal('question'), questions: z.array(Question).min(1) }),
  z.object({ ...askFields, kind: z.literal('plan'), plan: z.string() }),
]);
export type Ask = z.infer<typeof Ask>;

/** What a driver knows when it raises an ask; the ledger adds the rest. */
export type AskDraft = DistributiveOmit<
  Ask,
  'id' | 'state' | 'createdAt' | 'expiresAt' | 'answer' | AnswerTrace | WithdrawalTrace
>;

type AnswerTrace = 'answeredAt' | 'answeredBy' | 'deliveredAt' | 'settledAt';
type WithdrawalTrace = 'withdrawnAt' | 'withdrawalReason';
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The answers that an ask of each kind accepts. */
export const answerTypesByKind: Record<AskKind, readonly Answer['type'][]> = {
  approval: ['approve', 'deny'],
  question: ['answers', 'deny'],
  plan: ['approve', 'deny'],
};
