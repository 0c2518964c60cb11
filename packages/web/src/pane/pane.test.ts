import { BeckonError } from '@beckon/protocol';
import type { PaneEvent } from '@beckon/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecordingScreen } from '../test/RecordingScreen.ts';
import { RecordingTransport } from '../test/RecordingTransport.ts';
import { sessionId } from '../test/fixtures.ts';
import { fromBase64, fromText, toBase64 } from './bytes.ts';
import type { PaneState } from './pane.ts';
import { openPane } from './pane.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  setVisibility('visible');
  vi.useRealTimers();
});

const screenEvent = (text: string): PaneEvent => ({
  type: 'screen',
  columns: 80,
  rows: 24,
  data: toBase64(fromText(text)),
});
const output = (bytes: Uint8Array): PaneEvent => ({ type: 'output', data: toBase64(bytes) });
const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

function setVisibility(state: DocumentVisibilityState) {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

function open() {
  const transport = new RecordingTransport();
  const states: PaneState[] = [];
  const box = document.createElement('div');
  const pane = openPane({
    transport,
    sessionId,
    box,
    openScreen: RecordingScreen.open,
    onChange: (state) => states.push(state),
  });
  const screen = RecordingScreen.opened.at(-1)!;
  return {
    transport,
    pane,
    screen,
    state: () => states.at(-1)!,
    stream: () => transport.paneStreams.at(-1)!,
    typed: () => transport.callsTo('typeIntoPane').map(([, { data }]) => new TextDecoder().decode(fromBase64(data))),
    sizes: () => transport.callsTo('resizePane').map(([, size]) => size),
  };
}

async function openLive() {
  const opened = open();
  opened.stream().emit(screenEvent('$ '));
  await passed();
  return opened;
}

async function openTyping() {
  const opened = await openLive();
  opened.pane.startTyping();
  return opened;
}

describe('[C11] a pane', () => {
  it('draws the bytes in order, also where a character is cut in two', async () => {
    const { stream, screen } = open();
    const [first, second] = [fromText('é').subarray(0, 1), fromText('é').subarray(1)];
    stream().emit(screenEvent('$ '), output(fromText('caf')), output(first), output(second), screenEvent('# '));
    await passed();
    expect(screen.drawn).toEqual([{ columns: 80, rows: 24 }, '$ ', 'caf', '', 'é', { columns: 80, rows: 24 }, '# ']);
  });

  it('takes no keys until the person has chosen to type, nor after they have stopped', async () => {
    const { pane, screen, typed } = await openLive();
    screen.type('a');
    pane.press('Enter');
    expect(typed()).toEqual([]);
    pane.startTyping();
    expect(screen.isTyping).toBe(true);
    screen.type('b');
    pane.stopTyping();
    expect(screen.isTyping).toBe(false);
    screen.type('c');
    pane.press('Enter');
    await passed();
    expect(typed()).toEqual(['b']);
  });

  it('lets those who look on turn the wheel of a program that scrolls by itself', async () => {
    const { screen, stream, typed } = await openLive();
    screen.listener.onWheel(fromText('\u001b[<64;1;1M'));
    await passed();
    stream().end();
    await passed();
    screen.listener.onWheel(fromText('\u001b[<65;1;1M'));
    expect(typed()).toEqual(['\u001b[<64;1;1M']);
  });

  it('takes no keys while there is nothing to see', async () => {
    const { pane, screen } = open();
    pane.startTyping();
    expect(screen.isTyping).toBe(false);
  });

  it('sends keys as bytes, those of its own row as the program wants them', async () => {
    const { pane, screen, typed } = await openTyping();
    screen.usesApplicationCursorKeys = true;
    screen.type('ü');
    await passed();
    pane.press('Up');
    await passed();
    expect(typed()).toEqual(['ü', '\u001bOA']);
  });

  it('stops typing where a key is lost, and says why', async () => {
    const { pane, transport, screen, state } = await openTyping();
    transport.failures.set('typeIntoPane', new BeckonError('agent_unavailable', 'tmux is gone.'));
    screen.type('a');
    await passed();
    expect(state()).toMatchObject({ isTyping: false, problem: expect.stringContaining('tmux is gone.') });
    pane.startTyping();
    expect(state()).toMatchObject({ isTyping: true, problem: undefined });
  });

  it('gives the keyboard back to the person who asks for it', async () => {
    const { screen, state } = await openTyping();
    screen.listener.onLeave();
    expect(state().isTyping).toBe(false);
  });
});

describe('the size of a pane', () => {
  it('follows the box of whoever types, once it is at rest', async () => {
    const { screen, sizes } = await openTyping();
    await passed(100);
    screen.fits = { columns: 90, rows: 20 };
    screen.listener.onBoxChange();
    await passed(150);
    expect(sizes()).toEqual([]);
    await passed(100);
    expect(sizes()).toEqual([{ columns: 90, rows: 20 }]);
  });

  it('is left alone by those who look on', async () => {
    const { screen, sizes } = await openLive();
    screen.listener.onBoxChange();
    await passed(1000);
    expect(sizes()).toEqual([]);
  });

  it('is not asked for where it is right already', async () => {
    const { pane, screen, sizes } = await openLive();
    screen.fits = { columns: 80, rows: 24 };
    pane.startTyping();
    await passed(1000);
    expect(sizes()).toEqual([]);
  });

  it('that cannot be had is said, and typing goes on', async () => {
    const { transport, state } = await openTyping();
    transport.failures.set('resizePane', new BeckonError('agent_unavailable', 'Too small.'));
    await passed(300);
    expect(state()).toMatchObject({ isTyping: true, problem: expect.stringContaining('Too small.') });
  });
});

describe('the stream of a pane', () => {
  it('is opened anew where it breaks, later each time, and draws what it then gets', async () => {
    const { transport, stream, state, screen } = await openLive();
    stream().fail(new BeckonError('unreachable', 'The gateway cannot be reached.'));
    await passed();
    expect(state().link).toMatchObject({ state: 'offline', error: { message: 'The gateway cannot be reached.' } });
    const waits: number[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const { link } = state();
      waits.push(link.state === 'offline' ? link.retryAt - Date.now() : 0);
      await passed(waits.at(-1));
      expect(transport.paneStreams).toHaveLength(tries + 2);
      if (tries < 2) stream().end();
      await passed();
    }
    expect(waits[2]).toBeGreaterThan(waits[0]! * 2);
    stream().emit(screenEvent('again'));
    await passed();
    expect(state().link).toEqual({ state: 'live' });
    expect(screen.drawn.at(-1)).toBe('again');
  });

  it('takes typing with it, so that nobody types into what they cannot see', async () => {
    const { stream, state, screen } = await openTyping();
    stream().end();
    await passed();
    expect(state().isTyping).toBe(false);
    expect(screen.isTyping).toBe(false);
  });

  it('can be asked for at once', async () => {
    const { pane, transport, stream } = await openLive();
    stream().end();
    await passed();
    pane.reconnect();
    expect(transport.paneStreams).toHaveLength(2);
    await passed(60_000);
    expect(transport.paneStreams).toHaveLength(2);
  });

  it('is not opened again once the terminal is gone, unless asked for', async () => {
    const { pane, transport, stream, state } = await openLive();
    stream().emit({ type: 'ended' });
    await passed(60_000);
    expect(state().link).toEqual({ state: 'ended' });
    expect(transport.paneStreams).toHaveLength(1);
    pane.reconnect();
    expect(transport.paneStreams).toHaveLength(2);
  });

  it('is opened anew at once where it is cut after a while; who types goes on', async () => {
    const { transport, stream, state, screen } = await openTyping();
    await passed(30_000);
    stream().end();
    await passed(0);
    expect(transport.paneStreams).toHaveLength(2);
    stream().emit(screenEvent('as before'));
    await passed(2_000);
    expect(state()).toMatchObject({ isTyping: true, link: { state: 'live' } });
    expect(screen.drawn.at(-1)).toBe('as before');
  });

  it('nobody types into what they cannot see: typing ends where a cut stream does not come back soon', async () => {
    const { stream, state } = await openTyping();
    await passed(30_000);
    stream().end();
    await passed(1_000);
    expect(state()).toMatchObject({ isTyping: false, link: { state: 'offline' } });
  });

  it('is left to other tabs while this one is hidden', async () => {
    const { transport, stream, state } = await openTyping();
    setVisibility('hidden');
    await passed();
    expect(stream().isOpen).toBe(false);
    expect(state().isTyping).toBe(false);
    await passed(60_000);
    expect(transport.paneStreams).toHaveLength(1);
    setVisibility('visible');
    expect(transport.paneStreams).toHaveLength(2);
  });

  it.each(['live', 'offline', 'typing'])('leaves nothing behind when the pane is closed: %s', async (moment) => {
    const { pane, transport, screen, stream } = moment === 'typing' ? await openTyping() : await openLive();
    if (moment === 'offline') stream().end();
    await passed();
    pane.close();
    await passed();
    expect(screen.isDisposed).toBe(true);
    expect(stream().isOpen).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    setVisibility('hidden');
    setVisibility('visible');
    expect(transport.paneStreams).toHaveLength(1);
  });
});
