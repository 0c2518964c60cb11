// What there is to know and to do about an ask beyond answering it, by how far it has come: parked, not delivered yet,
// delivered with nothing seen since, or lost sight of.
import type { Ask } from '@beckon/protocol';
import { CircleParking } from 'lucide-react';
import { DelayedNote } from './DelayedNote.tsx';
import { LateNote } from './LateNote.tsx';
import { parkedWords } from './parkedWords.ts';
import { UndeliveredNote } from './UndeliveredNote.tsx';
import { UnknownOutcomeNote } from './UnknownOutcomeNote.tsx';

export function AskNotes({ ask }: { ask: Ask }) {
  switch (ask.phase) {
    case 'parked':
    case 'orphaned':
      return ask.parked ? <ParkedNote words={parkedWords(ask, ask.parked)} /> : null;
    case 'delayed':
      return <DelayedNote ask={ask} />;
    case 'held':
    case 'undelivered':
      return <UndeliveredNote ask={ask} />;
    case 'handed':
      return <LateNote ask={ask} since={ask.deliveredAt ?? ask.handedAt ?? ask.createdAt} />;
    case 'unknown':
      return <UnknownOutcomeNote ask={ask} />;
    case 'waiting':
    case 'done':
    case 'contradicted':
    case 'withdrawn':
      return null;
  }
}

function ParkedNote({ words }: { words: string }) {
  return (
    <p className="flex items-start gap-2 rounded-lg bg-waiting-soft px-3 py-2 text-sm text-waiting">
      <CircleParking aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{words}</span>
    </p>
  );
}
