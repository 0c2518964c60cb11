// A second tap meant for nothing, or for what was there before, answers nothing: real taps and clicks at ten gaps after
// the first, on a phone and on a desktop, where asks wait side by side and where one follows the other.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { call, scriptedPrompt } from '@beckon/demo-model';
import { describe, expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import type { Person } from '../support/person.ts';
import { pressRecord, recordPresses } from '../support/pressRecord.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

/** From the fastest double tap to one that comes just too early. */
const gapsMs = [30, 60, 90, 120, 180, 260, 350, 450, 550, 660];
const settleMs = 700;
/** Enough where a busy machine makes every second press so late that it counts. */
const askCount = 24;

const touch: BrowserContextOptions = { viewport: phone, hasTouch: true, isMobile: true };

describe.each([
  ['desktop', {}],
  ['phone', touch],
] as const)('[L13] on a %s', (_, device) => {
  it('a second press answers nothing unseen, among asks at once and among asks that follow each other', async () => {
    await Promise.all([pressTwice(device, oneAfterAnother()), pressTwice(device, threeAtOnce())]);
  });
});

async function pressTwice(device: BrowserContextOptions, prompt: string): Promise<void> {
  const ada = await scene.person(device);
  await recordPresses(ada.page);
  await ada.startSession({ folder: scene.project().path, prompt });

  for (const gapMs of gapsMs) {
    const before = (await pressRecord(ada.page)).answers.length;
    // Another card may come and push this one away just before the first press, which then counts for neither.
    await expect
      .poll(async () => {
        const target = await centreOfFirstApprove(ada);
        await press(ada.page, target);
        await pageTime(ada.page, gapMs);
        await press(ada.page, target);
        return (await pressRecord(ada.page)).answers.length;
      })
      .toBeGreaterThan(before);
  }
  const { answers } = await pressRecord(ada.page);
  for (const { askId, pressedAt, shownAt, lastAnswerAt } of answers) {
    expect(pressedAt - shownAt, `from the appearance of ${askId} to the press`).toBeGreaterThanOrEqual(settleMs);
    expect(pressedAt - lastAnswerAt, `from the answer before ${askId} to the press`).toBeGreaterThanOrEqual(settleMs);
  }
}

const step = (name: string) => ({ blocks: [call('Bash', { command: `touch ${name}`, description: 'Take a step' })] });

function steps(name: string, count: number) {
  return Array.from({ length: count }, (_, index) => step(`${name}-${index}`));
}

function oneAfterAnother(): string {
  return scriptedPrompt(steps('step', askCount));
}

/** Two of three always wait while one is answered. */
function threeAtOnce(): string {
  const agents = ['a', 'b', 'c'].map((name) =>
    call('Agent', {
      description: `Steps of ${name}`,
      prompt: scriptedPrompt(steps(name, askCount / 3), `Take the steps of ${name}.`),
      subagent_type: 'general-purpose',
      run_in_background: false,
    }),
  );
  return scriptedPrompt([{ blocks: agents }]);
}

/** Of a form in sight whose button takes a press, once its person has gone to the one that has waited longest. */
async function centreOfFirstApprove(person: Person): Promise<{ x: number; y: number }> {
  await person.waitingStrip.first().click();
  const approve = person.armed(person.forms().getByRole('button', { name: 'Approve', exact: true })).first();
  const box = await approve.boundingBox();
  if (!box) throw new Error('The button is gone before it was pressed.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** As the device does it, at that place on the screen, whatever is there by now. */
async function press(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  if (hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Waits by the page's clock, which is the one that the presses are measured by. */
async function pageTime(page: Page, ms: number): Promise<void> {
  await page.evaluate((given) => new Promise((resolve) => setTimeout(resolve, given)), ms);
}
