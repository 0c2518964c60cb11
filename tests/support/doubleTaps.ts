// A second press that was meant for nothing, or for what was there before: real taps and clicks, so long after the first.
import { call, scriptedPrompt } from '@beckon/demo-model';
import type { Page } from 'playwright-core';
import type { Person } from './person.ts';
import type { RecordedAnswer } from './pressRecord.ts';
import { pressRecord } from './pressRecord.ts';

/** How long a card stands still, and how long after an answer, before it takes a press. */
export const settleMs = 700;

/** Enough for ten gaps where a busy machine makes every second press so late that it counts. */
const askCount = 24;

/** Approves one ask for each gap, with a second press in the same place; resolves with every answer that was sent. */
export async function pressTwice(person: Person, gapsMs: readonly number[]): Promise<RecordedAnswer[]> {
  const { page } = person;
  const answers = async () => (await pressRecord(page)).answers;
  for (const gapMs of gapsMs) {
    const before = (await answers()).length;
    // Another card may come and push this one away just before the first press, which then counts for neither.
    do {
      const target = await centreOfFirstApprove(person);
      await press(page, target);
      await pageTime(page, gapMs);
      await press(page, target);
    } while ((await answers()).length === before);
  }
  return answers();
}

const step = (name: string) => ({ blocks: [call('Bash', { command: `touch ${name}`, description: 'Take a step' })] });

function steps(name: string, count: number) {
  return Array.from({ length: count }, (_, index) => step(`${name}-${index}`));
}

export function oneAfterAnother(): string {
  return scriptedPrompt(steps('step', askCount));
}

/** Two of three always wait while one is answered. */
export function threeAtOnce(): string {
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

/** Of the form in sight, once its button takes a press. */
async function centreOfFirstApprove(person: Person): Promise<{ x: number; y: number }> {
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
