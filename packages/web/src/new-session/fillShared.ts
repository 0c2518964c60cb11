// Fills the form of a new session with what was shared with the app.
import { readFiles } from '../composer/readFiles.ts';
import type { BeckonStore } from '../store/beckon.ts';
import { takeShared } from './shared.ts';

/** For a page that was opened by sharing something with it. */
export async function fillShared(store: BeckonStore): Promise<void> {
  history.replaceState(history.state, '', '/new');
  const shared = await takeShared();
  if (!shared) return;
  const { files, problems } = await readFiles(shared.images, [], ['images']);
  const draft = { text: shared.text, files, ...(problems.length > 0 && { leftOut: problems }) };
  store.setState(({ drafts }) => ({ drafts: { ...drafts, prompts: { ...drafts.prompts, new: draft } } }));
}
