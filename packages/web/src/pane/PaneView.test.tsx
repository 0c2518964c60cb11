import { BeckonError } from '@beckon/protocol';
import { act, screen as page } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { RecordingScreen } from '../test/RecordingScreen.ts';
import { sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { fromBase64 } from './bytes.ts';
import { PaneView } from './PaneView.tsx';

async function show({ isLive = true } = {}) {
  const stage = setStage();
  const drawn = renderOn(stage, <PaneView sessionId={sessionId} openScreen={RecordingScreen.open} />);
  const stream = () => stage.transport.paneStreams.at(-1)!;
  if (isLive) await act(async () => stream().emit({ type: 'screen', columns: 80, rows: 24, data: '' }));
  return { ...stage, ...drawn, stream, screen: RecordingScreen.opened.at(-1)!, user: userEvent.setup() };
}

const button = (name: string) => page.getByRole('button', { name });
const words = () => page.getByRole('status').textContent;

describe('[C11] PaneView', () => {
  it('says whether it connects, looks on, or passes keys on', async () => {
    const { user, stream, screen } = await show({ isLive: false });
    expect(words()).toBe('Connecting to the terminal…');
    expect(page.queryByRole('button', { name: 'Type here' })).toBeNull();
    await act(async () => stream().emit({ type: 'screen', columns: 80, rows: 24, data: '' }));
    expect(words()).toBe('Looking on, live');
    await user.click(button('Type here'));
    expect(words()).toBe('Your keys go to the terminal');
    expect(screen.isTyping).toBe(true);
    await user.click(button('Stop typing'));
    expect(words()).toBe('Looking on, live');
    expect(screen.isTyping).toBe(false);
  });

  it('has the keys that a phone lacks, while one types', async () => {
    const { user, transport } = await show();
    expect(page.queryByRole('group', { name: 'Keys' })).toBeNull();
    await user.click(button('Type here'));
    const keys = ['Esc', 'Tab', 'Shift+Tab', 'Left', 'Up', 'Down', 'Right', 'Shift+Enter', 'Ctrl-C', 'Enter'];
    for (const key of keys) await user.click(button(key));
    const bytes = transport.callsTo('typeIntoPane').map(([, { data }]) => new TextDecoder().decode(fromBase64(data)));
    expect(bytes.join('')).toBe('\u001b\t\u001b[Z\u001b[D\u001b[A\u001b[B\u001b[C\u001b\r\u0003\r');
  });

  it('copies what is selected, or all that one sees, and says so', async () => {
    const { user, screen } = await show();
    await act(async () => screen.listener.onSelected('two\nlines'));
    expect(await navigator.clipboard.readText()).toBe('two\nlines');
    expect(words()).toBe('Copied 2 lines');
    await user.click(button('Copy the screen'));
    expect(await navigator.clipboard.readText()).toBe('what is on the screen');
    expect(words()).toBe('Copied one line');
  });

  it('leads back to the end from what has scrolled off', async () => {
    const { user, screen } = await show();
    expect(page.queryByRole('button', { name: 'To the end' })).toBeNull();
    act(() => screen.listener.onFollowing(false));
    await user.click(button('To the end'));
    expect(page.queryByRole('button', { name: 'To the end' })).toBeNull();
  });

  it('says that a key did not arrive', async () => {
    const { user, transport, screen } = await show();
    transport.failures.set('typeIntoPane', new BeckonError('agent_unavailable', 'tmux is gone.'));
    await user.click(button('Type here'));
    await act(async () => screen.type('a'));
    expect(page.getByRole('alert').textContent).toContain('Typing has stopped. tmux is gone.');
    expect(button('Type here')).toBeTruthy();
  });

  it('says that the stream is down and when the next try is', async () => {
    const { user, transport, stream } = await show();
    await act(async () => stream().fail(new BeckonError('unreachable', 'The gateway cannot be reached.')));
    expect(words()).toBe('The gateway cannot be reached. What you see may be old.');
    expect(page.getByText(/Next try in/)).toBeTruthy();
    await user.click(button('Try now'));
    expect(transport.paneStreams).toHaveLength(2);
  });

  it('says that the terminal is gone', async () => {
    const { stream } = await show();
    await act(async () => stream().emit({ type: 'ended' }));
    expect(words()).toBe('The terminal is gone.');
    expect(button('Look again')).toBeTruthy();
  });

  it('leaves nothing behind', async () => {
    const { unmount, stream, screen } = await show();
    unmount();
    await act(async () => undefined);
    expect(screen.isDisposed).toBe(true);
    expect(stream().isOpen).toBe(false);
  });
});
