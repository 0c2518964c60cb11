// Something that the gateway or the agent's runtime has to say.
import type { NoticeLevel, Part } from '@beckon/protocol';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { VisibleText } from '../text/VisibleText.tsx';

export function NoticePart({ notice }: { notice: Extract<Part, { type: 'notice' }> }) {
  const { level, text, isBreak } = notice;
  if (isBreak) return <ConversationBreak text={text} />;
  const { Icon, look } = looks[level];
  return (
    <p className={`flex items-start gap-2 rounded-lg border px-3 py-2 text-sm ${look}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        <VisibleText text={text} />
      </span>
    </p>
  );
}

/** The agent has begun another conversation here; what stands above stays readable. */
function ConversationBreak({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-3 py-3 text-sm text-muted">
      <hr className="min-w-4 flex-1 border-line" />
      <p className="max-w-[75%] text-center text-balance">
        <VisibleText text={text} />
      </p>
      <hr className="min-w-4 flex-1 border-line" />
    </div>
  );
}

const looks = {
  info: { Icon: Info, look: 'border-line bg-raised text-muted' },
  warning: { Icon: TriangleAlert, look: 'border-waiting-line bg-waiting-soft text-waiting' },
  error: { Icon: CircleAlert, look: 'border-danger-line bg-danger-soft text-danger' },
} satisfies Record<NoticeLevel, unknown>;
