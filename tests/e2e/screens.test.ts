// Every screen on a phone and on a desk, in light and in dark: nothing runs out of it, nothing stands in anyone's way.
import { expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { barriers, outOfSight, sidewaysScrolling } from '../support/looks.ts';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';
import { agentPids } from '../support/sdkAgents.ts';

const scene = openScene();

/** With sessions on the list, a phone opens on that list: this one goes on to the form for a new session. */
async function personOnPhone(): Promise<Person> {
  const person = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await person.open(`${scene.beckon.url}/new`);
  return person;
}

/** Each screen by what brings a person there from the first one. */
const screens: Record<string, (person: Person) => Promise<void>> = {
  'the first screen': async () => {},
  'an approval of a command': async (person) => {
    await person.startScenario('Run a command');
    await person.forms().waitFor();
  },
  'the second step of a denial': async (person) => {
    await person.startScenario('Run a command');
    await person.decide(person.forms().getByRole('button', { name: 'Deny…' }));
  },
  'an approval of an edit': async (person) => {
    await person.startScenario('Edit a file');
    await person.forms('greet.js').waitFor();
  },
  'several questions': async (person) => {
    await person.startScenario('Answer several questions');
    for (const option of ['Vitest', 'Type check']) {
      await person.choose(option);
      await person.goToNextQuestion();
    }
    await person.answerOther('Should coverage be measured?', 'Only for the ledger');
  },
  'a plan': async (person) => {
    await person.startScenario('Review a plan');
    await person.forms().waitFor();
  },
  'three asks at once': async (person) => {
    await person.startScenario('Three agents at once');
    await expect.poll(() => person.waitingCount(), { timeout: 20_000 }).toBe(3);
  },
  'a message that is written while something waits': async (person) => {
    await person.startScenario('Run a command');
    await person.writeInstead();
  },
  'an ask that is parked': async (person) => {
    await person.startScenario('Run a command');
    await person.forms().waitFor();
    for (const pid of agentPids(person.sessionId)) process.kill(pid, 'SIGKILL');
    await person.forms('Parked: its agent went away').waitFor();
    await person.logOf(person.forms());
  },
  'the log': async (person) => {
    await person.startScenario('Run a command');
    await person.forms().waitFor();
    await person.open(`${scene.beckon.url}/log`);
    await person.page.getByText('Asked to use Bash').first().waitFor();
  },
  'the settings': async (person) => {
    await person.open(`${scene.beckon.url}/settings`);
    await person.page.getByText('This device').waitFor();
  },
  'the search': async (person) => {
    await person.startScenario('Read a long answer');
    await person.seesTurnEnd();
    await person.open(`${scene.beckon.url}/search?q=answer`);
    await expect
      .poll(() => person.page.getByRole('list', { name: 'Results' }).getByRole('listitem').count(), { timeout: 30_000 })
      .toBeGreaterThan(0);
  },
  'what it cost': async (person) => {
    await person.startScenario('Read a long answer');
    await person.seesTurnEnd();
    await person.open(`${scene.beckon.url}/usage`);
    await person.page.getByRole('table', { name: 'By folder' }).getByRole('row').first().waitFor({ timeout: 30_000 });
  },
  'a message with a long word': async (person) => {
    await person.startScenario('Read a long answer');
    await person.seesTurnEnd();
    await person.send(`https://example.com/${'path'.repeat(60)}`);
    await person.ownMessages.nth(1).waitFor();
  },
  'a long answer': async (person) => {
    await person.startScenario('Read a long answer');
    await person.seesTurnEnd();
  },
};

it.each(Object.entries(screens))(
  '%s fits a phone and a desk, and has no barriers in light or dark',
  async (_, goThere) => {
    const ada = await personOnPhone();
    await goThere(ada);
    expect([...(await sidewaysScrolling(ada.page)), ...(await outOfSight(ada.page))]).toEqual([]);
    expect(await barriers(ada.page, 'light')).toEqual([]);

    await ada.page.setViewportSize(desktop);
    expect([...(await sidewaysScrolling(ada.page)), ...(await outOfSight(ada.page))]).toEqual([]);
    expect(await barriers(ada.page, 'dark')).toEqual([]);
  },
);

it('nothing moves for those who want no motion', async () => {
  const ada = await scene.person({ reducedMotion: 'reduce' });
  await ada.startScenario('Run a command');
  await ada.forms().waitFor();
  expect(await ada.page.evaluate(() => document.getAnimations().length)).toBe(0);
  await ada.approve();
  await ada.closedCards('Done: its result arrived').waitFor();
  expect(await ada.page.evaluate(() => document.getAnimations().length)).toBe(0);
});

it('a person on a phone starts a scenario, answers, and reads what came of it', async () => {
  const ada = await personOnPhone();
  await ada.startScenario('Run a command');
  await ada.approve();
  await ada.agentSaying(/Saved to counts.txt/).waitFor();
  expect(await sidewaysScrolling(ada.page)).toEqual([]);
  expect(scene.workspace.has('counts.txt')).toBe(true);

  await ada.page.getByRole('link', { name: 'All sessions' }).click();
  await ada.sessionInList('Run a command').waitFor();
  expect(await sidewaysScrolling(ada.page)).toEqual([]);
});
