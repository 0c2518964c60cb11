// What there is to know and to do about an ask beyond answering it, by how far it has come: parked, not delivered yet,
// delivered with nothing seen since, or lost sight of.
import type { Ask } from '@beckon/protocol';
import { CircleParking } from 'lucide-react';
import { LateNote } from './LateNote.tsx';
import { isUndelivered } from './outcome.ts';
import { parkedWords } from './parkedWords.ts';
import { UndeliveredNote } from './UndeliveredNote.tsx';
import { UnknownOutcomeNote } from './UnknownOutcomeNote.tsx';

export function AskNotes({ ask }: { ask: Ask }) {
  if (ask.state === 'open') return ask.parked ? <ParkedNote words={parkedWords(ask, ask.parked)} /> : null;
  if (isUndelivered(ask)) return <UndeliveredNote ask={ask} />;
  if (ask.withdrawalReason === 'outcome_unknown') return <UnknownOutcomeNote ask={ask} />;
  const withAgentSince = ask.deliveredAt ?? ask.handedAt;
  const isAwaited = ask.state === 'answered' || ask.state === 'delivered';
  return isAwaited && withAgentSince !== undefined ? <LateNote ask={ask} since={withAgentSince} /> : null;
}

function ParkedNote({ words }: { words: string }) {
  return (
    <p className="flex items-start gap-2 rounded-lg bg-waiting-soft px-3 py-2 text-sm text-waiting">
      <CircleParking aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{words}</span>
    </p>
  );
}
