import { BeckonError } from '@beckon/protocol';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { approval, callFor, message, session, sessionId } from '../test/fixtures.ts';
import type { Stage } from '../test/renderWithBeckon.tsx';
import { setStage } from '../test/renderWithBeckon.tsx';
import { App } from './App.tsx';

async function open(stage: Stage) {
  render(<App beckon={stage.beckon} locationHook={stage.location.hook} />);
  await act(async () => stage.follower.onConnection?.({ state: 'live' }));
  return userEvent.setup();
}

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

  it('opens a session with its ask, answerable', async () => {
    const stage = setStage([session({ asks: [approval()] })]);
    stage.transport.page = { messages: [message([callFor(approval())])], asks: [approval()], seq: 1 };
    const user = await open(stage);
    await user.click(screen.getByRole('link', { name: /Shop/ }));
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(stage.transport.callsTo('approveTool')).toHaveLength(1);
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
    const error = new BeckonError('unauthorized', 'No.');
    await act(async () => stage.follower.onConnection?.({ state: 'offline', error, retryAt: 0 }));
    expect(screen.getByRole('main').textContent).toContain('This browser is not signed in.');
    expect(screen.getByRole('main').textContent).toContain('Open the link that beckon printed in the terminal.');
  });

  it('says that the gateway is away and that what is shown may be old', async () => {
    const stage = setStage();
    await open(stage);
    const error = new BeckonError('unreachable', 'The gateway cannot be reached.');
    await act(async () => stage.follower.onConnection?.({ state: 'offline', error, retryAt: Date.now() + 3000 }));
    expect(screen.getByText(/The gateway cannot be reached. What you see may be old./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try now' })).toBeTruthy();
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
      drivers: ['sdk'],
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
    });
    expect((await screen.findByRole('alert')).textContent).toContain('There is no folder /nope.');
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'Do it');
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
