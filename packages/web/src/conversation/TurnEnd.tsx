// A muted line under a turn: how it ended, how long it took and what it cost.
import type { Part } from '@beckon/protocol';
import { cost, duration, tokenCount } from '../text/words.ts';

export function TurnEnd({ turn }: { turn: Extract<Part, { type: 'turn_end' }> }) {
  const words = [outcomes[turn.outcome], duration(turn.durationMs), tokenCount(turn.usage), cost(turn.usage)];
  return <p className="text-xs text-muted">{words.filter((each) => each !== '').join(' · ')}</p>;
}

const outcomes = { complete: '', interrupted: 'Interrupted', failed: 'Ended with an error' };
