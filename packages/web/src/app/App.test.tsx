import { BeckonError } from '@beckon/protocol';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { approval, callFor, driver, message, session, sessionId } from '../test/fixtures.ts';
import { showWaiting } from '../connection/attention.ts';
import type { Stage } from '../test/renderWithBeckon.tsx';
import { setStage } from '../test/renderWithBeckon.tsx';
import { App } from './App.tsx';
import { loadSessionPage } from './loadSessionPage.ts';

// Compiling it takes longer than a test waits, on a busy machine.
beforeAll(async () => void (await loadSessionPage()), 30_000);

async function open(stage: Stage) {
  render(<App beckon={stage.beckon} locationHook={stage.location.hook} />);
  await act(async () => stage.follower.onConnection?.({ state: 'live' }));
  return userEvent.setup();
}

const refused = () => ({
  state: 'offline' as const,
  error: new BeckonError('unauthorized', 'This device has been removed.'),
  retryAt: 0,
});

const scenario = {
  id: 'approval',
  title: 'Approve a command',
  description: 'It asks',
  prompt: 'go',
  permissionMode: 'default',
} as const;

describe('the page', () => {
  it('[T9] marks a session that waits, first in the list', async () => {
    const other = session({
      id: '33333333-3333-4333-8333-333333333333',
      title: 'Other',
      lastActivityAt: 99,
      state: 'user_turn',
    });
    await open(setStage([other, session({ asks: [approval()] })]));
    const [first, second] = within(screen.getByRole('navigation', { name: 'Sessions' })).getAllByRole('listitem');
    expect(first?.textContent).toContain('Waiting for your response');
    expect(second?.textContent).toContain('Ready for input');
  });

  it('[C9] tells a session that is ready from one that has been so for a while, and which run in a terminal', async () => {
    const idle = { id: '33333333-3333-4333-8333-333333333333', driver: 'terminal', isIdle: true } as const;
    await open(setStage([session({ state: 'user_turn' }), session({ state: 'user_turn', ...idle })]));
    const rows = within(screen.getByRole('navigation', { name: 'Sessions' })).getAllByRole('listitem');
    const words = rows.map(({ textContent }) => textContent);
    expect(words.filter((each) => each.includes('Ready for input · idle'))).toHaveLength(1);
    expect(words.filter((each) => each.includes('Runs in a terminal'))).toEqual([
      expect.stringContaining('Ready for input · idle'),
    ]);
  });

  it('leads from the list to everything else, also where there is no session yet', async () => {
    const stage = setStage([session()]);
    stage.location.navigate('/sessions');
    await open(stage);
    act(() => stage.beckon.store.setState(({ view }) => ({ view: { ...view, sessions: {} } })));
    const list = screen.getByRole('navigation', { name: 'Sessions' });
    // jsdom lays nothing out: a phone shows whichever of the two is not hidden.
    expect(list.parentElement?.className.split(' ')).not.toContain('hidden');
    expect(screen.getByRole('main').className.split(' ')).toContain('hidden');
    for (const name of ['Inbox', 'Search everything', 'Usage', 'Log', 'Settings', 'New session']) {
      expect(within(list).getByRole('link', { name })).toBeTruthy();
    }
  });

  it.each(['/nonsense', '/session', '/sessions/1/2/3', '/new/x'])(
    'says that there is no such page: %s',
    async (path) => {
      const stage = setStage();
      stage.location.navigate(path);
      const user = await open(stage);
      expect(screen.getByRole('heading', { name: 'There is no such page' })).toBeTruthy();
      await user.click(screen.getByRole('link', { name: 'Back to the sessions' }));
      expect(screen.queryByText('There is no such page')).toBeNull();
    },
  );

  it('opens a session with its ask, answerable', async () => {
    const stage = setStage([session({ asks: [approval()] })]);
    stage.transport.page = { messages: [message([callFor(approval())])], asks: [approval()], seq: 1 };
    const user = await open(stage);
    const list = screen.getByRole('navigation', { name: 'Sessions' });
    await user.click(within(list).getByRole('link', { name: /Shop/ }));
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(stage.transport.callsTo('answer')).toHaveLength(1);
  });

  it('shows an ask whose call is not loaded after the last message', async () => {
    const stage = setStage([session({ asks: [approval()] })]);
    stage.location.navigate(`/sessions/${sessionId}`);
    await open(stage);
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('says in words that the browser is not signed in', async () => {
    const stage = setStage();
    await open(stage);
    await act(async () => stage.follower.onConnection?.(refused()));
    expect(screen.getByRole('heading', { name: 'Sign in to go on' })).toBeTruthy();
    expect(screen.getByRole('main').textContent).toContain('This device has been removed.');
  });

  it('[L14] keeps nothing of any session in sight, in hearing or in the title once it is signed out', async () => {
    const stage = setStage([session({ asks: [approval()] })]);
    showWaiting(stage.beckon);
    await open(stage);
    expect([document.title, document.body.textContent]).toEqual(['(1) Beckon', expect.stringContaining('Shop')]);
    await act(async () => stage.follower.onConnection?.(refused()));
    const isBare = ['Beckon', expect.not.stringContaining('Shop')];
    expect([document.title, document.body.textContent]).toEqual(isBare);
    await act(async () => stage.follower.onConnection?.({ state: 'connecting' }));
    expect([document.title, document.body.textContent]).toEqual(isBare);
  });

  it('shows that it tries to sign in again, and that it was of no use', async () => {
    const stage = setStage();
    const user = await open(stage);
    await act(async () => stage.follower.onConnection?.(refused()));
    const button = screen.getByRole('button', { name: 'Try again' });
    await user.click(button);
    await act(async () => stage.follower.onConnection?.({ state: 'connecting' }));
    expect([button.getAttribute('aria-busy'), screen.getByRole('status').textContent]).toEqual(['true', '']);
    await act(async () => stage.follower.onConnection?.(refused()));
    expect([button.getAttribute('aria-busy'), screen.getByRole('status').textContent]).toEqual([
      'false',
      'Tried again: still not signed in.',
    ]);
  });

  it('says that the gateway is away and that what is shown may be old', async () => {
    const stage = setStage();
    await open(stage);
    const error = new BeckonError('unreachable', 'The gateway cannot be reached.');
    await act(async () => stage.follower.onConnection?.({ state: 'offline', error, retryAt: Date.now() + 3000 }));
    const words = /The gateway cannot be reached. What you see may be old./;
    expect(await screen.findByText(words, {}, { timeout: 5_000 })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
  });

  it('does not move for a moment without the gateway', async () => {
    const stage = setStage();
    await open(stage);
    const error = new BeckonError('unreachable', 'The gateway cannot be reached.');
    const before = document.body.innerHTML;
    await act(async () => stage.follower.onConnection?.({ state: 'offline', error, retryAt: Date.now() + 500 }));
    expect(document.body.innerHTML).toBe(before);
  });

  it('says what is wrong with the gateway as a whole, until it is over', async () => {
    const stage = setStage();
    await open(stage);
    const trouble = { code: 'store_unavailable', message: 'The disk is full.', since: 1 } as const;
    act(() => stage.follower.onEvent({ type: 'gateway_status', seq: 2, data: { trouble } }));
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full.');
    act(() => stage.follower.onEvent({ type: 'gateway_status', seq: 3, data: {} }));
    await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  });

  it('has a way to the log of all sessions', async () => {
    const stage = setStage();
    const user = await open(stage);
    await user.click(screen.getByRole('link', { name: 'Log' }));
    expect(await screen.findByRole('heading', { name: 'Log' })).toBeTruthy();
  });

  it('says that a session is not there', async () => {
    const stage = setStage();
    const missing = '99999999-9999-4999-8999-999999999999';
    stage.transport.failures.set('listMessages', new BeckonError('session_not_found', 'No such session.'));
    stage.location.navigate(`/sessions/${missing}`);
    await open(stage);
    expect(await screen.findByText('There is no such session any more.')).toBeTruthy();
  });

  it('says that a session is gone once it is removed elsewhere', async () => {
    const stage = setStage();
    stage.location.navigate(`/sessions/${sessionId}`);
    await open(stage);
    await screen.findByRole('textbox', { name: 'Message to the agent' });
    await stage.happen({ type: 'session_removed', data: {} });
    expect(screen.getByText('There is no such session any more.')).toBeTruthy();
  });

  it('starts a scenario of the demo with one press and opens it', async () => {
    const stage = setStage();
    stage.transport.session = session();
    stage.transport.aboutGateway = {
      version: '0',
      defaultCwd: '/tmp/scratch',
      drivers: [driver()],
      demo: { scenarios: [scenario], howToSignIn: 'Run claude and sign in.' },
    };
    const user = await open(stage);
    expect(screen.getByText('Run claude and sign in.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Approve a command/ }));
    expect(stage.transport.callsTo('createSession')[0]?.[0]).toMatchObject({ cwd: '/tmp/scratch', prompt: 'go' });
    expect(stage.location.history?.at(-1)).toBe(`/sessions/${sessionId}`);
  });

  it('keeps all of a new session’s form when it cannot be started, and says why', async () => {
    const stage = setStage();
    stage.transport.failures.set('createSession', new BeckonError('folder_not_found', 'There is no folder /nope.'));
    const user = await open(stage);
    await user.clear(screen.getByRole('combobox', { name: 'Folder' }));
    await user.type(screen.getByRole('combobox', { name: 'Folder' }), '/nope');
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'Do it');
    await user.click(screen.getByRole('radio', { name: /Plan/ }));
    await user.click(screen.getByRole('button', { name: 'Start session' }));
    expect(stage.transport.callsTo('createSession')[0]?.[0]).toEqual({
      cwd: '/nope',
      prompt: 'Do it',
      permissionMode: 'plan',
      clientKey: expect.any(String) as string,
    });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no folder /nope.');
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'Do it');
  });

  it('asks what a new session runs in only where there is a choice', async () => {
    await open(setStage());
    expect(screen.queryByRole('group', { name: 'Runs in' })).toBeNull();
  });

  it('starts a session in a terminal, without pictures', async () => {
    const stage = setStage();
    stage.transport.session = session();
    const terminal = driver({ name: 'terminal', title: 'A terminal (tmux)', abilities: ['message'] });
    stage.transport.aboutGateway = { ...stage.transport.aboutGateway, drivers: [driver(), terminal] };
    const image = { type: 'image', id: '1', name: 'shot.png', mediaType: 'image/png', data: 'YWJj' } as const;
    stage.beckon.store.setState({
      drafts: {
        prompts: { new: { text: 'Do it', files: [image] } },
        choices: {},
        reasons: {},
        comments: {},
        inputs: {},
      },
    });
    const user = await open(stage);
    expect(screen.getByRole('radio', { name: /Beckon \(SDK\)/ })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('radio', { name: /A terminal \(tmux\)/ }));
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
    expect(screen.getByText(/What you send goes without them/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start session' }));
    expect(stage.transport.callsTo('createSession')[0]?.[0]).toEqual({
      cwd: '/home/ana/shop',
      permissionMode: 'default',
      driver: 'terminal',
      prompt: 'Do it',
      clientKey: expect.any(String) as string,
    });
  });

  it('offers a new session the modes, models and warnings of the driver that is to run it', async () => {
    const stage = setStage();
    stage.transport.session = session();
    const permissionModes = [
      { value: 'slow', name: 'Slowly', meaning: 'One step at a time' },
      { value: 'fast', name: 'Fast', meaning: 'All at once', warning: 'It breaks things.' },
    ];
    const other = driver({ name: 'other', title: 'Elsewhere', permissionModes, defaultPermissionMode: 'slow' });
    stage.transport.aboutGateway = { ...stage.transport.aboutGateway, drivers: [driver(), other] };
    const user = await open(stage);
    await user.click(screen.getByRole('radio', { name: /Plan/ }));
    await user.click(screen.getByRole('radio', { name: /Elsewhere/ }));
    expect(screen.getByRole('radio', { name: /Slowly/ })).toHaveProperty('checked', true);
    expect(screen.queryByRole('radio', { name: /Plan/ })).toBeNull();
    expect(screen.queryByText('It breaks things.')).toBeNull();
    await user.click(screen.getByRole('radio', { name: /Fast/ }));
    expect(screen.getByText('It breaks things.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start session' }));
    expect(stage.transport.callsTo('createSession')[0]?.[0]).toMatchObject({ driver: 'other', permissionMode: 'fast' });
  });

  it('shows a mode that no driver describes by its own name', async () => {
    const stage = setStage([session({ permissionMode: 'brandNew' })]);
    stage.location.navigate(`/sessions/${sessionId}`);
    await open(stage);
    expect(await screen.findByRole('combobox', { name: 'Permission mode' })).toHaveProperty('value', 'brandNew');
    expect(screen.getByRole('option', { name: 'brandNew' })).toBeTruthy();
  });

  it('offers of a session only what it can do', async () => {
    const stage = setStage([session({ abilities: [] })]);
    stage.location.navigate(`/sessions/${sessionId}/terminal`);
    await open(stage);
    expect(await screen.findByText('Mode: Ask')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Permission mode' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Model' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Terminal' })).toBeNull();
    expect(screen.getByText(/Type there/)).toBeTruthy();
  });

  it('[C11] has a way to the terminal of a session that runs in one', async () => {
    const stage = setStage([session({ abilities: ['message', 'pane'] })]);
    stage.location.navigate(`/sessions/${sessionId}`);
    await open(stage);
    const link = await screen.findByRole('link', { name: 'Terminal' });
    expect(link.getAttribute('href')).toBe(`/sessions/${sessionId}/terminal`);
    expect(screen.getByRole('link', { name: 'Conversation' }).getAttribute('aria-current')).toBe('page');
  });

  it('switches mode and model while the session runs', async () => {
    const stage = setStage([session({ models: [{ value: 'opus', name: 'Opus' }] })]);
    stage.transport.session = session();
    stage.location.navigate(`/sessions/${sessionId}`);
    const user = await open(stage);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Permission mode' }), 'acceptEdits');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'opus');
    expect(stage.transport.callsTo('updateSession').map(([, change]) => change)).toEqual([
      { permissionMode: 'acceptEdits' },
      { model: 'opus' },
    ]);
  });
});
