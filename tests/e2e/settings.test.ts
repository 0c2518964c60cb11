// What is set on one device holds on all of them, and is seen there at once; an answer that waits a moment is taken back on
// another device.
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { barriers, outOfSight, sidewaysScrolling } from '../support/looks.ts';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

const canvasOf = ({ page }: Person) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = 'rgb(247, 246, 243)';
const dark = 'rgb(19, 20, 22)';

async function personInSettings(options: Parameters<typeof scene.person>[0] = {}): Promise<Person> {
  const person = await scene.person(options);
  await person.open(`${scene.beckon.url}/settings`);
  await person.page.getByRole('heading', { name: 'Appearance' }).waitFor();
  return person;
}

const onPhone = { viewport: phone, hasTouch: true, isMobile: true };

it('the theme is kept for all devices, changes on open pages, and is there from the first byte on', async () => {
  const [ada, bob] = await Promise.all([personInSettings(onPhone), personInSettings({ colorScheme: 'light' })]);
  expect(await canvasOf(bob)).toBe(light);
  await ada.page.getByRole('radio', { name: /^Dark/ }).check();
  await ada.page.getByText('Saved, for all of your devices.').waitFor();
  await expect.poll(() => canvasOf(bob)).toBe(dark);
  expect(await bob.page.getByRole('radio', { name: /^Dark/ }).isChecked()).toBe(true);
  // Before any script has run.
  const served = await (await fetch(`${scene.beckon.url}/inbox`)).text();
  expect(served).toContain('data-theme="dark"');
  expect(served).toContain('<meta name="color-scheme" content="dark" />');
  await bob.page.reload();
  expect(await canvasOf(bob)).toBe(dark);
  for (const person of [ada, bob]) {
    expect([...(await sidewaysScrolling(person.page)), ...(await outOfSight(person.page))]).toEqual([]);
    // What the device prefers makes no difference now.
    expect(await barriers(person.page, 'light')).toEqual([]);
  }
  await bob.page.getByRole('radio', { name: /^System/ }).check();
  await expect.poll(() => ada.page.evaluate(() => document.documentElement.dataset['theme'])).toBe('system');
});

it('an answer given on the desk is taken back on the phone, and given again', async () => {
  const [ada, bob] = await Promise.all([personInSettings(), personInSettings(onPhone)]);
  await ada.page.getByRole('radio', { name: /^After 5 seconds/ }).check();
  await expect.poll(() => bob.page.getByRole('radio', { name: /^After 5 seconds/ }).isChecked()).toBe(true);
  await bob.open(`${scene.beckon.url}/inbox`);
  // On a machine that has other things to do, five seconds may be over before a person has pressed anything.
  for (let isTakenBack = false, tries = 0; !isTakenBack; tries++) {
    expect(tries).toBeLessThan(5);
    await ada.open(`${scene.beckon.url}/new`);
    await ada.startScenario('Run a command');
    await ada.approve();
    isTakenBack = await isTakenBackBy(bob, ada);
  }
  const { asks } = await scene.beckon.transport.getSession(ada.sessionId);
  expect(asks).toMatchObject([{ phase: 'waiting', takenBack: [expect.any(String)] }]);
  await ada.approve();
  await ada.closedCards().waitFor();
  expect(await barriers(ada.page, 'light')).toEqual([]);
  await ada.closedCards('Done: its result arrived').waitFor({ timeout: 30_000 });
  expect(scene.workspace.has('counts.txt')).toBe(true);
});

/** One presses “Take back” for what the other has approved. Says whether that was in time. */
async function isTakenBackBy(one: Person, other: Person): Promise<boolean> {
  const latest = one.page.getByRole('complementary', { name: 'Latest answer' });
  const late = other.closedCards('Done: its result arrived').waitFor({ timeout: 30_000 });
  const pressed = one.decide(latest.getByRole('button', { name: 'Take back' }));
  const inTime = pressed.then(() => other.forms().waitFor({ timeout: 30_000 }));
  return Promise.race([inTime.then(() => true), late.then(() => false)]).finally(() => {
    // Whichever was not to be gives up by itself.
    for (const loser of [inTime, late]) loser.catch(() => undefined);
  });
}
