// A person sets a channel up in the settings, tries it, and is called about a real agent's ask once no page is before their eyes.
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { barriers, outOfSight, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';
import { webhookReceiver } from '../support/webhookReceiver.ts';

const scene = openScene();

it('a channel is made, tried and called through; what the page shows is not called for, and the card tells', async () => {
  await using receiver = await webhookReceiver('hush hush');
  const person = await scene.person();
  const { page } = person;
  await person.open(`${scene.beckon.url}/settings`);
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByRole('button', { name: 'Webhook', exact: true }).click();
  const form = page.getByRole('form', { name: 'New channel: Webhook' });
  await form.getByLabel('Address').fill(receiver.url);
  await form.getByLabel('Secret').fill('hush hush');
  await form.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Send a test to Webhook' }).click();
  await page.getByText('The test was sent.').waitFor();
  expect(receiver.calls).toMatchObject([{ title: 'Beckon can reach you here' }]);
  expect(await page.content()).not.toContain('hush');
  receiver.calls.length = 0;

  // Before the eyes of its person, and seen within the grace.
  await person.open(`${scene.beckon.url}/new`);
  await person.startScenario('Run a command');
  await person.forms().waitFor();
  const { asks } = await scene.beckon.transport.listAsks();
  const isSeen = async () => (await scene.beckon.transport.getAsk(asks[0]!.id)).ask.seen?.length;
  await expect.poll(isSeen).toBe(1);
  await page.close();

  // Nobody looks any more.
  const { id } = await scene.beckon.transport.createSession({ cwd: scene.project().path, title: 'Called' });
  const prompt = (await scene.beckon.transport.about()).demo?.scenarios.find(({ title }) => title === 'Run a command');
  await scene.beckon.transport.sendMessage(id, { content: prompt!.prompt });
  await expect.poll(() => receiver.calls, { timeout: 20_000 }).toHaveLength(1);
  expect(receiver.calls).toMatchObject([
    { occasion: 'ask', title: 'Wants your leave to use a tool', body: '“Called”', sessionId: id, isReminder: false },
  ]);
  const back = await scene.person();
  await back.open(`${scene.beckon.url}/sessions/${id}`);
  await back.forms().waitFor();
  const told = await back.logOf(back.forms());
  expect(told.join('\n')).toContain('Its person was called through “Webhook”');
  expect(asks).toHaveLength(1);
}, 90_000);

it('its form has no barriers and runs out of no screen, on a phone', async () => {
  const person = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  const { page } = person;
  await person.open(`${scene.beckon.url}/settings`);
  for (const type of ['ntfy', 'E-mail']) {
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByRole('button', { name: type, exact: true }).click();
    expect([...(await sidewaysScrolling(page)), ...(await outOfSight(page))]).toEqual([]);
    for (const scheme of ['light', 'dark'] as const) expect(await barriers(page, scheme)).toEqual([]);
    await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click();
  }
}, 60_000);
