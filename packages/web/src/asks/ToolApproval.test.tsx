import { BeckonError } from '@beckon/protocol';
import type { Ability, Connection } from '@beckon/protocol';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { approval, callFor, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import type { ApprovalAsk } from './ToolApproval.tsx';
import { ToolApproval } from './ToolApproval.tsx';

function show(ask: ApprovalAsk = approval(), abilities: Ability[] = session().abilities) {
  const stage = setStage([session({ abilities })]);
  const drawn = renderOn(stage, <ToolApproval ask={ask} />);
  return {
    ...stage,
    redraw: (next: ApprovalAsk) => drawn.rerender(<ToolApproval ask={next} />),
    user: userEvent.setup(),
  };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The button for an edited input, once the gateway has said what that would do. */
const judged = () =>
  vi
    .waitUntil(() => screen.getByRole('button', { name: /^Approve with changes/ }).dataset['armed'] === 'true')
    .then(() => button(/^Approve with changes/));

describe('[G12] ToolApproval', () => {
  it('shows what will run, where, why it is asked and by whom', () => {
    show(approval({ reason: 'Not on the list', blockedPath: '/etc', agentId: 'reviewer' }));
    expect(screen.getByText('touch done.txt')).toBeTruthy();
    expect(screen.getByText(/Runs in/).textContent).toContain('/home/ana/shop');
    expect(screen.getByText(/Why it asks/).textContent).toContain('Not on the list');
    expect(screen.getByText(/Asked because of/).textContent).toContain('/etc');
    expect(screen.getByText(/Asked by subagent/).textContent).toContain('reviewer');
  });

  it('approves the very ask that was shown; a double click answers once', async () => {
    const { user, transport } = show();
    transport.holdReplies();
    await user.dblClick(button('Approve'));
    const calls = transport.callsTo('answer');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toEqual([approval().id, { type: 'approve' }, expect.any(String)]);
    expect(button('Approve').getAttribute('aria-busy')).toBe('true');
    expect(button('Deny…')).toHaveProperty('disabled', true);
  });

  it('says why an answer failed and gives the buttons back', async () => {
    const { user, transport } = show();
    transport.failures.set('answer', new BeckonError('store_unavailable', 'The disk is full.'));
    await user.click(button('Approve'));
    expect((await screen.findByRole('alert')).textContent).toBe('Your answer did not get through. The disk is full.');
    transport.failures.clear();
    await user.click(button('Approve'));
    expect(transport.callsTo('answer')).toHaveLength(2);
  });

  it('says what to do about an answer that was not sent once the gateway is back', async () => {
    const { user, transport, beckon, follower, ...stage } = show();
    const error = new BeckonError('unreachable', 'The gateway cannot be reached.');
    transport.failures.set('answer', error);
    const connect = (connection: Connection) => act(async () => follower.onConnection?.(connection));
    const problem = () => screen.getByRole('alert').textContent;
    // That it is gone is noticed a little later than an answer that does not arrive.
    await connect({ state: 'live' });
    await user.click(button('Approve'));
    expect(problem()).toBe('Your answer did not get through. The gateway cannot be reached.');
    await connect({ state: 'offline', error, retryAt: 0 });
    expect(problem()).toBe('Your answer did not get through. The gateway cannot be reached.');
    await connect({ state: 'live' });
    const backAgain = 'Your answer did not get through. The gateway could not be reached. Press again.';
    expect(problem()).toBe(backAgain);
    cleanup();
    renderOn({ ...stage, transport, beckon, follower }, <ToolApproval ask={approval()} />);
    expect(problem()).toBe(backAgain);
  });

  it.each([
    ['leads to the terminal', ['pane'] as Ability[], `/sessions/${sessionId}/terminal`],
    ['leads nowhere', [], undefined],
  ])('where an answer failed, %s of a session with abilities %j', async (_, abilities, href) => {
    const { user, transport } = show(approval(), abilities);
    transport.failures.set('answer', new BeckonError('agent_unavailable', 'The dialog was not recognised.'));
    expect(screen.queryByRole('link')).toBeNull();
    await user.click(button('Approve'));
    await screen.findByRole('alert');
    expect(screen.queryByRole('link', { name: 'Open the terminal' })?.getAttribute('href')).toBe(href);
  });

  it('offers no other input where the agent takes none', () => {
    show(approval(), ['message']);
    expect(screen.queryByRole('button', { name: 'Edit input…' })).toBeNull();
  });

  it('[T7] denies in two steps; Enter sends the reason', async () => {
    const { user, transport } = show();
    await user.click(button('Deny…'));
    expect(transport.callsTo('answer')).toHaveLength(0);
    await user.keyboard('use a copy{Shift>}{Enter}{/Shift}please{Enter}');
    expect(transport.callsTo('answer')[0]?.[1]).toMatchObject({ message: 'use a copy\nplease' });
  });

  it('[T7] the reason is optional', async () => {
    const { user, transport } = show();
    await user.click(button('Deny…'));
    await user.keyboard('{Enter}');
    expect(transport.callsTo('answer')[0]?.[1]).not.toHaveProperty('message');
  });

  it('[T7] Escape goes back from the second step, and keeps the reason', async () => {
    const { user, transport } = show();
    await user.click(button('Deny…'));
    await user.keyboard('because{Escape}');
    expect(button('Approve')).toBeTruthy();
    await user.click(button('Deny…'));
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'because');
    expect(transport.calls.filter(({ method }) => method !== 'about')).toHaveLength(0);
  });

  it('offers "always allow" only where the agent suggests something', () => {
    show();
    expect(screen.queryByRole('button', { name: /always allow/ })).toBeNull();
  });

  it('says exactly what "always allow" grants before it grants it', async () => {
    const { user, transport } = show(
      approval({
        suggestions: [
          { text: 'Allow Bash(touch:*), in this folder', ruleOfItsAgent: ['touch'] },
          { text: 'Give access to /srv, for this session' },
        ],
      }),
    );
    await user.click(button('Approve and always allow…'));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Allow Bash(touch:*), in this folder',
      'Give access to /srv, for this session',
    ]);
    expect(transport.callsTo('answer')).toHaveLength(0);
    // Of several things, only what its person has chosen.
    await user.click(button('Approve and always allow'));
    expect(transport.callsTo('answer')).toHaveLength(0);
    await user.click(screen.getByRole('checkbox', { name: 'Give access to /srv, for this session' }));
    await user.click(button('Approve and always allow'));
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve', remember: [1] });
  });

  it('lets its person change a rule and where it is kept, and says what it would let through', async () => {
    const places = [
      { value: 'session', words: 'for this session' },
      { value: 'localSettings', words: 'in this folder' },
    ];
    const editable = { toolName: 'Bash', rule: 'npm test:*', place: 'localSettings', places };
    const { user, transport } = show(approval({ suggestions: [{ text: 'Allow Bash(npm test:*)', editable }] }));
    await user.click(button('Approve and always allow…'));
    expect(screen.getByText('Allow Bash(npm test:*), in this folder')).toBeTruthy();
    expect(screen.getByText(/^Allows “npm test” and every command that goes on after it/)).toBeTruthy();
    await user.click(button('Change…'));
    const rule = screen.getByRole('textbox', { name: 'Rule for Bash' });
    await user.clear(rule);
    expect(screen.getByText('The rule is empty.')).toBeTruthy();
    expect(button('Approve and always allow')).toHaveProperty('disabled', true);
    await user.type(rule, 'npm test');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kept' }), 'session');
    expect(screen.getByText('Allow Bash(npm test), for this session')).toBeTruthy();
    expect(screen.getByText('Allows this very command, letter for letter, and no other.')).toBeTruthy();
    await user.click(button('Approve and always allow'));
    const remember = [{ at: 0, rule: 'npm test', place: 'session' }];
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve', remember });
  });

  it('grants the one thing that "always allow" offers without a choice', async () => {
    const { user, transport } = show(approval({ suggestions: [{ text: 'Allow Bash(touch:*), in this folder' }] }));
    await user.click(button('Approve and always allow…'));
    await user.click(button('Approve and always allow'));
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve', remember: true });
  });

  it('[T4] approves with a changed command', async () => {
    const { user, transport } = show(approval({ input: { command: 'rm a', timeout: 5 } }));
    await user.click(button('Edit input…'));
    expect(button('Approve with changes')).toHaveProperty('disabled', true);
    await user.clear(screen.getByRole('textbox'));
    expect(button('Approve with changes')).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox'), 'rm b');
    await user.click(await judged());
    expect(transport.callsTo('answer')[0]?.[1]).toMatchObject({ updatedInput: { command: 'rm b', timeout: 5 } });
  });

  it('[T4] checks a changed input before it is sent', async () => {
    const { user, transport } = show(approval({ toolName: 'Write', input: { file_path: 'a', content: 'b' } }));
    await user.click(button('Edit input…'));
    const field = screen.getByRole('textbox');
    await user.clear(field);
    await user.type(field, '[[1]');
    expect(screen.getByText(/has to be a JSON object/)).toBeTruthy();
    expect(button('Approve with changes')).toHaveProperty('disabled', true);
    await user.clear(field);
    await user.type(field, '{{"file_path":"c","content":""}');
    await user.click(await judged());
    expect(transport.callsTo('answer')[0]?.[1]).toMatchObject({ updatedInput: { file_path: 'c', content: '' } });
  });

  it('opens on its deny side where the runtime wants a no by default: focus on Deny, two presses for a yes', async () => {
    const { user, transport } = show(approval({ defaultToNo: true }));
    expect(document.activeElement).toBe(button('Deny…'));
    await user.click(button('Approve…'));
    expect(transport.callsTo('answer')).toHaveLength(0);
    await user.click(button('Yes, approve'));
    expect(transport.callsTo('answer')).toHaveLength(1);
  });

  it('takes two presses, at two places, to approve what may do great harm', async () => {
    const risk = { level: 'high', findings: [{ code: 'delete', text: 'Deletes files' }] } as const;
    const { user, transport } = show(approval({ risk: { ...risk, findings: [...risk.findings] } }));
    const places = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
    const first = places().indexOf('Approve…');
    await user.click(button('Approve…'));
    expect(transport.callsTo('answer')).toHaveLength(0);
    expect(places().indexOf('Yes, approve')).not.toBe(first);
    await user.click(button('Yes, approve'));
    expect(transport.callsTo('answer')).toHaveLength(1);
  });

  it('takes no focus otherwise, so that a key meant for something else approves nothing', () => {
    show();
    expect(document.activeElement).toBe(document.body);
  });

  it('says how far the answer has come, and who gave it', () => {
    const { redraw } = show();
    const done = {
      answer: { type: 'approve' },
      answeredBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' },
    } as const;
    redraw(approval({ ...done, state: 'answered', handedAt: 2 }));
    expect(screen.getByRole('status').textContent).toBe(
      'Answered on Firefox on Linux: approve · Handed to the agent; what it did is not seen yet',
    );
    redraw(approval({ ...done, state: 'delivered' }));
    expect(screen.getByRole('status').textContent).toBe('Approved on Firefox on Linux · Delivered to the agent');
    redraw(approval({ ...done, state: 'settled' }));
    expect(screen.getByRole('status').textContent).toBe('Approved on Firefox on Linux · The agent went on');
  });

  it.each([
    [false, 'Approved · Done: its result arrived'],
    [true, 'Approved · It failed'],
  ])('[L2] says that a result arrived only where one did, and which (failed: %s)', (isError, words) => {
    const ask = approval({ state: 'settled', answer: { type: 'approve' } });
    renderOn(setStage(), <ToolApproval ask={ask} call={callFor(ask, { result: { text: '', isError } })} />);
    expect(screen.getByRole('status').textContent).toBe(words);
  });

  it('says of an answer that always allows what it wishes, and later what it did', () => {
    const { redraw } = show();
    const always = {
      answer: { type: 'approve', remember: true },
      answeredBy: { type: 'device', id: 'd1', name: 'Safari on iPhone' },
    } as const;
    redraw(approval({ ...always, state: 'answered' }));
    expect(screen.getByRole('heading').textContent).toBe('Answered on Safari on iPhone: approve and always allow');
    redraw(approval({ ...always, state: 'delivered' }));
    expect(screen.getByRole('heading').textContent).toBe('Approved and always allowed on Safari on iPhone');
  });

  it.each([
    [approval(), 'Run touch done.txt: waiting for your response'],
    [approval({ state: 'settled', answer: { type: 'approve' } }), 'Run touch done.txt: answered'],
    [approval({ state: 'withdrawn', withdrawalReason: 'interrupted' }), 'Run touch done.txt: no longer asked'],
  ])('is named by what is asked, and how that stands: %#', (ask, name) => {
    show(ask);
    expect(screen.getByRole('article', { name })).toBeTruthy();
  });

  it('says who won where another answer came first', async () => {
    const { user, transport } = show();
    const ask = approval({
      state: 'answered',
      answer: { type: 'deny', message: 'no' },
      answeredBy: { type: 'device', id: 'd1', name: 'Safari on iPhone' },
    });
    transport.failures.set('answer', new BeckonError('already_answered', 'Too late.', { ask }));
    await user.click(button('Approve'));
    expect(screen.getByRole('status').textContent).toContain(
      'Another answer came first: Answered on Safari on iPhone: deny',
    );
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('says that it was withdrawn where the answer came too late', async () => {
    const { user, transport } = show();
    const ask = approval({ state: 'withdrawn', withdrawalReason: 'agent_gone' });
    transport.failures.set('answer', new BeckonError('ask_withdrawn', 'Gone.', { ask }));
    await user.click(button('Approve'));
    expect(screen.getByRole('status').textContent).toContain('The agent went away');
  });

  it('shows what ran and its result afterwards, a changed input as it was changed', () => {
    const ask = approval({ state: 'settled', answer: { type: 'approve', updatedInput: { command: 'ls' } } });
    renderOn(setStage(), <ToolApproval ask={ask} call={callFor(ask, { result: { text: 'file', isError: false } })} />);
    expect(screen.getByText('ls')).toBeTruthy();
    expect(screen.getByText('file')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('Approved with changes');
  });
});

describe('the focus in a card', () => {
  const suggestions: ApprovalAsk['suggestions'] = [{ text: 'Give access to /srv, for this session' }];
  const card = () => screen.getByRole('article');
  const focused = () => document.activeElement;

  it('stays on the button that was pressed while the answer is sent, which takes no further press', async () => {
    const { user, transport } = show();
    transport.holdReplies();
    button('Approve').focus();
    await user.keyboard('{Enter}{Enter}');
    expect(focused()).toBe(button('Approve'));
    expect(button('Approve')).toHaveProperty('disabled', false);
    expect(button('Approve').getAttribute('aria-disabled')).toBe('true');
    expect(transport.callsTo('answer')).toHaveLength(1);
  });

  it('goes to the card when its form goes away, and nowhere once it is there', async () => {
    const { user, redraw } = show();
    button('Approve').focus();
    await user.keyboard('{Enter}');
    redraw(approval({ state: 'answered', answer: { type: 'approve' } }));
    expect(focused()).toBe(card());
    redraw(approval({ state: 'settled', answer: { type: 'approve' } }));
    expect(focused()).toBe(card());
  });

  it('goes to the card when a reason was sent', async () => {
    const { user, redraw } = show();
    await user.click(button('Deny…'));
    await user.keyboard('no{Enter}');
    expect(focused()).toBe(screen.getByRole('textbox'));
    redraw(approval({ state: 'answered', answer: { type: 'deny', message: 'no' } }));
    expect(focused()).toBe(card());
  });

  it('is not taken from elsewhere', async () => {
    const { user, redraw, ...stage } = show();
    renderOn(stage, <input aria-label="Elsewhere" />);
    button('Approve').focus();
    await user.keyboard('{Enter}');
    screen.getByRole('textbox', { name: 'Elsewhere' }).focus();
    redraw(approval({ state: 'answered', answer: { type: 'approve' } }));
    expect(focused()).toBe(screen.getByRole('textbox', { name: 'Elsewhere' }));
  });

  it('is not taken where the person has put it down', async () => {
    const { user, redraw } = show();
    button('Approve').focus();
    await user.keyboard('{Enter}');
    button('Approve').blur();
    redraw(approval({ state: 'answered', answer: { type: 'approve' } }));
    expect(focused()).toBe(document.body);
  });

  it.each(['Deny…', 'Edit input…', 'Approve and always allow…'])('comes back to “%s” from its step', async (name) => {
    const { user } = show(approval({ suggestions }));
    await user.click(button(name));
    if (screen.queryByRole('textbox')) await user.keyboard('{Escape}');
    else await user.click(button('Back'));
    expect(focused()).toBe(button(name));
  });
});

describe('hostile input in an approval', () => {
  it('shows markup, terminal codes and turned text for what they are', () => {
    show(approval({ input: { command: 'echo "<script>alert(1)</script>" \u001b[31m \u202egnp.exe' } }));
    const shown = screen.getByRole('figure', { name: 'Command' });
    expect(shown.textContent).toBe('echo "<script>alert(1)</script>" ␛[31m ⟨U+202E⟩gnp.exe');
    expect(shown.querySelector('script')).toBeNull();
    expect(within(shown).getByTitle('right-to-left override (U+202E)')).toBeTruthy();
  });

  it('shows fields that a tool should not have, and inputs that are not what they should be', () => {
    show(approval({ toolName: 'Bash', input: { command: 42, hasOwnProperty: 'x', dangerouslyDisableSandbox: true } }));
    expect(screen.getByText('42')).toBeTruthy();
    expect(screen.getByText('dangerouslyDisableSandbox')).toBeTruthy();
    expect(screen.getByText('hasOwnProperty')).toBeTruthy();
  });

  it('shows the head and the tail of long content first, and all of it on demand', async () => {
    const content = Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n');
    const { user } = show(approval({ toolName: 'Write', input: { file_path: '/a', content } }));
    expect(screen.getByText(/line 11/)).toBeTruthy();
    expect(screen.queryByText(/line 150/)).toBeNull();
    expect(screen.getByLabelText('Content, its end').textContent).toBe('line 296\nline 297\nline 298\nline 299');
    await user.click(button('Show all 300 lines'));
    expect(screen.getByText(/line 150/)).toBeTruthy();
    expect(screen.queryByLabelText('Content, its end')).toBeNull();
  });

  it('folds no command that a person can be expected to read', () => {
    const command = Array.from({ length: 40 }, (_, index) => (index === 34 ? 'curl x | sh' : `echo ${index}`)).join(
      '\n',
    );
    show(approval({ input: { command } }));
    expect(screen.getByText(/curl x \| sh/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
  });
});
