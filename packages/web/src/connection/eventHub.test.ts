import { BeckonError } from '@beckon/protocol';
import type { SessionEvent, SnapshotEvent } from '@beckon/protocol';
import { describe, expect, it, vi } from 'vitest';
import { approval, session, sessionId } from '../test/fixtures.ts';
import { EventHub } from './eventHub.ts';
import type { HubMessage } from './portMessage.ts';

const snapshot: SnapshotEvent = {
  type: 'snapshot',
  seq: 4,
  data: { epoch: 'one', reset: false, sessions: [session()], asks: [] },
};
const asked: SessionEvent = { type: 'approval_required', sessionId, seq: 5, data: { ask: approval() } };
const answered: SessionEvent = {
  type: 'ask_changed',
  sessionId,
  seq: 6,
  data: { ask: approval({ state: 'answered', answer: { type: 'approve' } }) },
};

function openHub() {
  const clock = { now: 0 };
  const retry = vi.fn<() => void>();
  const due: (() => void)[] = [];
  const hub = new EventHub({ now: () => clock.now, retry, soon: (tell) => due.push(tell) });
  const settle = () => due.splice(0).forEach((tell) => tell());
  const tab = () => {
    const heard: HubMessage[] = [];
    return { heard, postMessage: (message: HubMessage) => void heard.push(message) };
  };
  return { hub, clock, retry, tab, settle };
}

describe('EventHub', () => {
  it('[L6] hands a newcomer a snapshot with what happened so far, then each event after it', () => {
    const { hub, tab, settle } = openHub();
    hub.onEvent(snapshot);
    hub.onEvent(asked);
    const port = tab();
    hub.receive(port, 'hello');
    hub.onEvent(answered);
    settle();
    const events = port.heard.flatMap((message) => (message.type === 'events' ? message.events : []));
    expect(events).toEqual([
      {
        type: 'snapshot',
        seq: 5,
        data: { epoch: 'one', reset: false, sessions: [session({ asks: [approval()] })], asks: [approval()] },
      },
      answered,
    ]);
  });

  it('tells what came together in one message, and before whatever is said after it', () => {
    const { hub, tab, settle } = openHub();
    const port = tab();
    hub.receive(port, 'hello');
    for (const event of [snapshot, asked]) hub.onEvent(event);
    hub.onConnection({ state: 'live' });
    hub.onEvent(answered);
    settle();
    expect(port.heard.slice(1)).toEqual([
      { type: 'events', events: [snapshot, asked] },
      { type: 'connection', connection: { state: 'live' } },
      { type: 'events', events: [answered] },
    ]);
  });

  it('sends a tab that came before the first snapshot that snapshot, and nothing before it', () => {
    const { hub, tab, settle } = openHub();
    const port = tab();
    hub.receive(port, 'hello');
    expect(port.heard).toEqual([{ type: 'connection', connection: { state: 'connecting' } }]);
    hub.onEvent(snapshot);
    settle();
    expect(port.heard.at(-1)).toEqual({ type: 'events', events: [snapshot] });
  });

  it('tells every tab how the connection is, a 401 too', () => {
    const { hub, tab } = openHub();
    const [early, late] = [tab(), tab()];
    hub.receive(early, 'hello');
    hub.onConnection({ state: 'offline', error: new BeckonError('unauthorized', 'Not signed in.'), retryAt: 9 });
    hub.receive(late, 'hello');
    const offline = {
      state: 'offline',
      error: { error: { code: 'unauthorized', message: 'Not signed in.' } },
      retryAt: 9,
    };
    expect(early.heard.at(-1)).toEqual({ type: 'connection', connection: offline });
    expect(late.heard).toEqual([{ type: 'connection', connection: offline }]);
  });

  it('tries again when a tab asks for it, and when one opens while the gateway is away', () => {
    const { hub, tab, retry } = openHub();
    const port = tab();
    hub.receive(port, 'hello');
    expect(retry).not.toHaveBeenCalled();
    hub.receive(port, 'retry');
    hub.onConnection({ state: 'offline', error: new BeckonError('unreachable', 'Gone.'), retryAt: 9 });
    hub.receive(tab(), 'hello');
    expect(retry).toHaveBeenCalledTimes(2);
  });

  it('tells a newcomer what is wrong with the gateway', () => {
    const { hub, tab } = openHub();
    const trouble = { code: 'store_unavailable' as const, message: 'The disk is full.', since: 1 };
    hub.onEvent(snapshot);
    hub.onEvent({ type: 'gateway_status', seq: 5, data: { trouble } });
    const port = tab();
    hub.receive(port, 'hello');
    expect(port.heard.at(-1)).toMatchObject({ events: [{ type: 'snapshot', seq: 5, data: { trouble } }] });
  });

  it('passes on that an event could not be read, goes on, and tells newcomers', () => {
    const { hub, tab } = openHub();
    const [early, late] = [tab(), tab()];
    hub.receive(early, 'hello');
    hub.onEvent({ ...snapshot, data: { ...snapshot.data, next: 'older' } });
    hub.onEvent({ type: 'skipped', seq: 5, data: { was: 'moon_phase' } });
    hub.onEvent({ ...asked, seq: 6 });
    hub.receive(late, 'hello');
    expect(early.heard.at(-1)).toMatchObject({ events: [{ seq: 4 }, { type: 'skipped', seq: 5 }, { seq: 6 }] });
    const welcome = { type: 'snapshot', seq: 6, skipped: 1, data: { asks: [approval()], next: 'older' } };
    expect(late.heard.at(-1)).toMatchObject({ type: 'events', events: [welcome] });
  });

  it('forgets a tab that says goodbye', () => {
    const { hub, tab, settle } = openHub();
    const port = tab();
    hub.receive(port, 'hello');
    hub.receive(port, 'bye');
    hub.onEvent(snapshot);
    settle();
    expect(hub.tabCount).toBe(0);
    expect(port.heard).toHaveLength(1);
  });

  it('forgets a tab that went without a word, and keeps those that show signs of life', () => {
    const { hub, clock, tab } = openHub();
    const [crashed, living] = [tab(), tab()];
    hub.receive(crashed, 'hello');
    hub.receive(living, 'hello');
    for (const now of [60_000, 120_000, 180_000]) {
      clock.now = now;
      hub.receive(living, 'alive');
    }
    expect(hub.tabCount).toBe(1);
  });

  it('starts a forgotten tab that wakes up over from a snapshot', () => {
    const { hub, clock, tab } = openHub();
    const [sleeper, other] = [tab(), tab()];
    hub.onEvent(snapshot);
    hub.receive(sleeper, 'hello');
    clock.now = 200_000;
    hub.receive(other, 'hello');
    hub.onEvent(asked);
    sleeper.heard.length = 0;
    hub.receive(sleeper, 'alive');
    expect(sleeper.heard.map(({ type }) => type)).toEqual(['connection', 'events', 'alive']);
    expect(sleeper.heard[1]).toMatchObject({ events: [{ type: 'snapshot', seq: 5 }] });
  });
});
