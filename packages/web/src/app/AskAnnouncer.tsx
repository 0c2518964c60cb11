// Tells people who listen to the page that an agent has begun to wait.
import { openAsks, revealText, spokenHeadline } from '@beckon/protocol';
import { useBeckonState } from '../store/BeckonContext.tsx';

export function AskAnnouncer() {
  const words = useBeckonState(({ view }) => {
    const newest = openAsks(view).at(-1);
    if (!newest) return '';
    const { title = 'A session', cwd } = view.sessions[newest.sessionId] ?? {};
    return revealText(`${title} is waiting for your response: ${spokenHeadline(newest, cwd)}`);
  });
  return (
    <div aria-live="polite" className="sr-only">
      {words}
    </div>
  );
}
