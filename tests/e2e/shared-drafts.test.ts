// One person at two devices: a form that is half filled in on one is there on the other.
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

it('fills a form in on one device and sends it from the other', async () => {
  const desk = await scene.person();
  await desk.startScenario('Answer several questions');
  await desk.choose('Vitest', 'Type check');

  const second = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await second.open(desk.page.url());
  await second.forms().getByText('Question 3 of 3').waitFor();
  await second.answerOther('Should coverage be measured?', 'Only for the ledger');

  const other = desk.forms().getByRole('textbox', { name: 'Other answer to: Should coverage be measured?' });
  await expect.poll(() => other.inputValue()).toBe('Only for the ledger');
  await desk.forms().getByText('Filled in on').waitFor();
  expect(await desk.page.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
  await desk.decide(desk.sendAnswers);

  const said = await desk.agentSays('Noted:');
  expect(said).toContain('Which test runner do you prefer? Vitest');
  expect(said).toContain('Should coverage be measured? Only for the ledger');
  await second.closedCards('Answered').waitFor();
});

it('keeps what is typed for those who come later, and lets nobody write over one who is typing', async () => {
  const [ada, other] = await Promise.all([scene.person(), scene.person()]);
  await ada.startScenario('Answer a question');
  await ada.answerOther('Which license should the project have?', 'The one of the');
  await other.open(ada.page.url());
  const field = other.forms().getByRole('textbox');
  await expect.poll(() => field.inputValue()).toBe('The one of the');
  await field.focus();
  await field.press('End');
  await ada.forms().getByRole('textbox').fill('Mine');
  await field.pressSequentially(' parser');
  expect(await field.inputValue()).toBe('The one of the parser');
  await expect.poll(() => ada.forms().getByRole('textbox').inputValue()).toMatch(/^(Mine|The one of the parser)$/);
});
