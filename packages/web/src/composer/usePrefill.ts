// Puts words into a session's message field for its person to change and send, after what they have written there.
import { useDraft } from '../store/drafts.ts';
import { emptyDraft } from './promptDraft.ts';

export function usePrefill(sessionId: string): (words: string) => void {
  const [, setDraft] = useDraft('prompts', sessionId, emptyDraft);
  return (words) => {
    setDraft((draft) => (draft.text.includes(words) ? draft : { ...draft, text: `${draft.text}\n\n${words}`.trim() }));
    document.getElementById(messageFieldId)?.focus();
  };
}

/** There is one on the page. */
export const messageFieldId = 'message-to-the-agent';
