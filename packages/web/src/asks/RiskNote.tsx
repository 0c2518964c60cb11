// What approving an ask could do, in words. That nothing was found is no promise, so then nothing is said.
import type { Risk, RiskLevel } from '@beckon/protocol';
import { CircleHelp, TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import { DockedContext } from './docked.tsx';

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

/** Whoever sees the buttons of a docked card sees the risk, too: on a desk all of it, on a phone what is gravest. */
export function RiskInFoot({ risk }: { risk: Risk | undefined }) {
  const isDocked = useContext(DockedContext);
  if (!risk || !isDocked) return null;
  if (risk.findings.length < 2) return <RiskLine risk={risk} />;
  return (
    <>
      <div className="sm:hidden">
        <RiskLine risk={risk} />
      </div>
      <div className="max-sm:hidden">
        <RiskNote risk={risk} isLow />
      </div>
    </>
  );
}

/** All of it, where the foot does not say all of it. */
export function RiskInCard({ risk }: { risk: Risk | undefined }) {
  const isDocked = useContext(DockedContext);
  if (!risk || (isDocked && risk.findings.length < 2)) return null;
  return (
    <div className={isDocked ? 'sm:hidden' : ''}>
      <RiskNote risk={risk} />
    </div>
  );
}

/** The first of it in a line or two, where the rest is shown elsewhere. */
function RiskLine({ risk: { level, findings } }: { risk: Risk }) {
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
