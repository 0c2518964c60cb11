import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk, otherSessionId, sessionId } from '../../../tests/support/asks.ts';
import { assistantMessage, numbered, sessionInfo, textDelta } from '../../../tests/support/conversations.ts';
import type { Ask } from './ask/ask.ts';
import { withPhase } from './ask/life.ts';
import type { GatewayEvent, SessionEvent, SnapshotEvent } from './event.ts';
import type { Session } from './session.ts';
import type { MessagePage } from './transport.ts';
import type { View } from './view.ts';
import {
  closeConversation,
  emptyView,
  hasGap,
  openAsks,
  openConversation,
  pageLoaded,
  previousPageLoaded,
  reduceView,
  sessionOf,
  sessionsInOrder,
} from './view.ts';

const session: Session = { ...sessionInfo(), asks: [] };
const snapshot = (seq: number, sessions: Session[] = [session]): GatewayEvent => ({
  type: 'snapshot',
  seq,
  data: { epoch: 'e1', reset: false, sessions, asks: sessions.flatMap(({ asks }) => asks) },
});
const asked = (ask: Ask, seq: number): SessionEvent => ({
  type: 'approval_required',
  sessionId: ask.sessionId,
  seq,
  data: { ask },
});
const inState = (ask: Ask, state: Ask['state']) => withPhase({ ...ask, state }) as Ask;
const start = reduceView(emptyView, snapshot(0));
/** `Hello` in three events: 1 is the message, 2 and 3 its text. */
const hello = numbered([assistantMessage, textDelta('Hel'), textDelta('lo')]);
const pageAt = (seq: number): MessagePage => {
  const text = { type: 'text' as const, text: ['', '', 'Hel', 'Hello'][seq] ?? '' };
  const message = { id: 'm1', role: 'assistant' as const, createdAt: 1, parts: seq > 1 ? [text] : [] };
  return { messages: seq > 0 ? [message] : [], asks: [], seq };
};
const shown = (view: View) => view.conversations[sessionId];
const shownText = (view: View) => shown(view)?.conversation?.messages[0]?.parts;

