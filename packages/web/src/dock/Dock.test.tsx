import { BeckonError } from '@beckon/protocol';
import type { Ask, Session } from '@beckon/protocol';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import SessionPage from '../conversation/SessionPage.tsx';
import { approval, callFor, message, plan, question, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';

const first = approval();
const second = approval({
  id: '22222222-2222-4222-8222-222222222223',
  toolCallId: 'call-2',
  createdAt: 2,
  input: { command: 'npm test' },
});
const third = question({ id: '22222222-2222-4222-8222-222222222224', toolCallId: 'call-3', createdAt: 3 });
const parked = { at: 1, reason: 'limit', isOrphaned: false } as const;

/** A session that waits for these, with their calls in its conversation. */
async function show(asks: Ask[], change: Partial<Session> = {}) {
  const stage = setStage([session({ asks, ...change })]);
  const calls = new Map(asks.map((ask) => [ask.toolCallId, callFor(ask as never)]));
  stage.transport.page = { messages: [message([...calls.values()])], asks, seq: 1 };
  const drawn = renderOn(stage, <SessionPage sessionId={sessionId} isTerminalWanted={false} />);
  await act(async () => undefined);
  return { ...stage, ...drawn, user: userEvent.setup() };
}

const dock = () => screen.getByRole('region', { name: 'Waits for you' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = () => screen.queryByRole('textbox', { name: 'Message to the agent' });
const inFront = () => within(dock()).getByRole('article').getAttribute('aria-label');

function answered(ask: Ask): Ask {
  const answeredBy = { type: 'device', id: 'd', name: 'this phone' } as const;
  return approval({
    ...(ask as typeof first),
    state: 'answered',
    answer: { type: 'approve' },
    answeredBy,
    handedAt: 3,
  });
}

describe('[T7] the dock', () => {
  it('stands in place of the message field, and its ask in no second place', async () => {
    await show([first]);
    expect(field()).toBeNull();
    expect(within(dock()).getByRole('button', { name: 'Approve' })).toBeTruthy();
    expect(screen.getAllByRole('article', { name: /^Run touch/ })).toHaveLength(1);
  });

  it('[G10] leaves the call in its place, which leads to the dock, and shows the outcome there', async () => {
    const { user, happen } = await show([first]);
    const call = within(screen.getByRole('article', { name: 'Agent' }));
    await user.click(call.getByRole('button', { name: /^Run touch done.txt Waits for you below/ }));
    expect(document.activeElement).toBe(within(dock()).getByRole('article'));
    await happen({ type: 'ask_changed', data: { ask: answered(first) } });
    expect(await call.findByRole('status')).toHaveProperty('textContent', expect.stringContaining('on this phone'));
    expect(screen.queryByRole('region', { name: 'Waits for you' })).toBeNull();
    expect(field()).toBeTruthy();
  });

  it('shows the oldest of several asks, says how many there are, and leads to the others', async () => {
    const { user } = await show([first, second, third]);
    expect(inFront()).toContain('touch done.txt');
    expect(within(dock()).getByText('of 3', { exact: false }).textContent).toBe('1 of 3');
    expect(button('Previous ask')).toHaveProperty('disabled', true);
    await user.click(button('Next ask'));
    await user.click(button('Next ask'));
    expect(inFront()).toContain('Which database?');
    expect(button('Next ask')).toHaveProperty('disabled', true);
    await user.click(button(/^Run npm test/));
    expect(inFront()).toContain('npm test');
  });

  it('draws no card of an ask that was not in front', async () => {
    const { user, container } = await show([first, second, third]);
    const drawn = () => container.querySelectorAll('article[data-ask-state]').length;
    expect(drawn()).toBe(1);
    await user.click(button('Next ask'));
    expect(drawn()).toBe(2);
  });

  it('[L13] shows two asks about one call as two cards', async () => {
    const { user } = await show([first, approval({ ...second, toolCallId: first.toolCallId })]);
    await user.click(button('Deny…'));
    await user.click(button('Next ask'));
    expect(inFront()).toContain('npm test');
    expect(within(dock()).queryByRole('textbox')).toBeNull();
  });

  it('keeps the card that one reads, though an older ask comes back', async () => {
    const { happen } = await show([second]);
    await happen({ type: 'approval_required', data: { ask: first } });
    await expect.poll(() => within(dock()).queryByText('of 2', { exact: false })?.textContent).toBe('2 of 2');
    expect(inFront()).toContain('npm test');
  });

  it('keeps what was begun on a card while one looks at another, or writes', async () => {
    const { user } = await show([first, second]);
    await user.click(button('Edit input…'));
    const command = () => within(dock()).getByRole('textbox', { name: 'Command to run instead' });
    await user.type(command(), ' two.txt');
    await user.click(button('Next ask'));
    await user.click(button('Previous ask'));
    expect(command()).toHaveProperty('value', 'touch done.txt two.txt');
    await user.click(button('Write a message'));
    await user.click(button(/Back to it$/));
    expect(command()).toHaveProperty('value', 'touch done.txt two.txt');
  });

  it('goes on to the next ask, and the focus with it; after the last, the focus is on what came of it', async () => {
    const { user, happen } = await show([first, second]);
    await user.click(button('Deny…'));
    await happen({ type: 'ask_changed', data: { ask: answered(first) } });
    await expect.poll(inFront).toContain('npm test');
    expect(document.activeElement).toBe(within(dock()).getByRole('article'));
    await happen({ type: 'ask_changed', data: { ask: answered(second) } });
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Run npm test: (?!waiting)/);
  });

  it('leaves the focus of those who are elsewhere alone', async () => {
    const { user, happen } = await show([first, second]);
    await user.click(screen.getByRole('button', { name: /Rename/ }));
    const title = document.activeElement;
    await happen({ type: 'ask_changed', data: { ask: answered(first) } });
    await expect.poll(inFront).toContain('npm test');
    expect(document.activeElement).toBe(title);
  });

  it('takes the keys of the inbox while the focus is in it', async () => {
    const { user, transport } = await show([first, second]);
    await user.keyboard('a');
    expect(transport.callsTo('answer')).toEqual([]);
    await user.click(button(/^Run touch/));
    await user.keyboard('j');
    expect(inFront()).toContain('npm test');
    await user.keyboard('k');
    await user.keyboard('dja{Escape}');
    expect(inFront()).toContain('touch done.txt');
    expect(transport.callsTo('answer')).toEqual([]);
    await user.keyboard('a');
    expect(transport.callsTo('answer').map(([askId]) => askId)).toEqual([first.id]);
  });

  it('has the buttons and the risk beside what scrolls, and not in it', async () => {
    const findings = ['Deletes files.', 'Talks to other machines.'].map((text, index) => ({ code: `f${index}`, text }));
    const { container } = await show([approval({ risk: { level: 'high', findings } })]);
    const scrolled = container.querySelector('[data-dock] .overflow-y-auto');
    expect(scrolled?.textContent).toContain('touch done.txt');
    expect(scrolled?.contains(button('Approve…'))).toBe(false);
    const line = screen.getByText(/And 1 more, above/);
    expect(line.textContent).toBe('High risk: Deletes files. And 1 more, above.');
    expect(scrolled?.contains(line)).toBe(false);
  });

  it('[G11] sends the answers to a question from there', async () => {
    const { user, transport } = await show([third]);
    await user.click(screen.getByRole('radio', { name: /SQLite/ }));
    await user.click(button('Submit'));
    expect(transport.callsTo('answer')[0]?.slice(0, 2)).toEqual([
      third.id,
      { type: 'answers', answers: { 0: 'SQLite' } },
    ]);
  });

  it('has a plan take the whole room, until its person wants to see the conversation', async () => {
    const { user, container } = await show([plan({ plan: '# Plan\n\n1. a\n2. b\n3. c\n4. d' })]);
    const isCovered = () => container.querySelector('[inert]') !== null;
    expect(isCovered()).toBe(true);
    await user.click(button('Make it smaller'));
    expect(isCovered()).toBe(false);
    await user.click(button('Make it larger'));
    expect(isCovered()).toBe(true);
  });

  it('says how many asks wait behind those that are open', async () => {
    await show([first], { moreAsks: 1 });
    expect(screen.getByText('and 1 more waits behind these')).toBeTruthy();
  });

  it('shows what waits before the conversation is loaded', async () => {
    const stage = setStage([session({ asks: [first] })]);
    stage.transport.failures.set('listMessages', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    renderOn(stage, <SessionPage sessionId={sessionId} isTerminalWanted={false} />);
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    expect(within(dock()).getByRole('button', { name: 'Approve' })).toBeTruthy();
  });
});

describe('a message instead of a decision', () => {
  it('is written in the field, and once sent leads back to the ask', async () => {
    const { user, transport } = await show([first]);
    await user.click(button('Write a message'));
    expect(screen.queryByRole('region', { name: 'Waits for you' })).toBeNull();
    await user.type(field()!, 'why?{Enter}');
    expect(transport.callsTo('sendMessage')[0]?.[1]).toMatchObject({ content: 'why?' });
    await expect.poll(field).toBeNull();
    expect(inFront()).toContain('touch done.txt');
  });

  it('interrupts nothing with Escape, which leads back, and the draft is kept', async () => {
    const { user, transport } = await show([first]);
    await user.click(button('Write a message'));
    await user.type(field()!, 'why{Escape}');
    expect(transport.callsTo('interrupt')).toEqual([]);
    expect(inFront()).toContain('touch done.txt');
    await user.click(button('Write a message'));
    expect(field()).toHaveProperty('value', 'why');
  });

  it('is not broken off by an ask that comes in the middle of a word', async () => {
    const { user, happen } = await show([]);
    await user.type(field()!, 'half a w');
    await happen({ type: 'approval_required', data: { ask: first } });
    await user.click(await screen.findByRole('button', { name: /Back to it$/ }));
    expect(inFront()).toContain('touch done.txt');
  });

  it('gives way to an ask where nothing is written', async () => {
    const { user, happen } = await show([]);
    await user.click(field()!);
    await happen({ type: 'approval_required', data: { ask: first } });
    await expect.poll(field).toBeNull();
  });

  it.each([
    ['only its own terminal can talk to', { abilities: ['interrupt'] }],
    ['shows a dialog in its terminal', { abilities: ['message', 'interrupt', 'pane'] }],
    ['does not run', { state: 'dead', asks: [approval({ parked })] }],
  ] as [string, Partial<Session>][])('is not offered where the agent %s', async (_, change) => {
    await show(change.asks ?? [first], change);
    expect(screen.queryByRole('button', { name: 'Write a message' })).toBeNull();
  });
});

describe('what can be done besides answering', () => {
  it('interrupts the agent, and says why that failed', async () => {
    const { user, transport } = await show([first]);
    transport.failures.set('interrupt', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.click(button('Interrupt'));
    expect(transport.callsTo('interrupt')).toEqual([[sessionId]]);
    expect((await screen.findByRole('alert')).textContent).toContain('The gateway cannot be reached.');
  });

  it('offers no interrupt to an agent that cannot be interrupted', async () => {
    await show([first], { abilities: ['message'] });
    expect(screen.queryByRole('button', { name: 'Interrupt' })).toBeNull();
  });

  it('gives up what is parked, once more asked', async () => {
    const { user, transport } = await show([approval({ parked })], {
      state: 'dead',
      end: { reason: 'parked' },
      abilities: [],
    });
    expect(field()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Interrupt' })).toBeNull();
    await user.click(button('Give up…'));
    expect(screen.getByText(/cannot be answered any more/)).toBeTruthy();
    expect(transport.callsTo('interrupt')).toHaveLength(0);
    await user.click(button('Give up'));
    expect(transport.callsTo('interrupt')).toHaveLength(1);
  });

  it.each([
    ['there are such', approval({ ...second, state: 'answered', answer: { type: 'approve' } }), true],
    ['there are none', approval({ ...second, state: 'settled', answer: { type: 'approve' } }), false],
  ])('[L2] says that giving up drops answers that are not delivered yet, where %s', async (_, other, isSaid) => {
    const stage = setStage([session({ state: 'dead', asks: [approval({ parked })] })]);
    stage.transport.page = { messages: [], asks: [{ ...other, parked }], seq: 1 };
    renderOn(stage, <SessionPage sessionId={sessionId} isTerminalWanted={false} />);
    await act(async () => undefined);
    await userEvent.setup().click(button('Give up…'));
    expect(screen.queryByText(/Answers that are not delivered yet are dropped, too\./) !== null).toBe(isSaid);
  });

  it('says why giving up failed', async () => {
    const { user, transport } = await show([approval({ parked })], { state: 'dead' });
    transport.failures.set('interrupt', new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await user.click(button('Give up…'));
    await user.click(button('Give up'));
    expect((await screen.findByRole('alert')).textContent).toContain('The gateway cannot be reached.');
  });
});
