// What there is to say about a kind of ask. All of it is said in one place, the kind's own file; nobody else asks which
// kind an ask is.
import { z } from 'zod';
import { JsonObject } from '../../ids.ts';
import type { PermissionMode, PermissionSuggestion } from '../../permission.ts';
import type { Answer, AnswerOf, AnswerType } from '../answer.ts';

export interface KindOfAsk<
  Name extends string = string,
  Event extends string = string,
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Type extends AnswerType = AnswerType,
> {
  readonly name: Name;
  /** The type of the event that announces such an ask. */
  readonly announcedBy: Event;
  /** What such an ask has beside what every ask has; for one that is about a tool call, `aboutToolCall` among it. */
  readonly fields: Fields;
  /** The types of answer that it takes. */
  readonly answers: readonly Type[];
  /** What the agent waits for, for whoever answers with something else. */
  readonly expects: string;
  /** It is asked before an agent starts: no agent waits for its answer, and none is told of it. */
  readonly comesBeforeAgent?: true;

  /** Checks an answer of one of those types before the ask is consumed [L9], and gives it in its canonical form. */
  read(ask: AskWith<Fields>, answer: AnswerOf<Type>): Reading;
  /** All that its person decides on, as plain text: whoever reads it to its end has seen what would happen. */
  whole(ask: AskWith<Fields>): string;
  /** What its person judges by [L5]. Two asks of a kind that show the same are the same, and one answer is good for both. */
  shows(ask: AskWith<Fields>): unknown;
  /**
   * Whether an agent that has this answer does something with it that must not be done twice. Where such an agent is
   * gone, what it did cannot be known.
   */
  runs(answer: AnswerOf<Type>): boolean;
  /** A yes takes the agent out of its mode: into the one that the answer names, else into a careful one of its driver's. */
  readonly leavesMode?: true;
  /**
   * What can be answered without opening the page, the likeliest first; empty where that needs the card. Absent where it always
   * does.
   */
  offers?(ask: AskWith<Fields>): OfferedAnswer[];
  /** After this answer its agent is to ask anew: the session's next ask of the kind is a revision of this one. */
  sendsBack?(answer: AnswerOf<Type>): boolean;
  /** What an answer that says "always" grants. */
  grants?(ask: AskWith<Fields>): PermissionSuggestion[];

  readonly words: KindWords<Fields, Type>;
}

interface KindWords<Fields extends z.ZodRawShape, Type extends AnswerType> {
  /** What is asked, beginning with what its person is to do: “Run npm test”. `cwd` is the session's folder, where it is known. */
  headline(ask: AskWith<Fields>, cwd?: string): string;
  /** What its person is wanted for, where nothing of what is asked may be said: “Wants your leave to use a tool”. */
  wanted: string;
  /** What the log says when it is opened. */
  asked(ask: AskWith<Fields>): string;
  /** What it is known by in the log's later entries, beside the tool that it is about; empty where the tool says it all. */
  gist(ask: AskWith<Fields>): string;
  /** An answer that is on its way, after “Answered”: “approve with changes”. Absent where there is nothing to add. */
  wish(answer: AnswerOf<Type>, modeName: ModeName): string | undefined;
  /** An answer that the agent has: “Approved with changes”. */
  deed(answer: AnswerOf<Type>, modeName: ModeName): string;
  /** What the terminal was first to do, after “but the terminal had already”: “allowed it: it ran”. */
  first(answer: AnswerOf<Type>): string;
  /** Why another ask took its place, where that was not the agent's doing. */
  askedAgain?: string;
  /** What an answer does while the ask is parked, and where what was asked cannot come back. */
  parked: string;
  orphaned: string;
  /** For an agent that is told the answer in a message: what it had asked, and what the answer is. */
  recalled(ask: AskWith<Fields>): string;
  told(ask: AskWith<Fields>, answer: AnswerOf<Type>): string;
}

/** An answer as a button offers it. */
export interface OfferedAnswer {
  label: string;
  answer: Answer;
}

export type ModeName = (mode: PermissionMode) => string;

type Reading = { ok: true; answer: Answer } | { ok: false; message: string };

/** An ask, as far as its kind has to know it. */
type AskWith<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<Fields>>;

/** For the fields of a kind that is about a tool call. */
export const aboutToolCall = {
  toolName: z.string(),
  /** The real input of the tool, never the model's prose about it. */
  input: JsonObject,
};

export type AboutToolCall = AskWith<typeof aboutToolCall>;

/** The call as the agent itself would write it. */
export function recalledCall({ toolName, input }: AboutToolCall): string {
  return `this call, which did not run:\n\n${toolName} ${JSON.stringify(input)}`;
}

/** For an answer that belongs to a folder. */
export const onlyFolders = '“withoutSettings”: only a folder is opened without its settings.';

/** A no is told alike, whatever was asked. */
export function toldNo({ message }: AnswerOf<'deny'>): string {
  return `My answer is no.${message?.trim() ? ` ${message.trim()}` : ''} Go on without it.`;
}

/** A kind with the types of its own fields and answers. */
export function kindOfAsk<
  const Name extends string,
  const Event extends string,
  Fields extends z.ZodRawShape,
  const Type extends AnswerType,
>(kind: KindOfAsk<Name, Event, Fields, Type>): KindOfAsk<Name, Event, Fields, Type> {
  return kind;
}
