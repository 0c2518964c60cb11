// What approving an ask could do, in words. That nothing was found is no promise, so then nothing is said.
import type { Risk, RiskLevel } from '@beckon/protocol';
import { CircleHelp, TriangleAlert } from 'lucide-react';

export interface RiskNoteProps {
  risk: Risk | undefined;
  /** It is to be as low as can be. */
  isLow?: boolean;
}

export function RiskNote({ risk, isLow = false }: RiskNoteProps) {
  const look = risk && looks[risk.level];
  if (!risk || !look) return null;
  return (
    <div
      role="note"
      aria-label={look.words}
      className={`flex items-start gap-2 rounded-lg px-3 py-2 text-sm ${look.box}`}
    >
      <look.Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{look.words}</p>
        {risk.findings.length > 0 && (
          <ul className={isLow ? 'columns-2 gap-6' : 'mt-0.5 space-y-0.5'}>
            {risk.findings.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The first of it in a line or two, where the rest is shown elsewhere. */
export function RiskLine({ risk: { level, findings } }: { risk: Risk }) {
  const look = looks[level];
  if (!look) return null;
  const [first, ...others] = findings;
  return (
    <p className={`flex items-start gap-2 rounded-lg px-3 py-1.5 text-sm ${look.box}`}>
      <look.Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="line-clamp-2 min-w-0">
        <span className="font-medium">
          {look.words}
          {first && ':'}
        </span>{' '}
        {first?.text}
        {others.length > 0 && ` And ${others.length} more, above.`}
      </span>
    </p>
  );
}

const looks: Partial<Record<RiskLevel, { words: string; box: string; Icon: typeof TriangleAlert }>> = {
  high: { words: 'High risk', box: 'bg-danger-soft text-danger', Icon: TriangleAlert },
  medium: { words: 'Worth a look', box: 'bg-raised text-ink', Icon: TriangleAlert },
  unknown: { words: 'Beckon cannot say what this tool does', box: 'bg-raised text-muted', Icon: CircleHelp },
};
