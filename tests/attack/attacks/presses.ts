// Second presses in a real Chromium (L13), so long after the first, in the same place, whatever is there by then.
import type { BrowserContextOptions } from 'playwright-core';
import { desktop, followLink, launchBrowser, phone } from '../../support/browser.ts';
import { oneAfterAnother, pressTwice, settleMs, threeAtOnce } from '../../support/doubleTaps.ts';
import { Person } from '../../support/person.ts';
import { recordPresses } from '../../support/pressRecord.ts';
import { newProject } from '../../support/project.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import type { Attack, AttackGroup } from '../attack.ts';

const gapsMs = [60, 120, 260, 450, 660];
const devices: [string, BrowserContextOptions][] = [
  ['a desktop', { viewport: desktop }],
  ['a phone', { viewport: phone, hasTouch: true, isMobile: true }],
];
const orders: [string, () => string][] = [
  ['of asks that follow each other', oneAfterAnother],
  ['among three asks at once', threeAtOnce],
];

const secondPress = ([name, device]: (typeof devices)[number], [order, prompt]: (typeof orders)[number]): Attack => ({
  tries: `on ${name}, ${order}: a second press ${gapsMs.join(', ')} ms after the first`,
  expects: `no answer within ${settleMs} ms of its card’s coming, or of the answer before`,
  async run(beckon) {
    using folder = tempFolder();
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext(device);
      context.setDefaultTimeout(20_000);
      const person = new Person(await followLink(context, await beckon.loginLink()));
      await recordPresses(person.page);
      await person.startSession({ folder: newProject(folder.path).path, prompt: prompt() });
      const answers = await pressTwice(person, gapsMs);
      await beckon.transport.deleteSession(person.sessionId);
      const early = answers.filter(
        ({ pressedAt, shownAt, lastAnswerAt }) => !(pressedAt - Math.max(shownAt, lastAnswerAt) >= settleMs),
      );
      return { isOk: early.length === 0, what: `${answers.length} answers, ${early.length} too early` };
    } finally {
      await browser.close();
    }
  },
});

export const presses: AttackGroup = {
  title: 'Second presses (L13)',
  attacks: devices.flatMap((device) => orders.map((order) => secondPress(device, order))),
};
