// What a person has typed or picked but not sent, kept while they look at something else.
import type { Choice } from '../asks/choice.ts';
import type { PlanComment } from '../asks/plan/feedback.ts';
import type { PromptDraft } from '../composer/promptDraft.ts';
import { useBeckon, useBeckonState } from './BeckonContext.tsx';

interface DraftKinds {
  /** By session id; a session that does not exist yet has the id `new`. */
  prompts: PromptDraft;
  /** By ask id: one choice per question. */
  choices: Choice[];
  /** By ask id: why it is denied or sent back. */
  reasons: string;
  /** By ask id: what is said about passages of its plan. */
  comments: PlanComment[];
  /** By ask id: what is to be approved in place of the input that was asked about, as it is edited. */
  inputs: string;
}

export type Drafts = { [Kind in keyof DraftKinds]: Record<string, DraftKinds[Kind]> };

export const noDrafts: Drafts = { prompts: {}, choices: {}, reasons: {}, comments: {}, inputs: {} };

type Change<T> = T | ((draft: T) => T);

/** Like `useState`, but the value outlives the component. */
export function useDraft<Kind extends keyof DraftKinds>(
  kind: Kind,
  id: string,
  initial: DraftKinds[Kind],
): [DraftKinds[Kind], (change: Change<DraftKinds[Kind]>) => void] {
  const { store } = useBeckon();
  const draft = useBeckonState(({ drafts }) => drafts[kind][id]) ?? initial;
  const setDraft = (change: Change<DraftKinds[Kind]>) =>
    store.setState(({ drafts }) => {
      const next = typeof change === 'function' ? change(drafts[kind][id] ?? initial) : change;
      return { drafts: { ...drafts, [kind]: { ...drafts[kind], [id]: next } } };
    });
  return [draft, setDraft];
}
