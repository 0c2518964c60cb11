// A muted line under a turn: how it ended, how long it took and what it cost.
import type { Part } from '@beckon/protocol';
import { duration, hasUsage, usageWords } from '../text/words.ts';

export function TurnEnd({ turn }: { turn: Extract<Part, { type: 'turn_end' }> }) {
  const words = [
    outcomes[turn.outcome],
    turn.durationMs > 0 && duration(turn.durationMs),
    hasUsage(turn.usage) && usageWords(turn.usage),
  ];
  return <p className="text-xs text-muted empty:hidden">{words.filter(Boolean).join(' · ')}</p>;
}

const outcomes = { complete: '', interrupted: 'Interrupted', failed: 'Ended with an error' };
