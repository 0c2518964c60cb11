// A plan is reviewed passage by passage: what is said about it reaches the model as one text, and the next plan shows what it changed.
import { call, say } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { barriers, isInSight, outOfSight, sidewaysScrolling } from '../support/looks.ts';
import type { Person } from '../support/person.ts';
import { openScene } from '../support/scene.ts';

const sections = Array.from({ length: 9 }, (_, index) => `## Part ${index + 1}\n\nWhat part ${index + 1} is about.\n`);
const plan = `# Add farewell()

${sections.join('\n')}
## Steps

1. Add \`farewell(name)\`
2. Leave \`greet()\` as it is

\`\`\`js
farewell('Ada');
\`\`\`
`;
const revised = plan.replace('2. Leave `greet()` as it is', '2. Leave `greet()` as it is\n3. Write a test');

const scene = openScene({
  scenarios: [
    {
      id: 'long-plan',
      title: 'A long plan',
      description: 'With an outline.',
      prompt: 'Plan at length',
      permissionMode: 'plan',
      turns: [
        {
          blocks: [call('ExitPlanMode', { plan })],
          whenDenied: [say('I have thought again.'), call('ExitPlanMode', { plan: revised })],
        },
        { blocks: [say('I go on as planned.')] },
      ],
    },
  ],
});

async function atPlan(person: Person): Promise<Person> {
  await person.startSession({ folder: scene.project().path, prompt: 'Plan at length', mode: 'Plan' });
  await person
    .forms()
    .getByRole('button', { name: /^Comment on/ })
    .first()
    .waitFor();
  return person;
}

const onPhone = () => scene.person({ viewport: phone, hasTouch: true, isMobile: true });

/** What the model has read as the results of tool calls, in all of its requests. */
function resultsRead(): string {
  return scene.requests
    .flatMap(({ messages }) => messages)
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' ? [block.content] : []))
    .map((content) => (typeof content === 'string' ? content : content.map((part) => String(part['text'])).join('')))
    .join('\n\n');
}

async function looksWell({ page }: Person, colorScheme: 'light' | 'dark'): Promise<void> {
  expect([...(await sidewaysScrolling(page)), ...(await outOfSight(page))]).toEqual([]);
  expect(await barriers(page, colorScheme)).toEqual([]);
}

it('[C5] sends comments back with the feedback, and the model reads each below its passage', async () => {
  const ada = await atPlan(await scene.person());
  await ada.commentOn('2. Leave', 'And test it');
  await ada.commentOn('```js', 'Say what this returns');
  await ada.page.reload();
  await expect.poll(() => ada.comments.allTextContents()).toEqual(['And test it', 'Say what this returns']);
  await ada.forms().getByText('Your 2 comments go back only with “Send back…”. Approving leaves them out.').waitFor();
  await looksWell(ada, 'light');

  await ada.sendPlanBack('Smaller steps');
  await ada.agentSaying('I have thought again.').waitFor();
  expect(resultsRead()).toContain(`My comments on the plan, each below the passage that it is about:

> 2. Leave \`greet()\` as it is

And test it

> \`\`\`js
> farewell('Ada');
> \`\`\`

Say what this returns

On the plan as a whole:

Smaller steps`);
});

it('shows what changed since the plan was sent back, and the whole plan again', async () => {
  const ada = await atPlan(await scene.person());
  await ada.sendPlanBack('Write a test');
  const form = ada.forms('Revised: the plan before this one was sent back');
  await form.getByRole('button', { name: 'What changed , 1 line added' }).click();
  await form
    .getByRole('row', { name: 'added 3. Write a test' })
    .or(form.getByRole('cell', { name: '3. Write a test' }))
    .first()
    .waitFor();
  expect(await form.getByText('What part 2 is about.').isVisible()).toBe(false);
  await form.getByRole('button', { name: 'What it was sent back with' }).click();
  await form.getByRole('figure', { name: 'What it was sent back with' }).getByText('Write a test').waitFor();
  await looksWell(ada, 'dark');
  await form.getByRole('button', { name: 'Whole plan' }).click();
  await form.getByText('What part 2 is about.').waitFor();
  await ada.approvePlan('Ask');
  await ada.agentSaying('I go on as planned.').waitFor();
});

it('leads by its outline to every part of a plan, beside it on a desk', async () => {
  const ada = await atPlan(await scene.person());
  const outline = ada.forms().getByRole('navigation', { name: 'Outline of the plan' });
  const steps = ada.forms().getByRole('heading', { name: 'Steps' });
  expect(await outline.getByRole('button').count()).toBe(11);
  expect(await isInSight(steps)).toBe(false);
  await outline.getByRole('button', { name: 'Steps' }).click();
  await expect.poll(() => isInSight(steps)).toBe(true);
  expect(await isInSight(outline.getByRole('button', { name: 'Part 1' }))).toBe(true);
});

it('is commented on and sent back by keys alone', async () => {
  const ada = await atPlan(await scene.person());
  const { keyboard } = ada.page;
  await ada.forms().focus();
  await keyboard.press('c');
  await keyboard.press('End');
  await keyboard.press('Enter');
  await keyboard.type('Which file?');
  await keyboard.press('Enter');
  expect(await ada.comments.allTextContents()).toEqual(['Which file?']);
  await ada.seesArmed(ada.forms().getByRole('button', { name: 'Send back…' }));
  await keyboard.press('d');
  await ada.seesArmed(ada.forms().getByRole('button', { name: 'Send back', exact: true }));
  await keyboard.press('Enter');
  await ada.closedCards('Sent back by you').getByText('Which file?').waitFor();
});

it('is commented on by thumb: a tap on a passage opens the field, the outline is a line above', async () => {
  const ada = await atPlan(await onPhone());
  const form = ada.forms();
  await form.getByRole('button', { name: 'Outline · 11 headings' }).tap();
  await looksWell(ada, 'dark');
  await form.getByRole('navigation').getByRole('button', { name: 'Part 6' }).tap();
  expect(await form.getByRole('navigation').getByRole('listitem').count()).toBe(0);
  await form.getByText('What part 6 is about.').tap();
  await ada.writeComment('Not needed');
  expect(await ada.comments.allTextContents()).toEqual(['Not needed']);
  await ada.decide(form.getByRole('button', { name: 'Send back…' }));
  await looksWell(ada, 'light');
  await ada.decide(form.getByRole('button', { name: 'Send back', exact: true }));
  await ada
    .forms()
    .getByRole('button', { name: /^What changed/ })
    .tap();
  await ada.forms().getByRole('row').filter({ hasText: '3. Write a test' }).waitFor();
  await looksWell(ada, 'light');
  expect(resultsRead()).toContain('> What part 6 is about.\n\nNot needed');
});
