// What every transport must do with past sessions: lists, pages, names, places, forks, and the way into Beckon.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { earlierSessionId } from './earlierSessions.ts';
import { writePast } from './pastTranscripts.ts';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const at = (day: number) => Date.UTC(2026, 0, day);

export function pastContract(onStage: OnStage): void {
  describe('past sessions', () => {
    onStage(
      'come newest first, in pages, apart from those in Beckon',
      async ({ transcripts, folder }, client, session) => {
        for (const number of [1, 2, 3])
          writePast(transcripts, { number, cwd: folder, at: at(number), costUsd: number });
        writePast(transcripts, { number: 4, cwd: folder, at: at(4) });
        const first = await client.listSessions({ scope: 'past', limit: 3 });
        expect(first.sessions.map(({ id }) => id)).toEqual([4, 3, 2].map(earlierSessionId));
        const before = first.next ?? '';
        const second = await client.listSessions({ scope: 'past', limit: 3, before });
        expect(second).toEqual({ sessions: [expect.objectContaining({ id: earlierSessionId(1) })] });
        expect((await client.listSessions()).sessions.map(({ id }) => id)).toEqual([session.id]);
        expect(first.sessions[1]).toMatchObject({
          title: 'Question 3',
          cwd: folder,
          state: 'dead',
          createdAt: at(3) - 60_000,
          lastActivityAt: at(3),
          usage: { costUsd: 3, inputTokens: 1000 },
          past: { origin: 'terminal', place: 'list', branch: 'main' },
        });
      },
    );

    onStage('are found by words, folder and time', async ({ transcripts, folder }, client) => {
      writePast(transcripts, { number: 1, cwd: '/a/b', at: at(1), title: 'Grüße' });
      writePast(transcripts, { number: 2, cwd: '/a/bc', at: at(2), entrypoint: 'claude-vscode' });
      writePast(transcripts, { number: 3, cwd: folder, at: at(3), entrypoint: 'sdk-py' });
      const found = async (query: object) =>
        (await client.listSessions({ scope: 'past', ...query })).sessions.map(({ id }) => id);
      expect(await found({ q: 'GRÜ' })).toEqual([earlierSessionId(1)]);
      expect(await found({ cwd: '/a/b' })).toEqual([earlierSessionId(1)]);
      expect(await found({ cwd: '/a' })).toEqual([2, 1].map(earlierSessionId));
      expect(await found({ since: at(2) })).toEqual([3, 2].map(earlierSessionId));
      expect(await found({ until: at(2), q: 'question' })).toEqual([earlierSessionId(2)]);
      const origins = (await client.listSessions({ scope: 'past' })).sessions.map(({ past }) => past?.origin);
      expect(origins).toEqual(['sdk', 'ide', 'terminal']);
      expect((await client.getSession(earlierSessionId(1))).past).toMatchObject({ isFolderGone: true });
    });

    onStage('are read, renamed, put away, deleted and brought back', async ({ transcripts, folder }, client) => {
      const id = earlierSessionId(1);
      writePast(transcripts, { number: 1, cwd: folder, at: at(1) });
      const page = await client.listMessages(id);
      expect(page.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'system']);
      expect(page.session).toEqual(await client.getSession(id));
      expect(await client.updateSession(id, { title: 'New' })).toMatchObject({ title: 'New', lastActivityAt: at(1) });
      expect(await client.updateSession(id, { isArchived: true })).toMatchObject({ past: { place: 'archive' } });
      expect((await client.listSessions({ scope: 'past' })).sessions).toEqual([]);
      await client.deleteSession(id);
      expect((await client.listSessions({ scope: 'trash' })).sessions).toMatchObject([{ id, title: 'New' }]);
      // The same request again, after a lost reply, does not delete it for good.
      expect(await failure(client.deleteSession(id))).toMatchObject({ code: 'session_not_found' });
      expect((await client.listSessions({ scope: 'trash' })).sessions).toHaveLength(1);
      expect(await client.restoreSession(id)).toMatchObject({ id, past: { place: 'archive' } });
      const fork = await client.forkSession(id, { messageId: 'msg_1' });
      expect(fork).toMatchObject({ title: 'New (fork)', past: { forkedFrom: id } });
      expect((await client.listMessages(fork.id)).messages).toHaveLength(3);
    });

    onStage('come into Beckon with a message, whole', async ({ transcripts, folder }, client, session) => {
      const id = earlierSessionId(1);
      writePast(transcripts, { number: 1, cwd: folder, at: at(1), title: 'Old' });
      await client.sendMessage(id, { content: 'On we go', clientKey: 'once' });
      await client.sendMessage(id, { content: 'On we go', clientKey: 'once' });
      const sessions = await client.listSessions();
      expect(new Set(sessions.sessions.map((one) => one.id))).toEqual(new Set([id, session.id]));
      expect(await client.getSession(id)).toMatchObject({ title: 'Old', state: 'assistant_turn' });
      expect(await client.getSession(id)).not.toHaveProperty('past');
      expect((await client.listSessions({ scope: 'past' })).sessions).toEqual([]);
    });

    onStage('that run elsewhere are said to, and are neither resumed nor deleted', async (stage, client) => {
      const { transcripts, folder } = stage;
      const id = earlierSessionId(1);
      writePast(transcripts, { number: 1, cwd: folder, at: at(1) });
      const processes = join(dirname(transcripts), 'sessions');
      mkdirSync(processes);
      writeFileSync(join(processes, `${process.pid}.json`), JSON.stringify({ pid: process.pid, sessionId: id }));
      expect(await client.getSession(id)).toMatchObject({ abilities: [], past: { runsElsewhere: true } });
      for (const call of [
        () => client.sendMessage(id, { content: 'x' }),
        () => client.createSession({ cwd: folder, resume: id }),
        () => client.deleteSession(id),
      ]) {
        expect(await failure(call())).toMatchObject({ code: 'runs_elsewhere', status: 409 });
      }
      // The number of a process that has ended is another's by now.
      const old = { pid: process.pid, sessionId: id, procStart: '1' };
      writeFileSync(join(processes, `${process.pid}.json`), JSON.stringify(old));
      expect((await client.getSession(id)).past).not.toHaveProperty('runsElsewhere');
    });

    onStage('stay where they are when a removal from Beckon is repeated', async (stage, client, session) => {
      await client.deleteSession(session.id);
      // What its agent has kept of it.
      const other = writePast(stage.transcripts, { number: 1, cwd: stage.folder, at: at(1) });
      renameSync(other, join(dirname(other), `${session.id}.jsonl`));
      expect(await failure(client.deleteSession(session.id))).toMatchObject({ code: 'session_not_found' });
      expect((await client.listSessions({ scope: 'trash' })).sessions).toEqual([]);
      await client.deleteSession(session.id, { from: 'past' });
      expect((await client.listSessions({ scope: 'trash' })).sessions).toMatchObject([{ id: session.id }]);
    });

    onStage('that are not there, or cannot do that, say so', async ({ transcripts, folder }, client, session) => {
      const [id, nowhere] = [earlierSessionId(1), earlierSessionId(9)];
      writePast(transcripts, { number: 1, cwd: folder, at: at(1) });
      const codes = async (...calls: Promise<unknown>[]) =>
        Promise.all(calls.map(async (call) => (await failure(call)).code));
      expect(
        await codes(
          client.getSession(nowhere),
          client.listMessages(nowhere),
          client.forkSession(nowhere),
          client.restoreSession(id),
          client.deleteSession(nowhere),
        ),
      ).toEqual(Array<string>(5).fill('session_not_found'));
      expect(
        await codes(client.updateSession(id, { model: 'x' }), client.updateSession(session.id, { isArchived: true })),
      ).toEqual(['not_supported', 'not_supported']);
      expect(await codes(client.forkSession(id, { messageId: 'none' }))).toEqual(['not_found']);
      expect(
        await codes(
          client.listSessions({ scope: 'past', before: 'x' }),
          client.listSessions({ scope: 'past', since: -1 }),
          client.forkSession(id, { messageId: '' }),
        ),
      ).toEqual(Array<string>(3).fill('invalid_request'));
      expect((await client.listSessions({ scope: 'past' })).sessions).toHaveLength(1);
    });
  });
}
