// What a scripted model does, turn by turn. A script is plain data, so that scenarios read like stage directions and
// a test can send its own as JSON inside a prompt.
import { z } from 'zod';

export const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string() }),
  z.strictObject({
    type: z.literal('tool_use'),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
    /** Made up where a script does not insist on one. */
    id: z.string().min(1).optional(),
  }),
]);
export type Block = z.infer<typeof Block>;

export const Pace = z.strictObject({
  chunkChars: z.int().positive(),
  delayMs: z.int().nonnegative(),
});
export type Pace = z.infer<typeof Pace>;

export const ApiError = z.strictObject({
  status: z.int().min(400).max(599),
  type: z.string().min(1),
  message: z.string(),
  retryAfterSeconds: z.int().nonnegative().optional(),
  /** `false` tells the client not to try again; left out, it decides by the status. */
  retryable: z.boolean().optional(),
  /** How many attempts fail before the turn's blocks are played. Left out: all of them. */
  times: z.int().positive().optional(),
});
export type ApiError = z.infer<typeof ApiError>;

export const Usage = z.strictObject({
  input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
});
export type Usage = z.infer<typeof Usage>;

/**
 * One message of the model. Its strings may hold `{{prompt}}`, `{{result}}`, `{{reason}}` and `{{answers}}`, filled with
 * the prompt and with what came back from the turn before.
 */
export const Turn = z.strictObject({
  blocks: z.array(Block),
  /** Played instead of the next turn when the person said no to one of this turn's tool calls. */
  whenDenied: z.array(Block).optional(),
  /** The same for a call that was allowed, or never asked about, and failed. Played once. */
  whenFailed: z.array(Block).optional(),
  error: ApiError.optional(),
  pace: Pace.optional(),
  stopReason: z.enum(['end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'refusal']).optional(),
  /** Estimated from the lengths where a script does not say. */
  usage: Usage.optional(),
});
export type Turn = z.infer<typeof Turn>;

export interface Script {
  /** A prompt that begins with this text, whatever its case, starts the script. */
  readonly prompt: string;
  /** Decides in place of `prompt` where one text is not enough. */
  readonly matches?: RegExp;
  readonly turns: readonly Turn[] | ((prompt: string) => readonly Turn[]);
}

export interface Scenario extends Script {
  readonly id: string;
  readonly title: string;
  /** One line for someone who sees the product for the first time. */
  readonly description: string;
  /** The permission mode that a session must start in; any will do where it is left out. */
  readonly permissionMode?: 'plan';
  /** Offered as a starting point on the first screen. */
  readonly featured?: true;
  /** Subagents hold conversations of their own, which begin with the prompt their parent gave them. */
  readonly subagents?: readonly Script[];
}

export const say = (text: string): Block => ({ type: 'text', text });
export const think = (thinking: string): Block => ({ type: 'thinking', thinking });
export const call = (name: string, input: Record<string, unknown>, id?: string): Block => ({
  type: 'tool_use',
  name,
  input,
  ...(id !== undefined && { id }),
});
