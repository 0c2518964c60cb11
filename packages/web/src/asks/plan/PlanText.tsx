// The text of a plan, cut into passages that can be commented on. Tab leads to one of them; the arrow keys lead from there to
// the others, so that a long plan is no long way for those who use keys.
import { revealActing } from '@beckon/protocol';
import { useLayoutEffect, useMemo, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { MarkdownBlock } from '../../markdown/Markdown.tsx';
import { markdownBlocks } from '../../markdown/markdownBlocks.ts';
import { areRead } from '../../markdown/markdownWork.ts';
import { Passage, ReviewingContext } from './Passage.tsx';
import { BlockContext, passageComponents } from './passages.tsx';
import type { PlanComments } from './usePlanComments.ts';

export interface PlanTextProps {
  plan: string;
  comments: PlanComments;
  isDisabled: boolean;
  /** Its element. */
  ref: RefObject<HTMLDivElement | null>;
}

export function PlanText({ plan, comments, isDisabled, ref }: PlanTextProps) {
  const blocks = useMemo(() => blocksOf(plan), [plan]);
  const [current, setCurrent] = useState<number>();
  useLayoutEffect(() => setCurrent(passagesIn(ref.current)[0]?.start), [ref, plan]);
  return (
    <ReviewingContext value={{ comments, current, onFocus: setCurrent, isDisabled }}>
      <div ref={ref} onKeyDown={(event) => goByKey(event)} className="prose plan-text">
        {blocks.map((block) => (
          <BlockContext key={block.start} value={block}>
            {block.isRead ? (
              <MarkdownBlock text={block.text} isRead components={passageComponents} />
            ) : (
              <Passage start={block.start} quote={block.text.trim()}>
                <MarkdownBlock text={block.text} isRead={false} />
              </Passage>
            )}
          </BlockContext>
        ))}
      </div>
    </ReviewingContext>
  );
}

/** The passages of a plan that is drawn, in their order. */
export function passagesIn(text: HTMLElement | null): { element: HTMLElement; start: number }[] {
  return [...(text?.querySelectorAll<HTMLElement>('[data-passage]') ?? [])].map((element) => ({
    element,
    start: Number(element.dataset['passage']),
  }));
}

/** With where each of them begins: they are cut at the ends of lines. */
function blocksOf(plan: string) {
  const texts = markdownBlocks(revealActing(plan));
  const read = areRead(texts);
  let start = 0;
  return texts.map((text, index) => {
    const block = { text, start, isRead: read[index] === true };
    start += text.length + 1;
    return block;
  });
}

function goByKey(event: KeyboardEvent<HTMLElement>) {
  const { key, currentTarget, target } = event;
  if (!(target instanceof HTMLElement) || !target.matches('.passage-button')) return;
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('.passage-button')];
  const index = buttons.indexOf(target);
  const wanted = new Map([
    ['ArrowDown', index + 1],
    ['ArrowUp', index - 1],
    ['Home', 0],
    ['End', buttons.length - 1],
  ]).get(key);
  if (wanted === undefined) return;
  event.preventDefault();
  const next = buttons[wanted];
  next?.focus({ preventScroll: true });
  next?.closest('[data-passage]')?.scrollIntoView({ block: 'nearest' });
}
