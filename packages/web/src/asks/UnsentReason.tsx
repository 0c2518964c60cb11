// What a person was writing when another answer came first: it is not sent, and not lost either.
import type { Ask } from '@beckon/protocol';
import { Button } from '../elements/Button.tsx';
import { CopyButton } from '../elements/CopyButton.tsx';
import { useDraft } from '../store/drafts.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { feedbackMessage } from './plan/feedback.ts';

export function UnsentReason({ ask: { id, answer } }: { ask: Ask }) {
  const [reason, setReason] = useDraft('reasons', id, '');
  const [comments, setComments] = useDraft('comments', id, []);
  const text = feedbackMessage(comments, reason);
  const isSent = answer?.type === 'deny' && answer.message === text;
  if (text === '' || isSent) return null;
  return (
    <div className="space-y-1 rounded-lg bg-raised px-3 py-2 text-sm">
      <p className="font-medium">You were writing this when it was answered. It was not sent:</p>
      <p className="break-words whitespace-pre-wrap">
        <VisibleText text={text} />
      </p>
      <div className="-ml-2 flex items-center gap-2 text-xs text-muted">
        <CopyButton text={text} />
        <Button
          look="quiet"
          onClick={() => {
            setReason('');
            setComments([]);
          }}
        >
          Dismiss
        </Button>
      </div>
    </div>
  );
}
