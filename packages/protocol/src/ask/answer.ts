// The answers that a person can give: one list of types, each with its fields and what the log says of it. Which of them
// an ask takes is for its kind to say.
import { z } from 'zod';
import { JsonObject } from '../ids.ts';
import { EditedGrant, PermissionMode } from '../permission.ts';
import { Answers, labelArray } from './question.ts';

export const Approve = z.object({
  type: z.literal('approve'),
  /** Runs the tool with this input instead of the one that was shown. */
  updatedInput: JsonObject.optional(),
  /**
   * Grants the ask's suggestions too: all of them, or those at these places in its list, exactly as they were shown, or
   * with a rule that the person has changed.
   */
  remember: z
    .union([
      z.boolean(),
      z
        .array(z.union([z.int().nonnegative(), EditedGrant]))
        .min(1)
        .max(100),
    ])
    .optional(),
  /** For an edit: the `version` of its file that was shown. The answer is refused where the file is another by now. */
  fileVersion: z.string().max(100).optional(),
  /** For a plan: the mode in which the agent goes on. */
  permissionMode: PermissionMode.optional(),
  /** For a folder: agents work there as if its settings were not there. */
  withoutSettings: z.boolean().optional(),
});
export type Approve = z.infer<typeof Approve>;

export const Deny = z.object({
  type: z.literal('deny'),
  /** The model reads this. */
  message: z.string().max(20_000).optional(),
  /** Stops the turn instead of letting the model adapt. */
  interrupt: z.boolean().optional(),
});
export type Deny = z.infer<typeof Deny>;

export const SubmitAnswers = z.object({ type: z.literal('answers'), answers: Answers });
export type SubmitAnswers = z.infer<typeof SubmitAnswers>;

/** Every type of answer. One that is added here can be sent, kept, logged and read back. */
const answerTypes = {
  approve: answerType(Approve, ({ updatedInput, permissionMode, withoutSettings }) => {
    const mode = permissionMode && ` and to go on in mode “${permissionMode}”`;
    const how = `${updatedInput ? ', with another input' : ''}${withoutSettings ? ', without its settings' : ''}`;
    return `yes${how}${mode ?? ''}`;
  }),
  deny: answerType(Deny, ({ message }) => `no${message ? `, “${message}”` : ''}`),
  answers: answerType(SubmitAnswers, answerValues),
};

export type AnswerType = keyof typeof answerTypes;
export type AnswerOf<Type extends AnswerType> = z.infer<(typeof answerTypes)[Type]['schema']>;

/** What settles an ask. */
export type Answer = AnswerOf<AnswerType>;
const [firstSchema, ...otherSchemas] = Object.values(answerTypes).map(({ schema }) => schema) as [
  typeof Approve,
  ...(typeof Approve)[],
];
export const Answer = z.discriminatedUnion('type', [firstSchema, ...otherSchemas]) as unknown as z.ZodType<Answer>;

/** What the person said, never that it has happened. */
export function answerText(answer: Answer): string {
  // Each type has the words for its own answers; the compiler cannot see that through the lookup.
  const { words } = answerTypes[answer.type] as { words(given: Answer): string };
  return `the answer is ${words(answer)}`;
}

/** Whether an agent does the same with either. Why it is no makes no difference. */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  if (one.type === 'deny' || other.type === 'deny') return one.type === other.type;
  if (one.type === 'approve' && other.type === 'approve') {
    const isSameRest =
      one.permissionMode === other.permissionMode && (one.remember ?? false) === (other.remember ?? false);
    return isSameRest && one.updatedInput === undefined && other.updatedInput === undefined;
  }
  return one.type === other.type && answerText(one) === answerText(other);
}

function answerType<Schema extends z.ZodType>(schema: Schema, words: (answer: z.infer<Schema>) => string) {
  return { schema, words };
}

/** What was chosen for each question, in their order. */
export function answerValues({ answers }: SubmitAnswers): string {
  return Object.values(answers).map(shownAnswer).join('; ');
}

function shownAnswer(value: string): string {
  return labelArray(value)?.join(', ') ?? value;
}
