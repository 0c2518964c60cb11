// A plan as a document: its outline, the comments on its passages, and what changed since it was sent back.
import { BeckonError } from '@beckon/protocol';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plan } from '../../test/fixtures.ts';
import { renderOn, setStage } from '../../test/renderWithBeckon.tsx';
import type { PlanAsk } from '../PlanReview.tsx';
import { PlanReview } from '../PlanReview.tsx';

const text = `# Add farewell()

Why: the notes ask for it.

## Steps

1. Add \`farewell()\`
   - in a file of its own
2. Test it

\`\`\`js
farewell('Ada')
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> Said before.
`;

async function show(ask: PlanAsk = plan({ plan: text }), stage = setStage()) {
  stage.beckon.store.setState({ about: stage.transport.aboutGateway });
  const drawn = renderOn(stage, <PlanReview ask={ask} />);
  await screen.findAllByRole('button', { name: /^Comment on/ });
  return { ...stage, ...drawn, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const outline = () => screen.getByRole('navigation', { name: 'Outline of the plan' });
const field = () => screen.getByRole('textbox', { name: /^Comment on/ });
const commentButtons = () => screen.getAllByRole('button', { name: /^Comment on/ });
const notes = () => screen.queryAllByRole('note').map((note) => note.querySelector('p')?.textContent);

afterEach(() => void vi.restoreAllMocks());

describe('the outline', () => {
  it('is folded above the plan where there is little room, and closes when it has led somewhere', async () => {
    const { user } = await show();
    expect(within(outline()).queryByRole('listitem')).toBeNull();
    await user.click(button('Outline · 2 headings'));
    await user.click(within(outline()).getByRole('button', { name: 'Steps' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Comment on “## Steps”');
    expect(within(outline()).queryByRole('listitem')).toBeNull();
  });

  it('stands beside the plan where there is room', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
    await show();
    const headings = within(outline()).getAllByRole('button');
    expect(headings.map(({ textContent }) => textContent)).toEqual(['Add farewell()', 'Steps']);
  });

  it('is left out where there are fewer than two headings', async () => {
    await show(plan({ plan: '# One\n\n```\n# no heading\n```' }));
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});

describe('comments', () => {
  it('can be made on every paragraph, heading, list item, block of code and table, each by its own text', async () => {
    await show();
    expect(commentButtons().map((each) => each.getAttribute('aria-label'))).toEqual([
      'Comment on “# Add farewell()”',
      'Comment on “Why: the notes ask for it.”',
      'Comment on “## Steps”',
      'Comment on “1. Add `farewell()`”',
      'Comment on “- in a file of its own”',
      'Comment on “2. Test it”',
      'Comment on “```js”',
      'Comment on “| a | b |”',
      'Comment on “Said before.”',
    ]);
  });

  it('go back with the feedback, each below the passage that it is about', async () => {
    const { user, transport } = await show();
    await user.click(button(/^Comment on “2. Test it/));
    await user.keyboard('With Vitest?{Enter}');
    await user.click(button(/^Comment on “1. Add/));
    await user.keyboard('Which file?{Escape}');
    expect(notes()).toEqual(['Which file?', 'With Vitest?']);
    await user.click(button('Send back…'));
    await user.keyboard('Smaller steps{Enter}');
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({
      type: 'deny',
      message: `My comments on the plan, each below the passage that it is about:

> 1. Add \`farewell()\`

Which file?

> 2. Test it

With Vitest?

On the plan as a whole:

Smaller steps`,
    });
  });

  it('are enough to send a plan back, and nothing is not', async () => {
    const { user, transport } = await show();
    await user.click(button('Send back…'));
    expect(button('Send back')).toHaveProperty('disabled', true);
    await user.click(button('Back'));
    await user.click(button(/^Comment on “2/));
    await user.keyboard('No{Enter}');
    await user.click(button('Send back…'));
    await user.click(button('Send back'));
    expect(transport.callsTo('answer')[0]?.[1]).toMatchObject({
      message: expect.stringContaining('> 2. Test it\n\nNo'),
    });
  });

  it('are listed where the plan is sent back, and can be edited and removed there', async () => {
    const { user } = await show();
    await user.click(button(/^Comment on “2/));
    await user.keyboard('No{Enter}');
    await user.click(button(/^Comment on “Why/));
    await user.keyboard('Which notes{Enter}');
    await user.click(button('Send back…'));
    const list = within(screen.getByRole('region', { name: 'Your comments' }));
    const items = list.getAllByRole('listitem');
    expect(items.map((item) => item.querySelector('p')?.textContent)).toEqual(['Which notes', 'No']);
    await user.click(list.getAllByRole('button', { name: 'Edit' })[0]!);
    expect(document.activeElement).toBe(field());
    await user.keyboard('?{Enter}');
    expect(notes()).toEqual(['Which notes?', 'No']);
    await user.click(list.getAllByRole('button', { name: 'Remove' })[1]!);
    expect(notes()).toEqual(['Which notes?']);
  });

  it('are edited and removed in their place; an empty one is none', async () => {
    const { user } = await show();
    await user.click(button(/^Comment on “2/));
    await user.keyboard('No{Enter}');
    const note = () => within(screen.getByRole('note'));
    await user.click(note().getByRole('button', { name: 'Edit' }));
    await user.keyboard(', yes{Enter}');
    expect(notes()).toEqual(['No, yes']);
    await user.click(note().getByRole('button', { name: 'Remove' }));
    expect(notes()).toEqual([]);
    expect(document.activeElement).toBe(button(/^Comment on “2/));
    await user.keyboard('{Enter}Maybe{Enter}');
    await user.click(note().getByRole('button', { name: 'Edit' }));
    await user.clear(field());
    await user.keyboard('{Enter}');
    expect(notes()).toEqual([]);
    expect(document.activeElement).toBe(button(/^Comment on “2/));
  });

  it('are kept while their person looks elsewhere, half written ones too', async () => {
    const stage = setStage();
    const { user, unmount } = await show(plan({ plan: text }), stage);
    await user.click(button(/^Comment on “2/));
    await user.keyboard('Half a com');
    unmount();
    await show(plan({ plan: text }), stage);
    expect(notes()).toEqual(['Half a com']);
  });

  it('are not lost by approving without a word', async () => {
    const { user } = await show();
    expect(screen.queryByText(/only with “Send back…”/)).toBeNull();
    await user.click(button(/^Comment on “2/));
    await user.keyboard('No{Enter}');
    const words = 'Your comment goes back only with “Send back…”. Approving leaves it out.';
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('are shown as unsent where another answer came first', async () => {
    const { user, rerender } = await show();
    await user.click(button(/^Comment on “2/));
    await user.keyboard('No{Enter}');
    const answeredBy = { type: 'device', id: 'd1', name: 'Phone' } as const;
    rerender(<PlanReview ask={plan({ plan: text, state: 'settled', answer: { type: 'approve' }, answeredBy })} />);
    expect(screen.getByText(/It was not sent/).parentElement?.textContent).toContain('> 2. Test it');
    await user.click(button('Dismiss'));
    expect(screen.queryByText(/It was not sent/)).toBeNull();
  });

  it('are reached by keys: Tab leads to one passage, arrows to the others, Enter opens it', async () => {
    const { user } = await show();
    expect(commentButtons().filter(({ tabIndex }) => tabIndex === 0)).toEqual([commentButtons()[0]]);
    commentButtons()[0]?.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(commentButtons()[1]);
    await user.keyboard('{End}{ArrowDown}');
    expect(document.activeElement).toBe(commentButtons().at(-1));
    await user.keyboard('{Home}{Enter}');
    expect(field().getAttribute('aria-label')).toContain('# Add farewell()');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(commentButtons()[0]);
  });

  it('can be made on text that is no markdown to read, as a whole', async () => {
    const { user } = await show(plan({ plan: `Before\n\n${'*_'.repeat(800)}` }));
    await user.click(commentButtons()[1]!);
    await user.keyboard('What is this?{Enter}');
    expect(notes()).toEqual(['What is this?']);
  });

  it('show what is hidden in the passage that they quote', async () => {
    const { user } = await show(plan({ plan: 'Run \u202etset mpn' }));
    await user.click(commentButtons()[0]!);
    await user.keyboard('No{Enter}');
    expect(commentButtons()[0]?.getAttribute('aria-label')).toContain('⟨U+202E⟩');
  });
});

describe('a revision', () => {
  const earlier = plan({
    id: '22222222-2222-4222-8222-222222222229',
    plan: text,
    state: 'settled',
    answer: { type: 'deny', message: 'Which file?' },
    answeredAt: Date.now(),
  });
  const revised = plan({ plan: text.replace('2. Test it', '2. Test it with Vitest'), revises: earlier.id });

  function showRevised(ask = revised, before: PlanAsk | undefined = earlier) {
    const stage = setStage();
    if (before) stage.transport.askLogs.set(before.id, { ask: before, log: [] });
    return show(ask, stage);
  }

  it('says so, and switches between the whole plan and what changed', async () => {
    const { user, transport } = await showRevised();
    expect(screen.getByText(/^Revised: the plan before this one was sent back/)).toBeTruthy();
    expect(transport.callsTo('getAsk')).toEqual([[earlier.id]]);
    await user.click(await screen.findByRole('button', { name: 'What changed , 1 line added , 1 line removed' }));
    const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
    expect(rows).toContain('+added2. Test it with Vitest');
    expect(rows).toContain('−removed2. Test it');
    expect(screen.queryByRole('heading', { name: 'Steps' })).toBeNull();
    await user.click(button('What it was sent back with'));
    expect(screen.getByRole('figure', { name: 'What it was sent back with' }).textContent).toContain('Which file?');
    await user.click(button('Whole plan'));
    expect(screen.getByRole('heading', { name: 'Steps' })).toBeTruthy();
    expect(screen.queryByRole('row', { name: /removed/ })).toBeNull();
  });

  it('says so where nothing has changed', async () => {
    const { user } = await showRevised(plan({ plan: `${text}\n`, revises: earlier.id }));
    await user.click(button(/^What changed/));
    expect(await screen.findByText('The plan is the same, word for word.')).toBeTruthy();
  });

  it('shows the whole plan where the one before is no longer kept', async () => {
    const stage = setStage();
    const { user } = await show(revised, stage);
    await user.click(button(/^What changed/));
    expect(await screen.findByText('The plan before this one is no longer kept.')).toBeTruthy();
    await user.click(button('Whole plan'));
    expect(screen.getByRole('heading', { name: 'Steps' })).toBeTruthy();
  });

  it('says why the one before could not be read, and reads it when asked again', async () => {
    const stage = setStage();
    stage.transport.askLogs.set(earlier.id, { ask: earlier, log: [] });
    stage.transport.failures.set('getAsk', new BeckonError('store_unavailable', 'The disk is gone.'));
    const { user } = await show(revised, stage);
    await user.click(button(/^What changed/));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be read. The disk is gone.');
    stage.transport.failures.clear();
    await user.click(button('Try again'));
    expect((await screen.findAllByRole('row', { name: /added/ })).length).toBeGreaterThan(0);
  });

  it('keeps what is folded in the plan unread while one looks at what changed', async () => {
    const { user } = await showRevised(plan({ plan: `${text}\n${'*_\n'.repeat(800)}`, revises: earlier.id }));
    expect(button('Approve plan').getAttribute('aria-disabled')).toBe('true');
    await user.click(button(/^What changed/));
    expect(button('Approve plan').getAttribute('aria-disabled')).toBe('true');
  });

  it('goes back to the plan when a comment on it is opened', async () => {
    const { user } = await showRevised();
    await user.click(button(/^Comment on “2/));
    await user.keyboard('No{Enter}');
    await user.click(button(/^What changed/));
    await user.click(button('Send back…'));
    await user.click(
      within(screen.getByRole('region', { name: 'Your comments' })).getByRole('button', { name: 'Edit' }),
    );
    expect(document.activeElement).toBe(field());
  });
});
