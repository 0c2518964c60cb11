// Which of the asks in the inbox are for the very same thing, so that one press may answer them all: the same tool with the
// same input, short enough to be wholly in sight, and nothing that may do great harm. Pure.
import type { Ask, AskId } from '@beckon/protocol';
import { isOpen, kindOf } from '@beckon/protocol';

/** More may be folded away on some screen. */
const most = { characters: 600, lines: 6 };

/** Groups of two and more, each by its first ask. */
export function alikeAsks(asks: readonly Ask[]): Map<AskId, Ask[]> {
  const groups = new Map<string, Ask[]>();
  for (const ask of asks) {
    if (!isOpen(ask) || !kindOf(ask).runs({ type: 'approve' }) || !isHarmless(ask)) continue;
    const shape = JSON.stringify(kindOf(ask).shows(ask));
    if (!isShort(shape)) continue;
    groups.set(shape, [...(groups.get(shape) ?? []), ask]);
  }
  return new Map(
    [...groups.values()].flatMap((group) => {
      const [first, second] = group;
      return first && second ? [[first.id, group] as const] : [];
    }),
  );
}

/** As far as is known: what could not be judged is looked at one by one, too. */
function isHarmless(ask: Ask): boolean {
  const isNoByDefault = 'defaultToNo' in ask && ask.defaultToNo;
  return ask.risk?.level !== 'high' && ask.risk?.level !== 'unknown' && !isNoByDefault && !ask.abridged;
}

function isShort(json: string): boolean {
  return json.length <= most.characters && json.split(String.raw`\n`).length <= most.lines;
}
