// What the kinds of asks say, for whoever has an ask of any kind.
import type { PermissionSuggestion } from '../permission.ts';
import type { Answer, AnswerOf } from './answer.ts';
import type { Ask, AskDraft } from './ask.ts';
import { askKinds } from './kinds/index.ts';
import type { KindOfAsk } from './kinds/kind.ts';

/** What describes an ask of its kind, and the answers to it. */
export function kindOf({ kind }: Pick<Ask, 'kind'>): KindOfAsk {
  return askKinds[kind];
}

/** What is asked, in a few words that begin with what its person is to do; files of the session's folder by their path in it. */
export function headline(ask: AskDraft, cwd?: string): string {
  return kindOf(ask).words.headline(ask, cwd);
}

/** Whether an agent that has this answer may have done what must not be done twice. */
export function runsSomething(ask: Ask): boolean {
  return ask.answer !== undefined && kindOf(ask).runs(ask.answer);
}

/** What "always" would grant here; once it is answered, what of it the person has chosen. */
export function grantsOf(ask: Ask): PermissionSuggestion[] {
  const offered = kindOf(ask).grants?.(ask) ?? [];
  const chosen = ask.answer?.type === 'approve' ? ask.answer.remember : undefined;
  return Array.isArray(chosen) ? offered.filter((_, place) => chosen.includes(place)) : offered;
}

/** For an agent that cannot be given the answer otherwise. */
export function retelling(ask: Ask, answer: Answer): string {
  const { recalled, told } = kindOf(ask).words;
  const asker = ask.agentId === undefined ? 'you' : 'one of your subagents';
  return `Before you were interrupted, ${asker} waited for my answer to ${recalled(ask)}\n\n${told(ask, answer)}`;
}

/** Whether the answer takes the agent out of the mode that it was in. */
export function leavesMode(ask: Ask, answer: Answer): answer is AnswerOf<'approve'> {
  return kindOf(ask).leavesMode === true && answer.type === 'approve';
}
