// The way to the terminal of a session that has one.
import { SquareTerminal } from 'lucide-react';
import { Link } from 'wouter';
import { buttonClasses } from '../elements/Button.tsx';
import { useAbility } from '../store/BeckonContext.tsx';

export function TerminalLink({ sessionId }: { sessionId: string }) {
  const hasPane = useAbility(sessionId, 'pane');
  if (!hasPane) return null;
  return (
    <Link href={`/sessions/${sessionId}/terminal`} className={buttonClasses('secondary')}>
      <SquareTerminal aria-hidden className="size-4" />
      Open the terminal
    </Link>
  );
}
