// Records what moves on a page while nothing should: what is added, removed or reworded, and what scrolls by itself.
import type { Page } from 'playwright-core';

export interface Stillness {
  /** What has moved since the recording began, in words. */
  moved(): Promise<string[]>;
}

export async function recordStillness(page: Page): Promise<Stillness> {
  await page.evaluate(async () => {
    const moved: string[] = [];
    const nameOf = (node: Node) => `${node.nodeName} “${(node.textContent ?? '').slice(0, 60)}”`;
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes, removedNodes, attributeName } of mutations) {
        for (const node of addedNodes) moved.push(`added ${nameOf(node)}`);
        for (const node of removedNodes) moved.push(`removed ${nameOf(node)}`);
        if (type === 'characterData') moved.push(`reworded ${nameOf(target)}`);
        if (type === 'attributes') moved.push(`changed ${attributeName} of ${nameOf(target)}`);
      }
    }).observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
    document.addEventListener('scroll', ({ target }) => moved.push(`scrolled ${nameOf(target as Node)}`), true);
    Object.assign(window, { moved });
    // What was set off before has been drawn two frames later.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    moved.length = 0;
  });
  return { moved: () => page.evaluate(() => [...(window as unknown as { moved: string[] }).moved]) };
}
