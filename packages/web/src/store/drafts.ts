// What a person has typed or picked but not sent, kept while they look at something else.
import type { Choice } from '../asks/choice.ts';
import type { PromptDraft } from '../composer/promptDraft.ts';
import { useBeckon, useBeckonState } from './BeckonContext.tsx';

export interface Drafts {
  /** By session id; a session that does not exist yet has the id `new`. */
  prompts: Record<string, PromptDraft>;
  /** By ask id: one choice per question. */
  choices: Record<string, Choice[]>;
  /** By ask id: why it is denied or sent back. */
  reasons: Record<string, string>;
}

export const noDrafts: Drafts = { prompts: {}, choices: {}, reasons: {} };

type DraftOf<K extends keyof Drafts> = Drafts[K][string];

/** Like `useState`, but the value outlives the component. */
export function useDraft<K extends keyof Drafts>(
  kind: K,
  id: string,
  initial: DraftOf<K>,
): [DraftOf<K>, (change: DraftOf<K> | ((draft: DraftOf<K>) => DraftOf<K>)) => void] {
  const { store } = useBeckon();
  const draft = useBeckonState(({ drafts }): DraftOf<K> | undefined => drafts[kind][id]) ?? initial;
  const setDraft = (change: DraftOf<K> | ((draft: DraftOf<K>) => DraftOf<K>)) =>
    store.setState(({ drafts }) => {
      const next = typeof change === 'function' ? change(drafts[kind][id] ?? initial) : change;
      return { drafts: { ...drafts, [kind]: { ...drafts[kind], [id]: next } } };
    });
  return [draft, setDraft];
}
