// Which of the asks in the inbox are for the very same thing, so that one press may approve them all: the same tool with the
// same input, short enough to be wholly in sight, and nothing that may do great harm. Pure.
import type { Ask, AskId } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import type { ApprovalAsk } from '../asks/ToolApproval.tsx';

/** More may be folded away on some screen. */
const most = { characters: 600, lines: 6 };

/** Groups of two and more, each by its first ask. */
export function alikeAsks(asks: readonly Ask[]): Map<AskId, ApprovalAsk[]> {
  const groups = new Map<string, ApprovalAsk[]>();
  for (const ask of asks) {
    if (ask.kind !== 'approval' || !isOpen(ask) || !isHarmless(ask)) continue;
    const shape = JSON.stringify([ask.toolName, ask.input]);
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
function isHarmless({ risk, defaultToNo, abridged }: ApprovalAsk): boolean {
  return risk?.level !== 'high' && risk?.level !== 'unknown' && !defaultToNo && !abridged;
}

function isShort(json: string): boolean {
  return json.length <= most.characters && json.split(String.raw`\n`).length <= most.lines;
}
