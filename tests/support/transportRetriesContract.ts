// What every transport must do with a call that is made again under the same key, because its reply was lost.
import type { Transport } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const textsOf = async (client: Transport, sessionId: string) =>
  (await client.listMessages(sessionId)).messages.flatMap(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : part.type)),
  );

export function retriesContract(onStage: OnStage): void {
  describe('[L1] the same again, with the same key', () => {
    onStage('sends a message once, also from two connections at once', async (stage, client, session) => {
      const message = { content: 'Deploy it.', clientKey: 'one' };
      await Promise.all([client, stage.connect()].map((sender) => sender.sendMessage(session.id, message)));
      await client.sendMessage(session.id, message);
      expect(await textsOf(client, session.id)).toEqual(['Deploy it.']);
    });

    onStage('is another message where its text, its key or its session is', async (stage, client, session) => {
      const other = await client.createSession({ cwd: stage.folder });
      await client.sendMessage(session.id, { content: 'yes', clientKey: 'one' });
      await client.sendMessage(session.id, { content: 'yes', clientKey: 'two' });
      await client.sendMessage(session.id, { content: 'no', clientKey: 'one' });
      await client.sendMessage(other.id, { content: 'yes', clientKey: 'one' });
      expect(await textsOf(client, session.id)).toEqual(['yes', 'yes', 'no']);
      expect(await textsOf(client, other.id)).toEqual(['yes']);
    });

    onStage('creates a session once, with its prompt', async (stage, client) => {
      const request = { cwd: stage.folder, prompt: 'Count the words.', clientKey: 'one' };
      const [first, second] = await Promise.all([
        client.createSession(request),
        stage.connect().createSession(request),
      ]);
      const third = await client.createSession(request);
      expect([second.id, third.id]).toEqual([first.id, first.id]);
      expect((await client.listSessions()).sessions).toHaveLength(2);
      expect(await textsOf(client, first.id)).toEqual(['Count the words.']);
      const other = await client.createSession({ ...request, clientKey: 'two' });
      expect(other.id).not.toBe(first.id);
    });

    onStage('is tried anew where the first try failed', async (stage, client) => {
      const request = { cwd: stage.folder, clientKey: 'one' };
      stage.failNextStart(new BeckonError('agent_unavailable', 'Install claude first.'));
      expect((await failure(client.createSession(request))).code).toBe('agent_unavailable');
      expect((await client.createSession(request)).state).toBe('user_turn');
    });

    onStage('does not bring back a session that was removed since', async (stage, client) => {
      const request = { cwd: stage.folder, clientKey: 'one' };
      const { id } = await client.createSession(request);
      await client.deleteSession(id);
      expect((await failure(client.createSession(request))).code).toBe('session_not_found');
      expect((await client.listSessions()).sessions).toHaveLength(1);
    });

    onStage('gets 400 for a key that is none', async (stage, client, session) => {
      for (const clientKey of ['', 'x'.repeat(101)]) {
        expect((await failure(client.sendMessage(session.id, { content: 'x', clientKey }))).code).toBe(
          'invalid_request',
        );
        expect((await failure(client.createSession({ cwd: stage.folder, clientKey }))).code).toBe('invalid_request');
      }
    });
  });
}
