// Fills the form of a new session with what was shared with the app.
import { readImages } from '../composer/promptDraft.ts';
import type { BeckonStore } from '../store/beckon.ts';
import { takeShared } from './shared.ts';

/** Where the page was opened by sharing something with it. */
export async function fillShared(store: BeckonStore): Promise<void> {
  if (location.pathname !== '/new' || location.search !== '?shared' || !('caches' in window)) return;
  history.replaceState(history.state, '', '/new');
  const shared = await takeShared();
  if (!shared) return;
  const { images, problems } = await readImages(shared.images, []);
  const draft = { text: shared.text, images, ...(problems.length > 0 && { leftOut: problems }) };
  store.setState(({ drafts }) => ({ drafts: { ...drafts, prompts: { ...drafts.prompts, new: draft } } }));
}
