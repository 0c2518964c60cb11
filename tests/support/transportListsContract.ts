// What every transport must do with lists of sessions and asks: pages, searches, what waits first.
import { describe, expect } from 'vitest';
import { first } from './eventReader.ts';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function listsContract(onStage: OnStage): void {
  describe('lists', () => {
    onStage('sessions come in pages, those that wait first', async (stage, client, session) => {
      const others = [];
      for (const title of ['one', 'two', 'three'])
        others.push(await client.createSession({ cwd: stage.folder, title }));
      await stage.approval(session.id);
      const whole = await client.listSessions();
      expect(whole).not.toHaveProperty('next');
      expect(whole.sessions[0]).toMatchObject({ id: session.id, asks: [{ sessionId: session.id }] });
      expect(new Set(whole.sessions.map(({ id }) => id))).toEqual(new Set([session, ...others].map(({ id }) => id)));
      const newest = await client.listSessions({ limit: 1 });
      const second = await client.listSessions({ limit: 2, ...(newest.next !== undefined && { before: newest.next }) });
      const last = await client.listSessions({ limit: 2, ...(second.next !== undefined && { before: second.next }) });
      expect([newest, second, last].flatMap(({ sessions }) => sessions)).toEqual(whole.sessions);
      expect(last.next).toBeUndefined();
    });

    onStage('sessions are searched by title, folder and id, in either case', async (stage, client, session) => {
      const found = async (q: string) => (await client.listSessions({ q })).sessions.map(({ id }) => id);
      const { id } = await client.createSession({ cwd: stage.folder, title: 'Grüße an Zoë' });
      expect(await found('GRÜSSE an')).toEqual([]);
      expect(await found('grüße ZOË')).toEqual([id]);
      expect(await found(session.id.slice(0, 13).toUpperCase())).toEqual([session.id]);
      expect(new Set(await found(stage.folder))).toEqual(new Set([id, session.id]));
      expect(await found('%')).toEqual([]);
    });

    onStage('a page that cannot be gets 400', async (_, client) => {
      for (const query of [{ limit: 0 }, { limit: 201 }, { before: 'x' }, { before: '7' }, { q: 'x'.repeat(201) }]) {
        expect((await failure(client.listSessions(query))).code).toBe('invalid_request');
      }
    });

    onStage(
      'asks are listed while they are open, while they are unfinished, and all',
      async (stage, client, session) => {
        const ask = await stage.approval(session.id);
        stage.killAgent(session.id);
        await expect.poll(async () => (await client.listAsks()).asks).toMatchObject([{ id: ask.id, parked: {} }]);
        const unfinished = async () => (await client.listAsks({ state: 'unfinished' })).asks.map(({ id }) => id);
        expect(await unfinished()).toEqual([ask.id]);
        await client.deleteSession(session.id);
        expect(await unfinished()).toEqual([]);
        expect((await client.listAsks({ state: 'all' })).asks).toHaveLength(1);
        expect((await failure(client.listAsks({ state: 'odd' as 'all' }))).code).toBe('invalid_request');
      },
    );

    onStage('a newcomer gets what is not over at the top of the snapshot', async (stage, client, session) => {
      const asks = [await stage.approval(session.id), await stage.question(session.id)];
      const snapshot = await first(client.events());
      expect(snapshot).toMatchObject({ type: 'snapshot', data: { asks, sessions: [{ id: session.id, asks }] } });
      expect(snapshot.data).not.toHaveProperty('next');
    });

    onStage('the newest page of a conversation brings its session', async (stage, client, session) => {
      for (const content of ['one', 'two']) await client.sendMessage(session.id, { content });
      const newest = await client.listMessages(session.id, { limit: 1 });
      expect(newest.session).toEqual(await client.getSession(session.id));
      const older = await client.listMessages(session.id, { before: newest.next ?? '' });
      expect(older).not.toHaveProperty('session');
    });
  });
}
