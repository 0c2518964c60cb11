// What every transport must tell of the past: the audit log, and the life of one ask.
import { logEntryText } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const nowhere = '00000000-0000-4000-8000-000000000000';

export function logContract(onStage: OnStage): void {
  describe('the audit log', () => {
    onStage('an ask is read with every step that it took, oldest first', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.approveTool(session.id, { toolCallId: ask.toolCallId });
      await stage.heard(ask);
      const read = await client.getAsk(ask.id);
      expect(read.ask).toMatchObject({ id: ask.id, answer: { type: 'approve' } });
      expect(read.log.slice(0, 2)).toMatchObject([
        { type: 'ask_opened', askId: ask.id, sessionId: session.id, data: { ask } },
        { type: 'ask_answered', data: { changed: { answer: { type: 'approve' } } } },
      ]);
    });

    onStage('an ask that is not there gets 404', async (_, client) => {
      for (const id of [nowhere, 'no/id']) {
        expect(await failure(client.getAsk(id))).toMatchObject({ code: 'ask_not_found', status: 404 });
      }
    });

    onStage('[L4] the log says what was granted, to whom and by whom', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const suggestions = ask.kind === 'approval' ? ask.suggestions : [];
      await client.approveTool(session.id, { toolCallId: ask.toolCallId, remember: suggestions.length > 0 });
      const { entries } = await client.readLog({ session: session.id });
      const granted = entries.flatMap((entry) => (entry.type === 'rule_granted' ? [entry.data] : []));
      const expected = { suggestions, grantedBy: { type: 'device', name: expect.any(String) as string } };
      expect(granted).toMatchObject(suggestions.length > 0 ? [expected] : []);
    });

    onStage('the log has sessions, modes and the gateway itself, newest first', async (stage, client, session) => {
      await client.updateSession(session.id, { permissionMode: 'plan' });
      await client.deleteSession(session.id);
      const { entries } = await client.readLog({ limit: 200 });
      const types = entries.map(({ type }) => type).toReversed();
      expect(types.filter((type) => !type.startsWith('ask_'))).toEqual([
        'gateway_started',
        'session_created',
        'session_started',
        'session_mode_changed',
        'session_mode_chosen',
        'session_ended',
        'session_removed',
      ]);
      for (const entry of entries) expect(logEntryText(entry)).not.toBe('');
    });

    onStage('the log comes in pages, of one session, since a moment', async (stage, client, session) => {
      await client.createSession({ cwd: stage.folder });
      const whole = (await client.readLog()).entries;
      const newest = await client.readLog({ limit: 2 });
      const older = await client.readLog({ limit: 200, ...(newest.next && { before: newest.next }) });
      expect([...newest.entries, ...older.entries]).toEqual(whole);
      const own = (await client.readLog({ session: session.id })).entries;
      expect(own).toEqual(whole.filter(({ sessionId }) => sessionId === session.id));
      expect((await client.readLog({ since: Number.MAX_SAFE_INTEGER })).entries).toEqual([]);
    });

    onStage('the log is narrowed to what its reader looks for', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.approveTool(session.id, { toolCallId: ask.toolCallId });
      await stage.heard(ask);
      const types = async (kind: string) => (await client.readLog({ kind })).entries.map(({ type }) => type);
      expect(await types('agents,gateway')).not.toContain('ask_answered');
      expect(await types('answers')).toEqual(expect.arrayContaining(['ask_opened', 'ask_answered']));
      expect(await types('answers')).not.toContain('ask_handed');
    });

    onStage('a question about the log that makes no sense gets 400', async (_, client) => {
      for (const query of [
        { limit: 0 },
        { before: 'x' },
        { session: 'x' },
        { since: 'yesterday' },
        { kind: 'answers,x' },
      ]) {
        expect((await failure(client.readLog(query as object))).code).toBe('invalid_request');
      }
    });
  });
}
