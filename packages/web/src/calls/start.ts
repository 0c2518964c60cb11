// What a page does about calls, once it is there: it looks after this browser's subscription, notifies by itself where there is
// none, and goes where a pressed notification leads.
import { navigate } from 'wouter/use-browser-location';
import type { Beckon } from '../store/beckon.ts';
import { obstacle, renewHere } from './browserPush.ts';
import { WorkerMessage } from './fromWorker.ts';
import { watchForAsks } from './ownNotices.ts';

export function startCalls(beckon: Beckon): void {
  if (obstacle() !== undefined) return;
  // A browser without a push service says so; its page notifies by itself.
  const renew = () => void renewHere(beckon.transport).catch(() => undefined);
  renew();
  watchForAsks(beckon);
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    const message = WorkerMessage.safeParse(data);
    if (!message.success) return;
    if (message.data.type === 'open') navigate(message.data.path);
    else renew();
  });
}
