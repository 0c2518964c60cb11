import { BeckonError } from '@beckon/protocol';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { question } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import type { QuestionAsk } from './QuestionPrompt.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';

function show(ask: QuestionAsk = question()) {
  const stage = setStage();
  const drawn = renderOn(stage, <QuestionPrompt ask={ask} />);
  return {
    ...stage,
    redraw: (next: QuestionAsk) => drawn.rerender(<QuestionPrompt ask={next} />),
    user: userEvent.setup(),
  };
}

const submitButton = () => screen.getByRole('button', { name: 'Submit' });

const two = question({
  questions: [
    {
      header: 'Database',
      question: 'Which database?',
      multiSelect: false,
      options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
    },
    {
      header: 'Extras',
      question: 'Which extras?',
      multiSelect: true,
      options: [{ label: 'Seeds' }, { label: 'Backups' }],
    },
  ],
});

describe('[G11] QuestionPrompt', () => {
  it('shows header, question, options with muted description, and Other', () => {
    show();
    expect(screen.getByText('Database')).toBeTruthy();
    expect(screen.getByText('Which database?')).toBeTruthy();
    expect(screen.getByText('A server').className).toContain('text-muted');
    expect(screen.getAllByRole('radio')).toHaveLength(3);
    expect(screen.getByRole('radio', { name: 'Other' })).toBeTruthy();
  });

  it('keeps submit disabled until every question has an answer', async () => {
    const { user } = show(two);
    expect(submitButton()).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'SQLite' }));
    expect(submitButton()).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'Seeds' }));
    expect(submitButton()).toHaveProperty('disabled', false);
  });

  it('sends positions, labels as JSON for a multi-select, and the ask that was shown', async () => {
    const { user, transport } = show(two);
    await user.click(screen.getByRole('radio', { name: 'SQLite' }));
    await user.click(screen.getByRole('checkbox', { name: 'Backups' }));
    await user.click(screen.getByRole('checkbox', { name: 'Seeds' }));
    await user.click(submitButton());
    const [[target, sent] = []] = transport.callsTo('answer');
    expect(target).toBe(two.id);
    expect(sent).toEqual({ type: 'answers', answers: { '0': 'SQLite', '1': '["Seeds","Backups"]' } });
  });

  it('[T8] Other clears the options, and an option clears Other', async () => {
    const { user } = show(two);
    const extras = within(screen.getByRole('group', { name: /Extras/ }));
    await user.click(extras.getByRole('checkbox', { name: 'Seeds' }));
    await user.click(extras.getByRole('checkbox', { name: 'Other' }));
    expect(extras.getByRole('checkbox', { name: 'Seeds' })).toHaveProperty('checked', false);
    await user.type(extras.getByRole('textbox'), 'Docs');
    await user.click(extras.getByRole('checkbox', { name: 'Backups' }));
    expect(extras.getByRole('checkbox', { name: 'Other' })).toHaveProperty('checked', false);
    expect(extras.queryByRole('textbox')).toBeNull();
  });

  it('disables all inputs and shows progress while it submits; a double click answers once', async () => {
    const { user, transport } = show();
    transport.holdReplies();
    await user.click(screen.getByRole('radio', { name: 'Other' }));
    await user.type(screen.getByRole('textbox'), 'DuckDB');
    await user.dblClick(submitButton());
    expect(transport.callsTo('answer')).toHaveLength(1);
    expect(submitButton().getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText(/Sending your answer…/)).toBeTruthy();
    expect(screen.getByRole('group')).toHaveProperty('disabled', true);
  });

  it('keeps the focus while it submits from an option, which cannot have it then', async () => {
    const { user, transport } = show();
    transport.holdReplies();
    await user.click(screen.getByRole('radio', { name: /SQLite/ }));
    await user.keyboard('{Enter}');
    expect(transport.callsTo('answer')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('article'));
  });

  it('comes back with the focus where the step was begun', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Don’t answer…' }));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Don’t answer…' }));
  });

  it('says why a submit failed and gives the form back with what was entered', async () => {
    const { user, transport } = show();
    transport.failures.set('answer', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.click(screen.getByRole('radio', { name: 'Other' }));
    await user.type(screen.getByRole('textbox'), 'DuckDB');
    await user.click(submitButton());
    expect((await screen.findByRole('alert')).textContent).toContain('The gateway cannot be reached.');
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'DuckDB');
    expect(submitButton()).toHaveProperty('disabled', false);
  });

  it('sends the same attempt again under the same key, and a changed answer under another', async () => {
    const { user, transport } = show();
    transport.failures.set('answer', new BeckonError('unreachable', 'Gone.'));
    await user.click(screen.getByRole('radio', { name: /PostgreSQL/ }));
    await user.click(submitButton());
    await user.click(submitButton());
    await user.click(screen.getByRole('radio', { name: /SQLite/ }));
    await user.click(submitButton());
    const keys = transport.callsTo('answer').map(([, , key]) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('waits for the broadcast, then collapses to a summary of what was chosen', async () => {
    const ask = question();
    const { user, redraw, transport } = show(ask);
    await user.click(screen.getByRole('radio', { name: /SQLite/ }));
    await user.click(submitButton());
    expect(screen.getByText(/Sending your answer…/)).toBeTruthy();
    const [[, , clientKey = ''] = []] = transport.callsTo('answer');
    const answer = { type: 'answers', answers: { '0': 'SQLite' } } as const;
    const answeredBy = { type: 'device', id: 'd1', name: 'Chrome on Linux', clientKey } as const;
    redraw(question({ state: 'answered', handedAt: 2, answer, answeredBy }));
    expect(screen.getByText('SQLite')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe(
      'Answered by you · Handed to the agent; what it did is not seen yet',
    );
    redraw(question({ state: 'delivered', answer, answeredBy }));
    expect(screen.getByRole('status').textContent).toContain('Delivered to the agent');
    redraw(question({ state: 'settled', answer, answeredBy }));
    expect(screen.getByRole('status').textContent).toBe('Answered by you · The agent went on');
  });

  it('is amber while it waits and emerald once done, in the same frame, so that the change can be animated', () => {
    const ask = question();
    const { redraw } = show(ask);
    const frame = screen.getByRole('article', { name: /waiting for your response/ });
    expect(frame.className).toContain('border-waiting-line');
    redraw(question({ state: 'settled', answer: { type: 'answers', answers: { '0': 'SQLite' } } }));
    expect(frame.className).toContain('border-done-line');
    expect(frame.isConnected).toBe(true);
  });

  it.each([0, 1, 9])('shows %i options as well as can be', (count) => {
    const options = Array.from({ length: count }, (_, index) => ({ label: `Option ${index}` }));
    show(question({ questions: [{ header: 'H', question: 'Q?', multiSelect: false, options }] }));
    expect(screen.getAllByRole('radio')).toHaveLength(count + 1);
    expect(screen.queryAllByRole('textbox')).toHaveLength(count === 0 ? 1 : 0);
  });

  it('keeps what was entered while the person looks elsewhere', async () => {
    const stage = setStage();
    const user = userEvent.setup();
    const { rerender } = renderOn(stage, <QuestionPrompt ask={question()} />);
    await user.click(screen.getByRole('radio', { name: /SQLite/ }));
    rerender(<p>elsewhere</p>);
    rerender(<QuestionPrompt ask={question()} />);
    expect(screen.getByRole('radio', { name: /SQLite/ })).toHaveProperty('checked', true);
  });

  it('says who won where another answer came first, and shows that answer', async () => {
    const ask = question();
    const { user, transport } = show(ask);
    const winner = question({
      state: 'answered',
      answer: { type: 'answers', answers: { '0': 'PostgreSQL' } },
      answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux', clientKey: 'other' },
    });
    transport.failures.set('answer', new BeckonError('already_answered', 'Too late.', { ask: winner }));
    await user.click(screen.getByRole('radio', { name: /SQLite/ }));
    await user.click(submitButton());
    expect(screen.getByRole('status').textContent).toContain('Another answer came first: Answered on Firefox on Linux');
    expect(screen.getByText('PostgreSQL')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('says why it was withdrawn', () => {
    show(question({ state: 'withdrawn', withdrawalReason: 'interrupted' }));
    expect(screen.getByRole('status').textContent).toBe('The agent was interrupted before this was answered.');
    expect(screen.queryByRole('button', { name: /Send/ })).toBeNull();
  });
});
