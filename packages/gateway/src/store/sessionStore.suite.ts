// What every store of sessions must do, whatever it keeps them in.
import type { LogDraft, Message } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { otherSessionId, sessionId } from '../../../../tests/support/asks.ts';
import { sessionInfo } from '../../../../tests/support/conversations.ts';
import type { SessionStore } from './sessionStore.ts';

export interface OpenedSessionStore extends AsyncDisposable {
  store: SessionStore;
  /** What the store has written into the audit log, oldest first. */
  log(): Pick<LogDraft, 'type' | 'sessionId' | 'data'>[];
}

export function sessionStoreSuite(name: string, openStore: () => Promise<OpenedSessionStore>): void {
  const session = sessionInfo({ id: sessionId, title: 'One', state: 'starting' });
  const other = sessionInfo({ id: otherSessionId, title: 'Two' });
  const said = (id: string, text = id): Message => ({
    id,
    role: 'user',
    createdAt: 1,
    parts: [{ type: 'text', text }],
  });
  const phone = { id: 'a', name: 'a phone' };
  const image = { mediaType: 'image/png', data: new Uint8Array([1, 0, 255]) } as const;

  describe(`session store: ${name}`, () => {
    test('gives back sessions as they were saved last, in the order in which they came', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.saveSession(other);
      store.saveSession(session);
      const renamed = { ...other, title: 'a "new" \0 🎉', sent: ['m1'] };
      store.saveSession(renamed);
      expect(store.listSessions()).toEqual([renamed, session]);
    });

    test('what a change says is in the log, with the change', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.saveSession(session);
      store.saveSession({ ...session, state: 'user_turn' });
      store.saveSession({ ...session, state: 'user_turn', title: 'nothing worth an entry' });
      store.saveSession({ ...session, state: 'dead', end: { reason: 'idle' } });
      store.deleteSession(session.id, phone);
      store.deleteSession(session.id, phone);
      expect(opened.log()).toMatchObject([
        { type: 'session_created', sessionId, data: { title: 'One' } },
        { type: 'session_started', sessionId },
        { type: 'session_ended', sessionId, data: { reason: 'idle' } },
        { type: 'session_removed', sessionId, data: { title: 'One', device: phone } },
      ]);
    });

    test('gives back messages as they were saved last, each in its place', async () => {
      await using opened = await openStore();
      const { store } = opened;
      for (const info of [session, other]) store.saveSession(info);
      for (const id of ['m1', 'm2', 'm3']) store.saveMessages(sessionId, [said(id)]);
      store.saveMessages(otherSessionId, [said('m1', 'elsewhere')]);
      store.saveMessages(sessionId, [said('m1', 'changed')]);
      expect(store.listMessages(sessionId, { limit: 10 })).toEqual({
        messages: [said('m1', 'changed'), said('m2'), said('m3')],
      });
      expect(store.readMessage(sessionId, 'm1')).toEqual(said('m1', 'changed'));
      expect(store.readMessage(otherSessionId, 'm1')).toEqual(said('m1', 'elsewhere'));
      expect(store.readMessage(otherSessionId, 'm2')).toBeUndefined();
    });

    test('[L6] gives the newest messages first, in pages that neither overlap nor end early', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.saveSession(session);
      for (const id of ['m1', 'm2', 'm3', 'm4', 'm5']) store.saveMessages(sessionId, [said(id)]);
      const pages: string[][] = [];
      for (let before: string | undefined, isMore = true; isMore; isMore = before !== undefined) {
        const page = store.listMessages(sessionId, { before, limit: 2 });
        pages.push(page.messages.map(({ id }) => id));
        before = page.next;
        // What is said meanwhile moves no page.
        store.saveMessages(sessionId, [said(`later ${pages.length}`)]);
      }
      expect(pages).toEqual([['m4', 'm5'], ['m2', 'm3'], ['m1']]);
    });

    test('gives back images, to their own session only', async () => {
      await using opened = await openStore();
      const { store } = opened;
      for (const info of [session, other]) store.saveSession(info);
      store.saveAttachment(sessionId, 'i1', image);
      expect(store.readAttachment(sessionId, 'i1')).toEqual(image);
      expect(store.readAttachment(otherSessionId, 'i1')).toBeUndefined();
      expect(store.readAttachment(sessionId, 'i2')).toBeUndefined();
    });

    test('messages and images go with their session, and cannot be without one', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.saveSession(session);
      store.saveMessages(sessionId, [said('m1')]);
      store.saveAttachment(sessionId, 'i1', image);
      store.deleteSession(sessionId);
      store.saveSession(session);
      expect(store.listMessages(sessionId, { limit: 10 })).toEqual({ messages: [] });
      expect(store.readAttachment(sessionId, 'i1')).toBeUndefined();
      // The session could not be written yet, on a disk that is full: what is said in it has to wait, and no longer.
      const refused = expect.objectContaining({ code: 'store_unavailable' });
      expect(() => store.saveMessages(otherSessionId, [said('m1')])).toThrow(refused);
      expect(() => store.saveAttachment(otherSessionId, 'i1', image)).toThrow(refused);
    });
  });
}
