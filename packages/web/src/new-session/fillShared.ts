// Adds what was shared with the app to the form of a new session. Any website can share something: nothing that the person
// wrote is lost to it.
import { emptyDraft, withShared } from '../composer/promptDraft.ts';
import { readFiles } from '../composer/readFiles.ts';
import type { BeckonStore } from '../store/beckon.ts';
import { takeShared } from './shared.ts';

/** For a page that was opened by sharing something with it. */
export async function fillShared(store: BeckonStore): Promise<void> {
  history.replaceState(history.state, '', '/new');
  const shared = await takeShared();
  if (!shared) return;
  const present = store.getState().drafts.prompts['new']?.files ?? [];
  const { files, problems } = await readFiles(shared.images, present, ['images']);
  store.setState(({ drafts }) => {
    const filled = withShared(drafts.prompts['new'] ?? emptyDraft, { text: shared.text, files });
    const draft = { ...filled, ...(problems.length > 0 && { leftOut: problems }) };
    return { drafts: { ...drafts, prompts: { ...drafts.prompts, new: draft } } };
  });
}
