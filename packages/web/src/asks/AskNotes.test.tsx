import type { Ability, Ask, Parked } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Composer } from '../composer/Composer.tsx';
import { approval, plan, question, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { AskCard } from './AskCard.tsx';

function show(ask: Ask, { abilities = session().abilities }: { abilities?: Ability[] } = {}) {
  const stage = setStage([session({ abilities })]);
  const drawn = renderOn(stage, <AskCard ask={withPhase(ask)} />);
  return {
    ...stage,
    redraw: (next: Ask) => drawn.rerender(<AskCard ask={withPhase(next)} />),
    user: userEvent.setup(),
  };
}

const button = (name: string) => screen.getByRole('button', { name });
const queryButton = (name: string) => screen.queryByRole('button', { name });
const status = () => screen.getByRole('status').textContent;

const parked: Parked = { at: 1, reason: 'limit', isOrphaned: false };
const yes = {
  answer: { type: 'approve' },
  answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' },
} as const;

it('[L12] an answer that waits for what its person says about the folder gives that as the reason', () => {
  const failedDelivery = { attempts: 1, failedAt: 1, message: 'It was not opened.', nextAt: 9 };
  const held = approval({ ...yes, state: 'answered', parked, failedDelivery });
  const about = { toolName: 'Folder', input: {}, folder: '/home/ana/shop', items: [], digest: 'd' };
  const trust = { kind: 'trust', sessionId, id: 'ask-2', toolCallId: 'trust-1', state: 'open', createdAt: 1 } as const;
  const stage = setStage([session({ asks: [withPhase({ ...trust, ...about })] })]);
  renderOn(stage, <AskCard ask={held} />);
  expect(status()).toContain('Waits for what you say about its folder');
  expect(screen.getByText(/once you have said whether to trust its folder/)).toBeTruthy();
  expect(screen.queryByText('It was not opened.')).toBeNull();
  expect(button('Take the answer back')).toBeTruthy();
});

describe('an ask that is parked', () => {
  it.each([
    ['limit', 'its agent was ended to save memory'],
    ['agent_gone', 'its agent went away'],
    ['gateway_stopped', 'Beckon was stopped'],
  ] as const)('says so, why (%s), and that its answer brings the agent back', (reason, words) => {
    show(approval({ parked: { ...parked, reason } }));
    expect(status()).toBe('Run touch done.txt · Parked');
    const note = screen.getByText(/^Parked: /).textContent;
    expect(note).toContain(words);
    expect(note).toContain('approved, this very call runs');
    expect(button('Approve')).toBeTruthy();
    expect(button('Deny…')).toBeTruthy();
  });

  it.each([
    [approval({ parked: { ...parked, isOrphaned: true } }), /told to it in a message; .* same call again, .* once/],
    [question({ parked: { ...parked, isOrphaned: true } }), /Your answer is told to it in a message/],
    [plan({ parked: { ...parked, isOrphaned: true } }), /Your answer is told to it in a message/],
    [question({ parked }), /Your answer brings it back, and it goes on from here/],
    [plan({ parked }), /Your answer brings it back, and it goes on from here/],
  ])('says what its answer will do: %#', (ask, words) => {
    show(ask);
    expect(screen.getByText(/^Parked: /).textContent).toMatch(words);
  });

  it('is no longer marked once an agent waits for it again', () => {
    const { redraw } = show(approval({ parked }));
    redraw(approval());
    expect(screen.queryByText(/Parked/)).toBeNull();
  });
});

describe('an answer that waits a moment before it goes on its way', () => {
  const now = Date.now();
  const delayed = approval({ ...yes, state: 'answered', answeredAt: now, dueAt: now + 5000 });

  it('says how long still, and is never called approved', () => {
    // From now on: a busy machine comes here late.
    show({ ...delayed, answeredAt: Date.now(), dueAt: Date.now() + 60_000 });
    expect(status()).toBe('Answered on Firefox on Linux: approve');
    expect(screen.getByText(/^Delivered in (?:1 min|[56]\d s)$/)).toBeTruthy();
    expect(queryButton('Approve')).toBeNull();
  });

  it('counts from when it was told where this device’s clock differs from the gateway’s', () => {
    show({ ...delayed, answeredAt: now - 3_600_000, dueAt: now - 3_597_000 });
    expect(screen.getByText('Delivered in 3 s')).toBeTruthy();
  });

  it('can be taken back, after which the form is there again', async () => {
    const { user, transport, redraw } = show(delayed);
    await user.click(button('Take back'));
    expect(transport.callsTo('takeBackAnswer')).toEqual([[delayed.id]]);
    redraw(approval());
    expect(button('Approve')).toBeTruthy();
  });
});

describe('an answer that no agent has been given yet', () => {
  const answered = approval({ ...yes, state: 'answered', parked });
  const failedDelivery = {
    attempts: 2,
    failedAt: 1,
    message: 'No claude program was found.',
    nextAt: Date.now() + 600_000,
  };

  it('is on its way while the agent is brought back, and never called approved', () => {
    show(answered);
    expect(status()).toBe('Answered on Firefox on Linux: approve · Bringing the agent back…');
    expect(screen.queryByText(/Approved/)).toBeNull();
    expect(queryButton('Try now')).toBeNull();
  });

  it('says why it is not delivered, and when the next try is', () => {
    show({ ...answered, failedDelivery });
    expect(status()).toBe('Answered on Firefox on Linux: approve · Not yet delivered');
    expect(screen.getByText('No claude program was found.')).toBeTruthy();
    expect(screen.getByText(/^Your answer is kept/).textContent).toMatch(/Next try in 10 min$/);
  });

  it('counts nothing down while the gateway is gone, which is the one that tries', async () => {
    const { follower } = show({ ...answered, failedDelivery });
    const error = new BeckonError('unreachable', 'The gateway cannot be reached.');
    await act(async () => follower.onConnection?.({ state: 'offline', error, retryAt: 0 }));
    expect(screen.getByText(/^Your answer is kept/).textContent?.trim()).toBe('Your answer is kept.');
    await act(async () => follower.onConnection?.({ state: 'live' }));
    expect(screen.getByText(/^Your answer is kept/).textContent).toMatch(/Next try in 10 min$/);
  });

  it('is tried now at a press, which shows that it is under way', async () => {
    const { user, transport } = show({ ...answered, failedDelivery });
    const letGo = transport.holdReplies();
    await user.dblClick(button('Try now'));
    expect(transport.callsTo('deliverAnswer')).toEqual([[answered.id]]);
    expect(button('Try now').getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Trying…')).toBeTruthy();
    await act(async () => letGo());
    expect(button('Try now').getAttribute('aria-busy')).toBe('false');
  });

  it('can be taken back, after which the form is there again and takes another answer', async () => {
    const { user, transport, redraw } = show(approval({ parked }));
    await user.click(button('Approve'));
    const clientKey = transport.callsTo('answer')[0]?.[2] ?? '';
    redraw({
      ...answered,
      answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux', clientKey },
      failedDelivery,
    });
    expect(status()).toBe('Answered by you: approve · Not yet delivered');
    await user.click(button('Take the answer back'));
    expect(transport.callsTo('takeBackAnswer')).toEqual([[answered.id]]);

    redraw(approval({ parked, takenBack: [clientKey] }));
    expect(button('Approve')).toHaveProperty('disabled', false);
    await user.click(button('Approve'));
    const keys = transport.callsTo('answer').map(([, , key]) => key);
    expect(keys).toHaveLength(2);
    expect(keys[1]).not.toBe(clientKey);
  });

  it('gives the form back where the answer that had come first was taken back', async () => {
    const { user, transport, redraw } = show(approval({ parked }));
    const won = {
      ...answered,
      answeredBy: { type: 'device', id: 'd1', name: 'Safari on iPhone', clientKey: 'theirs' } as const,
    };
    transport.failures.set('answer', new BeckonError('already_answered', 'Too late.', { ask: won }));
    await user.click(button('Approve'));
    expect(status()).toContain('Another answer came first');
    redraw(approval({ parked, takenBack: ['theirs'] }));
    expect(button('Approve')).toHaveProperty('disabled', false);
  });

  const presses = [
    ['deliverAnswer', 'Try now', 'Not tried.'],
    ['takeBackAnswer', 'Take the answer back', 'Not taken back.'],
  ] as const;

  it.each(presses)('says what failed, and why (%s)', async (method, name, words) => {
    const { user, transport } = show({ ...answered, failedDelivery });
    transport.failures.set(method, new BeckonError('already_answered', 'The agent has this answer already.'));
    await user.click(button(name));
    expect((await screen.findByRole('alert')).textContent).toBe(`${words} The agent has this answer already.`);
  });

  it.each(presses)('says what to do about it once the gateway is back (%s)', async (method, name, words) => {
    const { user, transport, follower } = show({ ...answered, failedDelivery });
    transport.failures.set(method, new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.click(button(name));
    expect((await screen.findByRole('alert')).textContent).toBe(`${words} The gateway cannot be reached.`);
    await act(async () => follower.onConnection?.({ state: 'live' }));
    expect(screen.getByRole('alert').textContent).toBe(`${words} The gateway could not be reached. Press again.`);
  });

  it('no longer says that it was not tried once it has been', async () => {
    const { user, transport, redraw } = show({ ...answered, failedDelivery });
    transport.failures.set('deliverAnswer', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.click(button('Try now'));
    await screen.findByRole('alert');
    redraw({ ...answered, failedDelivery: { ...failedDelivery, attempts: 3 } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not delivered where it was given up', () => {
    show({ ...answered, state: 'withdrawn', withdrawalReason: 'given_up' });
    expect(status()).toBe('Given up by its person: it was not done. Your answer was not delivered.');
  });

  it('says nothing of an answer that was not delivered where there is none', () => {
    show(approval({ parked, state: 'withdrawn', withdrawalReason: 'given_up' }));
    expect(status()).toBe('Given up by its person: it was not done.');
  });

  it('can no longer be taken back once it is on its way to an agent', () => {
    show({ ...answered, handedAt: Date.now() });
    expect(queryButton('Take the answer back')).toBeNull();
    expect(status()).toContain('Handed to the agent');
  });
});

describe('an answer that an agent was told of', () => {
  it('in a message, is said to be so', () => {
    const { redraw } = show(approval({ ...yes, state: 'delivered', parked: { ...parked, isOrphaned: true } }));
    expect(status()).toBe('Approved on Firefox on Linux · Told to the agent in a message');
    redraw(approval({ ...yes, state: 'settled', carriedFrom: approval().id }));
    expect(status()).toContain('Approved on Firefox on Linux, when it made the same call before');
  });
});

it('[L11] says that a call ran although the answer was no, and does not look as if all were well', () => {
  show(approval({ state: 'settled', answer: { type: 'deny' }, observed: 'ran' }));
  expect(status()).toBe('Denied, but it ran all the same');
  expect(screen.getByRole('article').className).not.toContain('border-done-line');
});

describe('[L11] where the terminal was first', () => {
  const deny = { type: 'deny' } as const;
  const approve = { type: 'approve' } as const;

  it.each([
    [{ answer: deny, observed: 'ran', inTerminal: approve }, 'Denied, but the terminal had already allowed it: it ran'],
    [
      { answer: approve, observed: 'did_not_run', inTerminal: deny },
      'Approved, but the terminal had already denied it: it did not run',
    ],
    [{ answer: approve, observed: 'stopped' }, 'Approved · Stopped while it ran; a part may be done'],
  ] as const)('the card says what happened, not only what was answered: %o', (life, words) => {
    show(approval({ state: 'settled', ...life }));
    expect(status()).toBe(words);
    expect(screen.getByRole('article').className).not.toContain('border-done-line');
  });

  it('a card that nobody here answered says what was chosen there, once that is known', () => {
    const there = { state: 'withdrawn', withdrawalReason: 'answered_in_terminal' } as const;
    const { redraw } = show(approval(there));
    expect(status()).toBe('This was answered in the terminal.');
    redraw(approval({ ...there, inTerminal: { type: 'deny', message: 'Use pnpm.' } }));
    expect(status()).toBe('Denied in the terminal');
    expect(screen.getByText('Use pnpm.')).toBeDefined();
    redraw(approval({ ...there, inTerminal: { type: 'approve', remember: true } }));
    expect(status()).toBe('Approved in the terminal, and for more than this once');
  });

  it('an answer that was to wait a while, and came after the terminal’s, is said not to have been delivered', () => {
    const there = { state: 'withdrawn', withdrawalReason: 'answered_in_terminal', answer: { type: 'deny' } } as const;
    show(approval({ ...there, inTerminal: { type: 'approve' } }));
    expect(status()).toBe('Approved in the terminal. Your answer was not delivered.');
  });
});

describe('an orphan that is over', () => {
  const over = { state: 'settled', parked: { ...parked, isOrphaned: true } } as const;

  it.each([
    [approval({ ...yes, ...over }), /· Told to the agent in a message; this call itself did not run$/],
    [approval({ ...over, answer: { type: 'deny' } }), /^Denied · Told to the agent in a message$/],
    [plan({ ...over, answer: { type: 'approve' } }), /^Approved · Told to the agent in a message$/],
    [
      question({ ...over, answer: { type: 'answers', answers: { '0': 'SQLite' } } }),
      /· Told to the agent in a message$/,
    ],
  ])('[L4] does not look like a call that ran: %#', (ask, words) => {
    show(ask);
    expect(status()).toMatch(words);
    expect(screen.getByRole('article').className).not.toContain('border-done-line');
  });
});

describe('an answer after which nothing was seen', () => {
  afterEach(() => vi.useRealTimers());
  const late = /Nothing has been seen of it for over a minute/;

  it('is left alone for a minute, then said so, with the way to interrupt', async () => {
    vi.useFakeTimers();
    const { transport, redraw } = show(approval({ ...yes, state: 'delivered', deliveredAt: Date.now() }));
    await act(async () => vi.advanceTimersByTime(59_000));
    expect(screen.queryByText(late)).toBeNull();
    await act(async () => vi.advanceTimersByTime(1000));
    expect(screen.getByText(late)).toBeTruthy();
    await act(async () => button('Interrupt the agent').click());
    expect(transport.callsTo('interrupt')).toEqual([[sessionId]]);
    redraw(approval({ ...yes, state: 'settled' }));
    expect(screen.queryByText(late)).toBeNull();
  });

  it('offers no interrupt where there is none, but the terminal where there is one', () => {
    show(approval({ ...yes, state: 'delivered', deliveredAt: 1 }), { abilities: ['pane'] });
    expect(screen.getByText(late)).toBeTruthy();
    expect(queryButton('Interrupt the agent')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the terminal' })).toBeTruthy();
  });

  it('says why the interrupt failed', async () => {
    const { user, transport } = show(approval({ ...yes, state: 'delivered', deliveredAt: 1 }));
    transport.failures.set('interrupt', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.click(button('Interrupt the agent'));
    expect((await screen.findByRole('alert')).textContent).toContain('The gateway cannot be reached.');
  });
});

describe('[L4] an ask whose outcome nobody knows', () => {
  const unknown = approval({ ...yes, state: 'withdrawn', withdrawalReason: 'outcome_unknown' });

  it('says that it may have run, and writes a message that asks the agent to look, for the person to send', async () => {
    const { user, transport, ...stage } = show(unknown);
    expect(status()).toContain('It may have run');
    renderOn({ ...stage, transport }, <Composer session={session({ state: 'user_turn' })} />);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to the agent' });
    await user.type(field, 'First this.');
    await user.dblClick(button('Ask the agent to check…'));
    expect(field.value).toMatch(
      /^First this\.\n\nYou have my answer to this, .* Run touch done\.txt\nPlease find out whether it ran or is still running/,
    );
    expect(field.value.match(/Please find out/g)).toHaveLength(1);
    expect(document.activeElement).toBe(field);
    expect(transport.callsTo('sendMessage')).toHaveLength(0);
  });

  it('offers that only where a message can be written', () => {
    show(unknown, { abilities: [] });
    expect(queryButton('Ask the agent to check…')).toBeNull();
  });
});
