// Keeps what was typed or picked and not sent through a reload of the tab. Files are left out: a few of them are more
// than a browser keeps.
import type { PromptDraft } from '../composer/promptDraft.ts';
import { withOnly } from '../composer/promptDraft.ts';
import type { BeckonStore } from './beckon.ts';
import type { Drafts } from './drafts.ts';
import { noDrafts } from './drafts.ts';

/** Changes whenever the form of a draft does, so that an older page's are not taken for this one's. */
const storageKey = 'beckon drafts 2';
/** Of each kind, those begun last; asks that were answered leave theirs behind. */
const keptCount = 50;

export function keepDrafts(store: BeckonStore, storage: Storage): void {
  store.setState({ drafts: readDrafts(storage) });
  store.subscribe(({ drafts }, before) => {
    if (drafts !== before.drafts) writeDrafts(storage, drafts);
  });
}

function readDrafts(storage: Storage): Drafts {
  try {
    return { ...noDrafts, ...(JSON.parse(storage.getItem(storageKey) ?? '{}') as Partial<Drafts>) };
  } catch {
    return noDrafts;
  }
}

function writeDrafts(storage: Storage, { prompts, choices, reasons, comments, inputs }: Drafts): void {
  const texts = Object.fromEntries(Object.entries(prompts).map(([id, draft]) => [id, withoutFiles(draft)]));
  const kept: Drafts = {
    prompts: newest(texts),
    choices: newest(choices),
    reasons: newest(reasons),
    comments: newest(comments),
    inputs: newest(inputs),
  };
  try {
    storage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing, or no more, keeps no drafts; the page still has them.
  }
}

/** Where its text comes from is still to be said after a reload. */
function withoutFiles(draft: PromptDraft): PromptDraft {
  return { ...withOnly(draft, []), ...(draft.shared && { shared: draft.shared }) };
}

function newest<T>(drafts: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(drafts).slice(-keptCount));
}
