import { BeckonError } from '@beckon/protocol';
import type { GatewayEvent, SnapshotEvent } from '@beckon/protocol';
import { describe, expect, it } from 'vitest';
import { approval, message, session, sessionId } from '../test/fixtures.ts';
import type { Stage } from '../test/renderWithBeckon.tsx';
import { setStage } from '../test/renderWithBeckon.tsx';
import { conversationOf } from './BeckonContext.tsx';

const hello = message([{ type: 'text', text: 'hello' }]);
const textOf = ({ beckon }: Stage) =>
  conversationOf(beckon.store.getState(), sessionId)?.messages.map(({ parts }) =>
    parts[0]?.type === 'text' ? parts[0].text : '',
  );
const reset = (seq: number): GatewayEvent => ({
  type: 'snapshot',
  seq,
  data: { epoch: 'two', reset: true, sessions: [session()], asks: [] },
});

describe('opening a conversation', () => {
  it('[L6] contains what happened while its page was on the way, once', async () => {
    const stage = setStage();
    stage.transport.page = { messages: [hello], asks: [], seq: 2 };
    const letGo = stage.transport.holdReplies();
    stage.beckon.openSession(sessionId);
    await stage.happen(
      { type: 'message', data: { message: hello } },
      { type: 'message', data: { message: { ...hello, id: 'second', parts: [{ type: 'text', text: 'second' }] } } },
    );
    letGo();
    await expect.poll(() => textOf(stage)).toEqual(['hello', 'second']);
  });

  it('is loaded again after a reset, and shown as it was meanwhile', async () => {
    const stage = setStage();
    stage.transport.page = { messages: [hello], asks: [], seq: 1 };
    stage.beckon.openSession(sessionId);
    await expect.poll(() => textOf(stage)).toEqual(['hello']);
    const letGo = stage.transport.holdReplies();
    stage.transport.page = { messages: [hello, { ...hello, id: 'b' }], asks: [], seq: 9 };
    stage.follower.onEvent(reset(9));
    expect(textOf(stage)).toEqual(['hello']);
    letGo();
    await expect.poll(() => textOf(stage)).toEqual(['hello', 'hello']);
  });

  it('does not trust a page that was read before a reset', async () => {
    const stage = setStage();
    stage.transport.page = { messages: [], asks: [], seq: 9 };
    const letGo = stage.transport.holdReplies();
    stage.beckon.openSession(sessionId);
    stage.follower.onEvent(reset(9));
    letGo();
    await expect.poll(() => textOf(stage)).toEqual([]);
    expect(stage.transport.callsTo('listMessages')).toHaveLength(2);
  });

  it('keeps why it failed, and tries again when the connection is back', async () => {
    const stage = setStage();
    stage.transport.failures.set('listMessages', new BeckonError('unreachable', 'Gone.'));
    stage.beckon.openSession(sessionId);
    await expect.poll(() => stage.beckon.store.getState().loadErrors[sessionId]?.message).toBe('Gone.');
    stage.transport.failures.clear();
    stage.follower.onConnection?.({ state: 'live' });
    await expect.poll(() => textOf(stage)).toEqual([]);
    expect(stage.beckon.store.getState().loadErrors).toEqual({});
  });

  it('brings a session that the snapshot did not have, and keeps it through the next snapshot', async () => {
    const old = session({ id: '33333333-3333-4333-8333-333333333333', title: 'Old' });
    const stage = setStage([session()], { next: 'older' });
    const titleOf = () => stage.beckon.store.getState().view.sessions[old.id]?.title;
    stage.transport.page = { messages: [hello], asks: [], session: old, seq: 1 };
    stage.beckon.openSession(old.id);
    await expect.poll(titleOf).toBe('Old');
    stage.transport.page = { messages: [hello], asks: [], session: { ...old, title: 'Renamed' }, seq: 9 };
    const { data, ...frame } = reset(9) as SnapshotEvent;
    stage.follower.onEvent({ ...frame, data: { ...data, next: 'older' } });
    expect(titleOf()).toBe('Old');
    await expect.poll(titleOf).toBe('Renamed');
  });

  it('lets go of a session that a snapshot does not have and the gateway does not know any more', async () => {
    const old = session({ id: '33333333-3333-4333-8333-333333333333' });
    const stage = setStage([session(), old], { next: 'older' });
    stage.beckon.openSession(old.id);
    await expect.poll(() => conversationOf(stage.beckon.store.getState(), old.id)).toBeTruthy();
    stage.transport.failures.set('listMessages', new BeckonError('session_not_found', 'Gone.'));
    const { data, ...frame } = reset(9) as SnapshotEvent;
    stage.follower.onEvent({ ...frame, data: { ...data, next: 'older' } });
    await expect.poll(() => Object.keys(stage.beckon.store.getState().view.sessions)).toEqual([sessionId]);
  });

  it('is loaded once more where more happened meanwhile than is held, and no oftener', async () => {
    const stage = setStage();
    stage.transport.page = { messages: [], asks: [], seq: 1 };
    const letGo = stage.transport.holdReplies();
    stage.beckon.openSession(sessionId);
    const notice = (text: string) =>
      ({ type: 'notice', data: { messageId: text, createdAt: 1, level: 'info', text } }) as const;
    await stage.happen(...Array.from({ length: 1500 }, (_, index) => notice(`notice ${index}`)));
    letGo();
    stage.transport.page = { messages: [hello], asks: [], seq: 1501 };
    await expect.poll(() => textOf(stage)).toEqual(['hello']);
    expect(stage.transport.callsTo('listMessages').length).toBeLessThanOrEqual(2);
  });

  it('puts earlier pages in front', async () => {
    const stage = setStage();
    stage.transport.page = { messages: [hello], asks: [], seq: 1, next: '7' };
    stage.beckon.openSession(sessionId);
    await expect.poll(() => textOf(stage)).toEqual(['hello']);
    const earlier = { ...hello, id: 'earlier', parts: [{ type: 'text' as const, text: 'earlier' }] };
    stage.transport.page = { messages: [earlier], asks: [], seq: 1 };
    await stage.beckon.loadEarlier(sessionId);
    expect(textOf(stage)).toEqual(['earlier', 'hello']);
    expect(stage.transport.callsTo('listMessages').at(-1)?.[1]).toMatchObject({ before: '7' });
  });

  it('holds only the few conversations that were opened last', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `11111111-1111-4111-8111-11111111111${index}`);
    const stage = setStage(ids.map((id) => session({ id })));
    for (const id of ids) stage.beckon.openSession(id);
    expect(Object.keys(stage.beckon.store.getState().view.conversations)).toEqual(ids.slice(-5));
  });
});

describe('answering', () => {
  it('sends once however often it is asked to before the broadcast', async () => {
    const { beckon, transport } = setStage();
    await Promise.all([beckon.answer(approval(), { type: 'approve' }), beckon.answer(approval(), { type: 'deny' })]);
    await beckon.answer(approval(), { type: 'approve' });
    expect(transport.callsTo('answer')).toEqual([[approval().id, { type: 'approve' }, expect.any(String)]]);
  });
});
