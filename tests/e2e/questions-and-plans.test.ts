// An agent asks its person to choose, or to judge a plan; its next words and its next act show what it was told.
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { barriers, isInSight, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const comparePreviews = () => ({
  folder: scene.project().path,
  prompt: 'Show me two layouts for the README and let me pick',
});
const makePlan = { prompt: 'Plan how to add a farewell() function', mode: 'Plan' };

it('[T12] answers a question, and the agent goes on with the answer', async () => {
  const ada = await scene.person();
  await ada.startScenario('Answer a question');
  await ada.forms('Which license should the project have?').waitFor();
  expect(await ada.sendAnswers.isDisabled()).toBe(true);

  await ada.choose('Apache-2.0');
  await ada.decide(ada.sendAnswers);
  await ada.closedCards('Answered by you').getByText('Apache-2.0').waitFor();
  await ada.agentSaying('Apache-2.0').waitFor();
  expect(await ada.agentSays('Then it shall be so:')).toContain('Which license should the project have? Apache-2.0');
});

it('[G11] answers several questions at once: one option, several, and in own words', async () => {
  const ada = await scene.person();
  await ada.startScenario('Answer several questions');
  await ada.choose('Vitest', 'Type check', 'Link check');
  expect(await ada.sendAnswers.isDisabled()).toBe(true);
  await ada.answerOther('Should coverage be measured?', 'Only for the ledger');
  await ada.decide(ada.sendAnswers);

  const said = await ada.agentSays('Noted:');
  expect(said).toContain('Which test runner do you prefer? Vitest');
  expect(said).toContain('Which checks should run before a release? Type check, Link check');
  expect(said).toContain('Should coverage be measured? Only for the ledger');
});

it('asks one question after the other on a phone, with a way back', async () => {
  const ada = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await ada.startScenario('Answer several questions');
  const form = ada.forms();
  const next = form.getByRole('button', { name: 'Next question' });
  await form.getByText('Question 1 of 3').waitFor();
  expect(await ada.sendAnswers.count()).toBe(0);
  expect(await next.isDisabled()).toBe(true);
  await ada.choose('Vitest');
  await ada.goToNextQuestion();
  await ada.choose('Type check');
  expect(await ada.option('Vitest').count()).toBe(0);
  await form.getByRole('button', { name: 'Back' }).tap();
  expect(await ada.option('Vitest').isChecked()).toBe(true);
  await next.tap();
  await next.tap();
  await form.getByText('Question 3 of 3').waitFor();
  await ada.answerOther('Should coverage be measured?', 'Only for the ledger');
  await ada.decide(ada.sendAnswers);
  expect(await ada.agentSays('Noted:')).toContain('Which checks should run before a release? Type check');
});

it('shows all previews of a question beside each other on a desk, and number keys pick', async () => {
  const ada = await scene.person();
  await ada.startSession(comparePreviews());
  const previews = ['Example first', 'Words first'].map((label) =>
    ada.forms().getByRole('region', { name: `Preview of ${label}` }),
  );
  for (const preview of previews) await preview.waitFor();
  expect(await Promise.all(previews.map(isInSight))).toEqual([true, true]);
  const [first, second] = await Promise.all(previews.map((preview) => preview.boundingBox()));
  expect(first?.y).toBe(second?.y);
  await ada.forms().focus();
  await ada.page.keyboard.press('2');
  expect(await ada.option('Words first').isChecked()).toBe(true);
  expect(await sidewaysScrolling(ada.page)).toEqual([]);
  expect(await barriers(ada.page, 'dark')).toEqual([]);
  await ada.decide(ada.sendAnswers);
  expect(await ada.agentSays('The README will follow your choice:')).toContain('Words first');
});

it('shows previews in a sheet on a phone: swiped through, and chosen from there', async () => {
  const ada = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await ada.startSession(comparePreviews());
  await ada.forms().getByRole('button', { name: 'Compare previews' }).tap();
  const sheet = ada.page.getByRole('dialog');
  await sheet.getByText('1 of 2').waitFor();
  expect(await sidewaysScrolling(ada.page)).toEqual([]);
  expect(await barriers(ada.page, 'light')).toEqual([]);
  await ada.swipe({ from: 340, to: 40, y: 600 });
  await sheet.getByRole('heading', { name: 'Words first' }).waitFor();
  await sheet.getByText('## Example').waitFor();
  await sheet.getByRole('button', { name: 'Choose this' }).tap();
  await sheet.waitFor({ state: 'hidden' });
  expect(await ada.option('Words first').isChecked()).toBe(true);
  await ada.decide(ada.sendAnswers);
  expect(await ada.agentSays('The README will follow your choice:')).toContain('Words first');
});

it('keeps a half-filled form through a reload, and a message that is not sent yet', async () => {
  const ada = await scene.person();
  await ada.startScenario('Answer several questions');
  await ada.choose('Vitest', 'Type check');
  await ada.answerOther('Should coverage be measured?', 'Only for the led');
  await ada.page.reload();
  await ada.forms().waitFor();
  expect(await ada.option('Vitest').isChecked()).toBe(true);
  await ada.answerOther('Should coverage be measured?', 'Only for the ledger');
  await ada.decide(ada.sendAnswers);
  expect(await ada.agentSays('Noted:')).toContain('Which checks should run before a release? Type check');

  await ada.messageField.fill('One more thi');
  await ada.page.reload();
  await expect.poll(() => ada.messageField.inputValue()).toBe('One more thi');
});

it('[T8] lets "Other" and the options of a question exclude each other', async () => {
  const ada = await scene.person();
  await ada.startSession({ folder: scene.workspace.path, prompt: 'Decide with me what to check before a release' });
  const question = 'Which checks should run before a release?';
  await ada.choose('Unit tests', 'Lint');
  await ada.answerOther(question, 'Nothing');
  expect(await ada.option('Unit tests').isChecked()).toBe(false);
  await ada.choose('Lint');
  expect(await ada.option('Other').isChecked()).toBe(false);
  await ada.decide(ada.sendAnswers);
  expect(await ada.agentSays('I will set these up:')).toContain(`${question} Lint`);
});

it('goes on without an answer where its person gives none', async () => {
  const ada = await scene.person();
  await ada.startScenario('Answer a question');
  await ada.declineToAnswer('decide yourself');
  await ada.closedCards('Not answered by you').waitFor();
  await ada.agentSaying('“decide yourself”').waitFor();
});

it('[T12] approves a plan into “Accept edits”: the mode switches, and the agent writes without asking', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, ...makePlan });
  await ada.forms().getByRole('heading', { name: 'Add farewell()', exact: true }).waitFor();
  expect(await ada.permissionMode.inputValue()).toBe('plan');
  expect(project.has('src/farewell.js')).toBe(false);

  await ada.approvePlan('Accept edits');
  await ada.agentSaying('as planned').waitFor();
  expect(await ada.permissionMode.inputValue()).toBe('acceptEdits');
  expect(project.read('src/farewell.js')).toContain('Goodbye');
});

it('approves a plan into “Ask”: what it takes is asked for', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, ...makePlan });
  await ada.approvePlan('Ask');
  await ada.forms('farewell.js').getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(await ada.permissionMode.inputValue()).toBe('default');
  expect(project.has('src/farewell.js')).toBe(false);

  await ada.approve();
  await ada.seesTurnEnd();
  expect(project.has('src/farewell.js')).toBe(true);
});

it('[T12] sends a plan back with feedback, and the next plan takes it up', async () => {
  const ada = await scene.person();
  const project = scene.project();
  await ada.startSession({ folder: project.path, ...makePlan });
  await ada.sendPlanBack('Write a test as well');

  await ada.closedCards('Sent back by you').waitFor();
  await ada.agentSaying('I have worked your feedback in: “Write a test as well”').waitFor();
  await ada.forms('Changed after your feedback').waitFor();
  expect(await ada.permissionMode.inputValue()).toBe('plan');
  expect(project.has('src/farewell.js')).toBe(false);
});