describe('sessions and asks', () => {
  test('a snapshot takes the place of everything', () => {
    const other = sessionInfo({ id: otherSessionId });
    const view = reduceView(reduceView(start, asked(openAsk(), 1)), snapshot(9, [{ ...other, asks: [] }]));
    const sessions = { [otherSessionId]: other };
    expect(view).toEqual({ epoch: 'e1', seq: 9, sessions, asks: [], skipped: 0, conversations: {} });
  });

  test('what is wrong with the gateway is known from its snapshot or its status, until it is over', () => {
    const trouble = { code: 'store_unavailable', message: 'The disk is full.', since: 1 } as const;
    const begun = reduceView(start, { type: 'gateway_status', seq: 1, data: { trouble } });
    expect(begun).toEqual({ ...start, seq: 1, trouble });
    expect(reduceView(begun, { type: 'gateway_status', seq: 2, data: {} })).toEqual({ ...start, seq: 2 });
    const late = snapshot(3);
    const data = { ...(late.data as object), trouble };
    expect(reduceView(start, { ...late, data } as GatewayEvent).trouble).toEqual(trouble);
    expect(reduceView(begun, snapshot(4))).not.toHaveProperty('trouble');
  });

  test('a status adds a session or changes it, and leaves its asks alone', () => {
    const ask = openAsk();
    const title = sessionInfo({ title: 'Renamed' });
    const status: SessionEvent = { type: 'session_status', sessionId, seq: 2, data: { session: title } };
    const view = reduceView(reduceView(start, asked(ask, 1)), status);
    expect(sessionOf(view, sessionId)).toEqual({ ...title, asks: [ask] });
    expect(reduceView(reduceView(emptyView, snapshot(0, [])), { ...status, seq: 1 }).sessions).toHaveProperty(
      sessionId,
    );
  });

  test('a removed session is gone with its conversation', () => {
    const view = reduceView(openConversation(start, sessionId), {
      type: 'session_removed',
      sessionId,
      seq: 1,
      data: {},
    });
    expect(view).toMatchObject({ sessions: {}, conversations: {} });
  });

  test('[T2] an ask is listed while it is open, in every state after that it is not', () => {
    const ask = openAsk();
    const view = reduceView(start, asked(ask, 1));
    expect(openAsks(view)).toEqual([ask]);
    for (const state of ['answered', 'delivered', 'settled', 'withdrawn'] as const) {
      const changed: SessionEvent = { type: 'ask_changed', sessionId, seq: 2, data: { ask: inState(ask, state) } };
      expect(openAsks(reduceView(view, changed))).toEqual([]);
    }
  });

  test('open asks of all sessions come oldest first', () => {
    const older = openAsk(approvalDraft({ sessionId: otherSessionId }), { createdAt: 1 });
    const newer = openAsk(approvalDraft(), { createdAt: 2 });
    const both = reduceView(emptyView, snapshot(0, [session, { ...session, id: otherSessionId }]));
    expect(openAsks([asked(newer, 1), asked(older, 2)].reduce(reduceView, both))).toEqual([older, newer]);
  });

  test('an ask that takes a step, or is open again, stays in its place among the older and newer ones', () => {
    const [first, second, third] = [1, 2, 3].map((createdAt) => openAsk(approvalDraft(), { createdAt }));
    if (!first || !second || !third) throw new Error('three were made');
    const changed = (ask: Ask, seq: number): SessionEvent => ({ type: 'ask_changed', sessionId, seq, data: { ask } });
    const all = [asked(first, 1), asked(second, 2), asked(third, 3)].reduce(reduceView, start);
    const seen = { ...first, seen: [{ device: { id: 'd1', name: 'Phone' }, at: 4 }] };
    expect(openAsks(reduceView(all, changed(seen, 4)))).toEqual([seen, second, third]);
    const answered = reduceView(all, changed(inState(second, 'answered'), 4));
    expect(sessionOf(answered, sessionId)?.asks).toEqual([first, third]);
    expect(openAsks(reduceView(answered, changed(second, 5)))).toEqual([first, second, third]);
  });

  test('all that is not over is in one list, whether or not its session is held, and goes with its session', () => {
    const ask = openAsk(approvalDraft({ sessionId: otherSessionId }));
    const answered = inState(ask, 'answered');
    const events: SessionEvent[] = [
      asked(ask, 1),
      { type: 'ask_changed', sessionId: otherSessionId, seq: 2, data: { ask: answered } },
      { type: 'session_removed', sessionId: otherSessionId, seq: 3, data: {} },
    ];
    const [opened, changed, removed] = events.map((_, index) => events.slice(0, index + 1).reduce(reduceView, start));
    expect([opened?.asks, changed?.asks, removed?.asks]).toEqual([[ask], [answered], []]);
    const settled: SessionEvent = {
      ...events[1]!,
      seq: 3,
      data: { ask: inState(ask, 'settled') },
    } as SessionEvent;
    expect(reduceView(changed!, settled).asks).toEqual([]);
  });

  test('lists that are drawn at every change are the same as before where nothing in them has changed', () => {
    const view = reduceView(start, asked(openAsk(), 1));
    const status = (id: string): SessionEvent => ({
      type: 'session_status',
      sessionId: id,
      seq: 2,
      data: { session: sessionInfo({ id }) },
    });
    const later = reduceView(view, status(otherSessionId));
    expect(openAsks(later)).toBe(openAsks(view));
    expect(sessionOf(later, sessionId)).toBe(sessionOf(view, sessionId));
    const elsewhere = reduceView(later, asked(openAsk(approvalDraft({ sessionId: otherSessionId })), 3));
    expect(sessionOf(elsewhere, sessionId)).toBe(sessionOf(view, sessionId));
  });

  test('sessions that wait come first, then the latest activity', () => {
    const make = (id: string, lastActivityAt: number, asks: Ask[] = []): Session => ({
      ...session,
      id,
      lastActivityAt,
      asks,
    });
    const ask = { ...openAsk(), sessionId: 'c' };
    const view = reduceView(emptyView, snapshot(0, [make('a', 3), make('b', 5), make('c', 1, [ask])]));
    expect(sessionsInOrder(view).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  test('an older session that is open stays with a snapshot that has not all of them, and goes where it has', () => {
    const opened = openConversation(start, sessionId);
    const { data, ...frame } = snapshot(9, []) as SnapshotEvent;
    const some = reduceView(opened, { ...frame, data: { ...data, next: 'older' } });
    expect(some).toMatchObject({ next: 'older', sessions: { [sessionId]: {} } });
    expect(some.conversations[sessionId]).toMatchObject({ stale: true, since: 9 });
    expect(reduceView(opened, snapshot(9, []))).toMatchObject({ sessions: {}, conversations: {} });
  });
});

describe('events that this client cannot read', () => {
  test('are counted, and the numbering goes on', () => {
    const view = reduceView(start, { type: 'skipped', seq: 1, data: { was: 'moon_phase' } });
    expect(view).toEqual({ ...start, seq: 1, skipped: 1 });
    expect(reduceView(view, hello[1]!).seq).toBe(2);
  });

  test('are remembered after a snapshot, and those that a snapshot tells of are known', () => {
    const view = reduceView(start, { type: 'skipped', seq: 1, data: { was: 'moon_phase' } });
    expect(reduceView(view, snapshot(9)).skipped).toBe(1);
    expect(reduceView(start, { ...(snapshot(9) as SnapshotEvent), skipped: 3 }).skipped).toBe(3);
  });
});

describe('[L6] numbering', () => {
  test('an event that was seen already changes nothing', () => {
    const view = hello.reduce(reduceView, start);
    expect(reduceView(view, hello[1]!)).toBe(view);
  });

  test('a missing event is noticed, a snapshot is never one', () => {
    expect(hasGap(start, hello[0]!)).toBe(false);
    expect(hasGap(start, hello[1]!)).toBe(true);
    expect(hasGap(start, snapshot(9))).toBe(false);
  });
});

describe('[L6] a conversation that is loaded while events go on', () => {
  const opened = openConversation(start, sessionId);

  test('buffers events until its page comes, then shows both', () => {
    const waiting = hello.reduce(reduceView, opened);
    expect(shown(waiting)).toMatchObject({ stale: true, meanwhile: hello });
    expect(shownText(pageLoaded(waiting, sessionId, pageAt(0)))).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test.each([0, 1, 2, 3])('shows nothing twice where the page contains %i of the three events', (seq) => {
    const view = pageLoaded(hello.reduce(reduceView, opened), sessionId, pageAt(seq));
    expect(shownText(view)).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('shows nothing twice where the page is ahead of the stream', () => {
    const view = hello.reduce(reduceView, pageLoaded(opened, sessionId, pageAt(2)));
    expect(shownText(view)).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('a page from before a reset does not connect: the conversation stays stale', () => {
    const reset = reduceView(opened, snapshot(2));
    expect(shown(pageLoaded(reset, sessionId, pageAt(1)))).toMatchObject({ stale: true });
    const loaded = pageLoaded(pageLoaded(reset, sessionId, pageAt(1)), sessionId, pageAt(2));
    expect(shownText(reduceView(loaded, hello[2]!))).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('a page from before the conversation was closed and opened again does not connect', () => {
    const reopened = openConversation(hello.reduce(reduceView, closeConversation(opened, sessionId)), sessionId);
    expect(shown(pageLoaded(reopened, sessionId, pageAt(1)))).toMatchObject({ stale: true });
  });

  test('a second page does not undo what the stream has brought since the first', () => {
    const view = hello.reduce(reduceView, pageLoaded(opened, sessionId, pageAt(0)));
    expect(shownText(pageLoaded(view, sessionId, pageAt(1)))).toEqual([{ type: 'text', text: 'Hello' }]);
  });

  test('after a reset it is stale and still shows what it had', () => {
    const view = reduceView(pageLoaded(opened, sessionId, pageAt(2)), snapshot(9));
    expect(shown(view)).toMatchObject({ stale: true, meanwhile: [] });
    expect(shownText(view)).toEqual([{ type: 'text', text: 'Hel' }]);
  });

  test('a page for a conversation that nobody wants any more is dropped', () => {
    const closed = closeConversation(opened, sessionId);
    expect(pageLoaded(closed, sessionId, pageAt(3))).toBe(closed);
    expect(previousPageLoaded(closed, sessionId, pageAt(3))).toBe(closed);
  });

  test('brings the session that the client did not hold, as it was told since', () => {
    const old = sessionInfo({ id: otherSessionId, title: 'Old' });
    const wanted = openConversation(start, otherSessionId);
    const page: MessagePage = { messages: [], asks: [], seq: 0, session: { ...old, asks: [] } };
    expect(pageLoaded(wanted, otherSessionId, page).sessions[otherSessionId]).toEqual(old);
    const renamed = { ...old, title: 'Renamed' };
    const told: SessionEvent = {
      type: 'session_status',
      sessionId: otherSessionId,
      seq: 1,
      data: { session: renamed },
    };
    const view = pageLoaded(reduceView(wanted, told), otherSessionId, page);
    expect(view.sessions[otherSessionId]).toEqual(renamed);
  });

  test('holds a limited number of events, and then takes only a page that was read after them', () => {
    const count = 5_000;
    const deltas = numbered([assistantMessage, ...Array.from({ length: count }, () => textDelta('x'))]);
    let view = opened;
    let most = 0;
    for (const event of deltas) {
      view = reduceView(view, event);
      most = Math.max(most, shown(view)?.meanwhile.length ?? 0);
    }
    expect(most).toBeLessThanOrEqual(1000);
    expect(shown(pageLoaded(view, sessionId, pageAt(0)))).toMatchObject({ stale: true });
    const text = 'x'.repeat(count);
    const page: MessagePage = {
      messages: [{ id: 'm1', role: 'assistant', createdAt: 1, parts: [{ type: 'text', text }] }],
      asks: [],
      seq: count + 1,
    };
    const loaded = pageLoaded(view, sessionId, page);
    expect(shown(loaded)).toMatchObject({ stale: false });
    expect(shownText(loaded)).toEqual([{ type: 'text', text }]);
  });

  test('opening it again keeps it', () => {
    const view = pageLoaded(opened, sessionId, pageAt(3));
    expect(openConversation(view, sessionId)).toBe(view);
  });

  test('an older page goes in front', () => {
    const view = pageLoaded(opened, sessionId, { ...pageAt(3), next: '7' });
    const older = { ...pageAt(3), messages: [{ ...pageAt(3).messages[0]!, id: 'm0' }] };
    const { messages, previousPage } = shown(previousPageLoaded(view, sessionId, older))?.conversation ?? {};
    expect(messages?.map(({ id }) => id)).toEqual(['m0', 'm1']);
    expect(previousPage).toBeUndefined();
  });
});
