// What a page must be whatever it shows: no wider than its screen, free of serious barriers, with what matters in sight.
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';

/** What can be scrolled sideways, other than code and tables, which are meant to be and can be reached by keyboard. */
export function sidewaysScrolling(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isMeant = (element: Element) => element.matches('[tabindex="0"], textarea, input');
    const isWide = (element: Element) => element.scrollWidth > element.clientWidth;
    const scrolls = (element: Element) =>
      element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX);
    const found = [...document.querySelectorAll('*')].filter(
      (element) => isWide(element) && scrolls(element) && !isMeant(element),
    );
    return found.map((element) => `<${element.localName} class="${element.className}">`);
  });
}

/** Messages and notes that do not lie wholly within the page's main part: what runs out to the left cannot be scrolled to. */
export function outOfSight(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main')?.getBoundingClientRect();
    const isOut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return element.checkVisibility() && main !== undefined && (left < main.left || right > main.right);
    };
    return [...document.querySelectorAll('main article')].filter(isOut).map(({ textContent }) => textContent);
  });
}

/** Not only there, but where one can see it without scrolling. */
export function isInSight(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}

/** The serious and critical findings of axe, each with the elements it is about. */
export async function barriers(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await restOfAnimations(page);
  // Evaluated by the debugger, to which the page's content security policy does not apply.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

/** Colours that are still fading would be taken for colours with too little contrast. */
async function restOfAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isFinite = ({ effect }: Animation) => effect?.getTiming().iterations !== Infinity;
    // One that begins does so with a frame, and may call for others in its turn.
    do {
      await nextFrame();
      await nextFrame();
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(isFinite)
          .map(({ finished }) => finished),
      );
    } while (document.getAnimations().some(isFinite));
  });
}
