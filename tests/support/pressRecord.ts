// What was pressed and what was answered on a page, all by the page's own clock: when each card came into it, when each
// press was made, and which press an answer followed from.
import type { Page } from 'playwright-core';

export interface PressRecord {
  answers: RecordedAnswer[];
}

export interface RecordedAnswer {
  askId: string;
  /** The last press before it was sent. */
  pressedAt: number;
  /** When its card was first in the document. */
  shownAt: number;
  /** When the answer before it was sent; long ago where there was none. */
  lastAnswerAt: number;
}

/** Loads the page anew and records from its beginning. */
export async function recordPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const record: PressRecord = { answers: [] };
    let pressedAt = Number.NaN;
    const shownAt = new Map<string, number>();
    let lastAnswerAt = -Infinity;

    const noteCards = () => {
      for (const card of document.querySelectorAll('article[id^=ask-]')) {
        if (!shownAt.has(card.id)) shownAt.set(card.id, performance.now());
      }
    };
    new MutationObserver(noteCards).observe(document, { subtree: true, childList: true });
    document.addEventListener('pointerdown', ({ timeStamp }) => (pressedAt = timeStamp), true);

    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const [, askId] = /\/api\/asks\/([^/]+)\/answer$/.exec(new URL(address, location.href).pathname) ?? [];
      if (askId !== undefined) {
        record.answers.push({ askId, pressedAt, shownAt: shownAt.get(`ask-${askId}`) ?? Number.NaN, lastAnswerAt });
        lastAnswerAt = performance.now();
      }
      return send(input, init);
    };
    Object.assign(window, { pressRecord: record });
  });
  await page.reload();
}

export function pressRecord(page: Page): Promise<PressRecord> {
  return page.evaluate(() => (window as unknown as { pressRecord: PressRecord }).pressRecord);
}
