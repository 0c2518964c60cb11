// The page in the process of its test, as a host such as Obsidian runs it: a document of happy-dom, and the network, the
// timers and all else of Node.
import type { Transport } from '@beckon/protocol';
import type { BoundFunctions, queries } from '@testing-library/dom';
import { within } from '@testing-library/dom';
import { Window } from 'happy-dom';

const ofNode = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'navigator'));

export type PageInProcess = BoundFunctions<typeof queries> & AsyncDisposable;

export async function openPage(transport: Transport, path: string): Promise<PageInProcess> {
  const window = new Window({ url: `http://127.0.0.1${path}` });
  layOut(window);
  // They stay when the page is closed: React may have a last piece of work then.
  for (const name of Object.getOwnPropertyNames(window).filter((each) => !ofNode.has(each))) {
    const value = (window as unknown as Record<string, unknown>)[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  // Only now: React looks for a document when it is loaded.
  const { mount } = await import('@beckon/web');
  const element = document.body.appendChild(document.createElement('div'));
  const page = mount(element, transport);
  return Object.assign(within(element), {
    async [Symbol.asyncDispose]() {
      page.unmount();
      await window.happyDOM.close();
    },
  });
}

/** happy-dom lays nothing out. Here every element that is looked for has a place of its own, in sight and uncovered. */
function layOut({ document, DOMRect, Element }: Window): void {
  const side = 20;
  const placed: unknown[] = [];
  Element.prototype.getBoundingClientRect = function placeOf(this: unknown) {
    const known = placed.indexOf(this);
    const row = known === -1 ? placed.push(this) - 1 : known;
    return new DOMRect(0, row * side, side, side);
  };
  document.elementFromPoint = (_, y) =>
    (placed[Math.floor(y / side)] ?? null) as ReturnType<typeof document.elementFromPoint>;
}
