// Tells people who listen to the page that an agent has begun to wait.
import { openAsks, toolWords } from '@beckon/protocol';
import { useBeckonState } from '../store/BeckonContext.tsx';

export function AskAnnouncer() {
  const words = useBeckonState(({ view }) => {
    const newest = openAsks(view).at(-1);
    if (!newest) return '';
    const { name, gist } = toolWords(newest.toolName, newest.input);
    return `${view.sessions[newest.sessionId]?.title ?? 'A session'} is waiting for your response: ${name} ${gist}`;
  });
  return (
    <div aria-live="polite" className="sr-only">
      {words}
    </div>
  );
}
