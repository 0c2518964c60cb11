// What the kinds of asks say, for whoever has an ask of any kind.
import { type PermissionSuggestion, withEdit } from '../permission.ts';
import { type Answer, type AnswerOf, answerValues } from './answer.ts';
import type { Ask, AskDraft } from './ask.ts';
import { changeSigns, changeWords } from './editedFile.ts';
import { askKinds } from './kinds/index.ts';
import type { KindOfAsk, ModeName, OfferedAnswer } from './kinds/kind.ts';

/** What describes an ask of its kind, and the answers to it. */
export function kindOf({ kind }: Pick<Ask, 'kind'>): KindOfAsk {
  return askKinds[kind];
}

/** What is asked, in a few words that begin with what its person is to do; files of the session's folder by their path in it. */
export function headline(ask: AskDraft, cwd?: string): string {
  return kindOf(ask).words.headline(ask, cwd);
}

/** All that its person decides on, as plain text. */
export function wholeAsk(ask: Ask): string {
  return kindOf(ask).whole(ask);
}

/** What can be answered without opening the page, the likeliest first; empty where that needs the card. */
export function offeredAnswers(ask: Ask): OfferedAnswer[] {
  return kindOf(ask).offers?.(ask) ?? [];
}

/** The same with how much of its file a call would change, where that is known: “Edit src/greet.js +1 −0”. */
export function sizedHeadline(ask: AskDraft, cwd?: string): string {
  const lines = ask.file?.lines;
  return lines ? `${headline(ask, cwd)} ${changeSigns(lines)}` : headline(ask, cwd);
}

/** The same for whoever hears it. */
export function spokenHeadline(ask: AskDraft, cwd?: string): string {
  const lines = ask.file?.lines;
  return lines ? `${headline(ask, cwd)}, ${changeWords(lines)}` : headline(ask, cwd);
}

/** Whether an agent that has this answer may have done what must not be done twice. */
export function runsSomething(ask: Ask): boolean {
  return ask.answer !== undefined && kindOf(ask).runs(ask.answer);
}

/** Whether it was asked before an agent started: no agent waits for it, and none is to be told of its answer. */
export function comesBeforeAgent(ask: Pick<Ask, 'kind'>): boolean {
  return kindOf(ask).comesBeforeAgent === true;
}

/** What "always" would grant here; once it is answered, what of it the person has chosen. */
export function grantsOf(ask: Ask): PermissionSuggestion[] {
  const offered = kindOf(ask).grants?.(ask) ?? [];
  const chosen = ask.answer?.type === 'approve' ? ask.answer.remember : undefined;
  if (!Array.isArray(chosen)) return offered;
  return offered.flatMap((suggestion, place) => {
    const edit = chosen.find((each) => typeof each === 'object' && each.at === place);
    if (typeof edit === 'object') return [withEdit(suggestion, edit)];
    return chosen.includes(place) ? [suggestion] : [];
  });
}

/**
 * What was answered in the terminal, where that is known: “Approved in the terminal”. Whether a yes for more than this once
 * was one for always or a switch to a freer mode, the agent's record does not tell apart.
 */
export function terminalAnswerText(ask: Pick<Ask, 'kind' | 'inTerminal'>, modeName: ModeName): string | undefined {
  const { inTerminal } = ask;
  if (!inTerminal) return undefined;
  const { deed } = kindOf(ask).words;
  if (inTerminal.type === 'answers')
    return `${deed(inTerminal, modeName)} in the terminal: ${answerValues(inTerminal)}`;
  if (inTerminal.type !== 'approve' || !inTerminal.remember) return `${deed(inTerminal, modeName)} in the terminal`;
  const { remember: _, ...once } = inTerminal;
  return `${deed(once, modeName)} in the terminal, and for more than this once`;
}

/** What happened instead of what was answered: “but the terminal had already allowed it: it ran”. */
export function contradictionText(ask: Pick<Ask, 'kind' | 'inTerminal' | 'observed'>): string {
  if (ask.inTerminal) return `but the terminal had already ${kindOf(ask).words.first(ask.inTerminal)}`;
  if (ask.observed === 'stopped') return 'but it was stopped only while it ran';
  return ask.observed === 'did_not_run' ? 'but it did not run' : 'but it ran all the same';
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
