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
    const noteAttributes = (mutations: MutationRecord[]) => {
      const known = new Map<Node, Set<string>>();
      for (const { target, attributeName: name, oldValue } of mutations) {
        const names = known.get(target) ?? new Set();
        known.set(target, names);
        if (name === null || names.has(name)) continue;
        names.add(name);
        // React takes the name of a radio button away and gives it back whenever it draws it.
        if ((target as Element).getAttribute(name) !== oldValue) moved.push(`changed ${name} of ${nameOf(target)}`);
      }
    };
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes, removedNodes } of mutations) {
        for (const node of addedNodes) moved.push(`added ${nameOf(node)}`);
        for (const node of removedNodes) moved.push(`removed ${nameOf(node)}`);
        if (type === 'characterData') moved.push(`reworded ${nameOf(target)}`);
      }
      noteAttributes(mutations.filter(({ type }) => type === 'attributes'));
    }).observe(document.documentElement, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
    document.addEventListener('scroll', ({ target }) => moved.push(`scrolled ${nameOf(target as Node)}`), true);
    Object.assign(window, { moved });
    // What was set off before has been drawn two frames later.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    moved.length = 0;
  });
  return { moved: () => page.evaluate(() => [...(window as unknown as { moved: string[] }).moved]) };
}
