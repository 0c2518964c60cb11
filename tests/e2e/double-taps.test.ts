// A second tap meant for nothing, or for what was there before, answers nothing: real taps and clicks at ten gaps after
// the first, on a phone and on a desktop, where asks wait side by side and where one follows the other.
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { oneAfterAnother, pressTwice, settleMs, threeAtOnce } from '../support/doubleTaps.ts';
import { recordPresses } from '../support/pressRecord.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

/** From the fastest double tap to one that comes just too early. */
const gapsMs = [30, 60, 90, 120, 180, 260, 350, 450, 550, 660];

const touch: BrowserContextOptions = { viewport: phone, hasTouch: true, isMobile: true };

describe.each([
  ['desktop', {}],
  ['phone', touch],
] as const)('[L13] on a %s', (_, device) => {
  it('a second press answers nothing unseen, among asks at once and among asks that follow each other', async () => {
    await Promise.all([pressAll(device, oneAfterAnother()), pressAll(device, threeAtOnce())]);
  });
});

async function pressAll(device: BrowserContextOptions, prompt: string): Promise<void> {
  const ada = await scene.person(device);
  await recordPresses(ada.page);
  await ada.startSession({ folder: scene.project().path, prompt });
  for (const { askId, pressedAt, shownAt, lastAnswerAt } of await pressTwice(ada, gapsMs)) {
    expect(pressedAt - shownAt, `from the appearance of ${askId} to the press`).toBeGreaterThanOrEqual(settleMs);
    expect(pressedAt - lastAnswerAt, `from the answer before ${askId} to the press`).toBeGreaterThanOrEqual(settleMs);
  }
}
