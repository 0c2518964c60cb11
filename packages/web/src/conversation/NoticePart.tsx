// Something that the gateway or the agent's runtime has to say.
import type { NoticeLevel } from '@beckon/protocol';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { VisibleText } from '../text/VisibleText.tsx';

export function NoticePart({ level, text }: { level: NoticeLevel; text: string }) {
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

const looks = {
  info: { Icon: Info, look: 'border-line bg-raised text-muted' },
  warning: { Icon: TriangleAlert, look: 'border-waiting-line bg-waiting-soft text-waiting' },
  error: { Icon: CircleAlert, look: 'border-danger-line bg-danger-soft text-danger' },
} satisfies Record<NoticeLevel, unknown>;
