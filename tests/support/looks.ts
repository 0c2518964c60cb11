// What a page must be whatever it shows: no wider than its screen, and free of serious barriers.
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

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

/** The serious and critical findings of axe, each with the elements it is about. */
export async function barriers(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // Colours that are still fading would be taken for colours with too little contrast.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  // Evaluated by the debugger, to which the page's content security policy does not apply.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
