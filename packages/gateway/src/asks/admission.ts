// What happens to an ask before it is opened, in one place: it is enriched with what the house knows about it, and a rule
// may answer it, so that it is opened already answered and nobody is called for it.
import type { Answerer, Answer, AskDraft } from '@beckon/protocol';

/** Adds to an ask what its person needs to judge it. */
type Enrich = (draft: AskDraft) => AskDraft;

/** Answers an ask in its person's place, who wrote the rule; undefined where it says nothing about this one. */
type Rule = (draft: AskDraft) => { answer: Answer; answeredBy: Answerer } | undefined;

export interface AdmissionOptions {
  /** Each sees what those before it have added. */
  enrich?: readonly Enrich[];
  /** The first that answers decides. */
  rules?: readonly Rule[];
}

interface Admitted {
  draft: AskDraft;
  answered?: ReturnType<Rule>;
}

export type Admit = (raised: AskDraft) => Admitted;

export function admission({ enrich = [], rules = [] }: AdmissionOptions = {}): Admit {
  return (raised) => {
    const draft = enrich.reduce((ask, add) => add(ask), raised);
    for (const rule of rules) {
      const answered = rule(draft);
      if (answered) return { draft, answered };
    }
    return { draft };
  };
}
