// What every transport must do with asks: take their answers, and tell everyone.
import type { Ask, ReceivedEvent } from '@beckon/protocol';
import { openAsks } from '@beckon/protocol';
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { first, positionOf, Stream } from './eventReader.ts';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const of = ({ toolCallId }: Ask) => ({ toolCallId });

const questionsOf = (ask: Ask) => ('questions' in ask ? ask.questions : []);

export function answersContract(onStage: OnStage): void {
  describe('answers', () => {
    onStage('[T4] an approval, with another input, reaches the agent', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.approveTool(session.id, { ...of(ask), updatedInput: { command: 'ls' }, remember: true });
      expect(await stage.heard(ask)).toEqual({ type: 'approve', updatedInput: { command: 'ls' }, remember: true });
      expect((await client.listAsks()).asks).toEqual([]);
    });

    onStage('[T4] a denial reaches the agent with its reason', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.denyTool(session.id, { ...of(ask), message: 'not here', interrupt: true });
      expect(await stage.heard(ask)).toEqual({ type: 'deny', message: 'not here', interrupt: true });
    });

    onStage(
      '[G11] answers reach the agent by index, also where they were given by text',
      async (stage, client, session) => {
        const ask = await stage.question(session.id);
        const questions = questionsOf(ask);
        const answers = Object.fromEntries(questions.map(({ question }, index) => [question, `answer ${index}`]));
        await client.submitAnswers(session.id, { ...of(ask), answers });
        const byIndex = Object.fromEntries(questions.map((_, index) => [String(index), `answer ${index}`]));
        expect(await stage.heard(ask)).toEqual({ type: 'answers', answers: byIndex });
      },
    );

    onStage('a plan is approved into a mode, or sent back', async (stage, client, session) => {
      const sentBack = await stage.plan(session.id);
      await client.denyTool(session.id, { ...of(sentBack), message: 'smaller steps' });
      expect(await stage.heard(sentBack)).toEqual({ type: 'deny', message: 'smaller steps' });
      const approved = await stage.plan(session.id);
      await client.approveTool(session.id, { ...of(approved), permissionMode: 'acceptEdits' });
      expect(await stage.heard(approved)).toEqual({ type: 'approve', permissionMode: 'acceptEdits' });
    });

    onStage('an ask of any kind is answered by its id', async (stage, client, session) => {
      const approval = await stage.approval(session.id);
      const question = await stage.question(session.id);
      const plan = await stage.plan(session.id);
      await client.answer(approval.id, { type: 'approve', updatedInput: { command: 'ls' } });
      const answers = Object.fromEntries(questionsOf(question).map((_, index) => [String(index), `answer ${index}`]));
      await client.answer(question.id, { type: 'answers', answers }, 'once');
      await client.answer(plan.id, { type: 'deny', message: 'smaller steps' });
      expect(await stage.heard(approval)).toEqual({ type: 'approve', updatedInput: { command: 'ls' } });
      expect(await stage.heard(question)).toEqual({ type: 'answers', answers });
      expect(await stage.heard(plan)).toEqual({ type: 'deny', message: 'smaller steps' });
    });

    onStage('[L1] by its id too: the same key succeeds again, another gets 409', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      for (let attempt = 0; attempt < 2; attempt++) await client.answer(ask.id, { type: 'approve' }, 'once');
      const second = await failure(stage.connect().answer(ask.id, { type: 'deny' }));
      expect(second).toMatchObject({ code: 'already_answered', status: 409, ask: { answer: { type: 'approve' } } });
      expect(await stage.heard(ask)).toEqual({ type: 'approve' });
    });

    onStage(
      '[G7] [L7] [L9] by its id too: 404, 410 or 400, and nothing is answered',
      async (stage, client, session) => {
        const ask = await stage.approval(session.id);
        const refusals: [answering: Promise<void>, status: number, code: string][] = [
          [client.answer(randomUUID(), { type: 'approve' }), 404, 'ask_not_found'],
          [client.answer('none', { type: 'approve' }), 404, 'ask_not_found'],
          [client.answer(ask.id, { type: 'answers', answers: {} }), 404, 'ask_kind_mismatch'],
          [client.answer(ask.id, { type: 'shrug' } as never), 400, 'invalid_request'],
          [client.answer(ask.id, undefined as never), 400, 'invalid_request'],
          [client.answer(ask.id, { type: 'approve', permissionMode: 'plan' }), 400, 'invalid_request'],
          [client.answer(ask.id, { type: 'approve' }, ''), 400, 'invalid_request'],
        ];
        for (const [answering, status, code] of refusals)
          expect(await failure(answering)).toMatchObject({ status, code });
        expect((await client.listAsks()).asks).toEqual([ask]);
        await client.interrupt(session.id);
        expect(await failure(client.answer(ask.id, { type: 'approve' }))).toMatchObject({
          code: 'ask_withdrawn',
          status: 410,
          ask: { id: ask.id },
        });
      },
    );

    onStage('[G3] any number of asks are open at once, oldest first', async (stage, client, session) => {
      const asks = [await stage.approval(session.id), await stage.question(session.id), await stage.plan(session.id)];
      expect((await client.listAsks()).asks).toEqual(asks);
      expect((await client.getSession(session.id)).asks).toEqual(asks);
    });

    onStage('[L1] a second, different answer gets 409 and the winner', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.approveTool(session.id, of(ask));
      const error = await failure(stage.connect().denyTool(session.id, of(ask)));
      expect(error).toMatchObject({
        code: 'already_answered',
        status: 409,
        ask: { id: ask.id, answer: { type: 'approve' } },
      });
      expect(await stage.heard(ask)).toEqual({ type: 'approve' });
    });

    onStage('[L1] of many clients at once one wins', async (stage, _, session) => {
      const ask = await stage.approval(session.id);
      const clients = Array.from({ length: 8 }, () => stage.connect());
      const replies = await Promise.allSettled(
        clients.map((client, index) =>
          index % 2 === 0 ? client.approveTool(session.id, of(ask)) : client.denyTool(session.id, of(ask)),
        ),
      );
      const winner = replies.findIndex(({ status }) => status === 'fulfilled');
      expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await stage.heard(ask)).toEqual({ type: winner % 2 === 0 ? 'approve' : 'deny' });
    });

    onStage('[L1] the same answer again, with the same key, succeeds again', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      for (let attempt = 0; attempt < 2; attempt++)
        await client.approveTool(session.id, { ...of(ask), clientKey: 'once' });
      const other = client.denyTool(session.id, { ...of(ask), clientKey: 'once' });
      expect((await failure(other)).code).toBe('already_answered');
    });

    onStage('[L5] an answer that names another ask does not apply', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const other = await stage.question(session.id);
      expect((await failure(client.approveTool(session.id, { ...of(ask), askId: other.id }))).code).toBe(
        'ask_not_found',
      );
      await client.approveTool(session.id, { ...of(ask), askId: ask.id });
    });

    onStage(
      '[G7] an unknown call, or one of another kind, gets 404 and answers nothing',
      async (stage, client, session) => {
        const approval = await stage.approval(session.id);
        const question = await stage.question(session.id);
        expect((await failure(client.approveTool(session.id, { toolCallId: 'none' }))).code).toBe('ask_not_found');
        expect((await failure(client.approveTool(session.id, of(question)))).code).toBe('ask_kind_mismatch');
        const answers = client.submitAnswers(session.id, { ...of(approval), answers: {} });
        expect((await failure(answers)).code).toBe('ask_kind_mismatch');
        expect((await client.listAsks()).asks).toEqual([approval, question]);
      },
    );

    onStage('[L9] a malformed answer gets 400 and leaves the ask open', async (stage, client, session) => {
      const approval = await stage.approval(session.id);
      const question = await stage.question(session.id);
      const plan = await stage.plan(session.id);
      const calls = [
        client.approveTool(session.id, { ...of(plan), permissionMode: 'yolo' }),
        client.approveTool(session.id, {} as never),
        client.approveTool(session.id, { toolCallId: '' }),
        client.approveTool(session.id, { ...of(approval), updatedInput: 'ls' } as never),
        client.approveTool(session.id, { ...of(approval), permissionMode: 'plan' }),
        client.approveTool(session.id, { ...of(approval), askId: 'x' }),
        client.denyTool(session.id, { ...of(approval), message: 7 } as never),
        client.submitAnswers(session.id, of(question) as never),
        client.submitAnswers(session.id, { ...of(question), answers: {} }),
        client.submitAnswers(session.id, { ...of(question), answers: { '0': 7 } } as never),
        client.submitAnswers(session.id, { ...of(question), answers: { 'Never asked?': 'x' } }),
      ];
      for (const error of await Promise.all(calls.map(failure)))
        expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
      expect((await client.listAsks()).asks).toEqual([approval, question, plan]);
    });

    onStage('[L7] an interrupted ask is withdrawn, and an answer to it gets 410', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.interrupt(session.id);
      expect(await stage.heard(ask)).toBe('withdrawn');
      expect((await client.listAsks()).asks).toEqual([]);
      expect(await failure(client.approveTool(session.id, of(ask)))).toMatchObject({
        code: 'ask_withdrawn',
        status: 410,
        ask: { id: ask.id, withdrawalReason: 'interrupted' },
      });
    });

    onStage('the list of all has every ask, newest first, in pages', async (stage, client, session) => {
      const asks = [await stage.approval(session.id), await stage.question(session.id), await stage.plan(session.id)];
      await client.approveTool(session.id, of(asks[0]!));
      const newest = await client.listAsks({ state: 'all', limit: 2 });
      const oldest = await client.listAsks({ state: 'all', limit: 2, ...(newest.next && { before: newest.next }) });
      expect([...newest.asks, ...oldest.asks].map(({ id }) => id)).toEqual(asks.map(({ id }) => id).toReversed());
      expect(oldest.asks[0]).toMatchObject({
        answer: { type: 'approve' },
        answeredBy: { type: 'device', id: expect.any(String) as string, name: expect.any(String) as string },
      });
      expect((await failure(client.listAsks({ state: 'some' } as never))).code).toBe('invalid_request');
    });
  });
}

export function eventsContract(onStage: OnStage): void {
  describe('events', () => {
    onStage('[L6] [T3] first the snapshot, with all open asks, then what happens', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await using stream = new Stream(client);
      const snapshot = await stream.next();
      expect(snapshot).toMatchObject({
        type: 'snapshot',
        data: { reset: false, sessions: [{ id: session.id, asks: [ask] }] },
      });
      await client.approveTool(session.id, of(ask));
      const changed = await stream.until(({ type }) => type === 'ask_changed');
      expect(changed).toMatchObject({ sessionId: session.id, data: { ask: { id: ask.id, state: 'answered' } } });
    });

    onStage(
      '[T2] every client is told of an ask and of its end, the one that answered too',
      async (stage, client, session) => {
        await using mine = new Stream(client);
        await using theirs = new Stream(stage.connect());
        for (const stream of [mine, theirs]) await stream.next();
        const ask = await stage.approval(session.id);
        await client.denyTool(session.id, of(ask));
        for (const stream of [mine, theirs]) {
          expect(await stream.until(({ type }) => type === 'approval_required')).toMatchObject({ data: { ask } });
          expect(openAsks(stream.view)).toEqual([ask]);
          await stream.until(({ type }) => type === 'ask_changed');
          expect(openAsks(stream.view)).toEqual([]);
        }
      },
    );

    onStage('[L6] goes on after a position, with every event that was missed', async (stage, client, session) => {
      await using stream = new Stream(client);
      const { epoch, seq } = positionOf(await stream.next());
      const ask = await stage.approval(session.id);
      let isOpen = false;
      await using resumed = new Stream(stage.connect(), { after: { epoch, seq }, onOpen: () => (isOpen = true) });
      const missed = await resumed.next();
      expect(isOpen).toBe(true);
      expect(missed).toMatchObject({ seq: seq + 1 });
      expect(missed.type).not.toBe('snapshot');
      expect(await resumed.until(({ type }) => type === 'approval_required')).toMatchObject({ data: { ask } });
    });

    onStage('is open at once where it goes on from the newest event', async (_, client) => {
      const after = positionOf(await first(client.events()));
      const abort = new AbortController();
      await new Promise<void>((resolve) => {
        void client.events({ after, signal: abort.signal, onOpen: resolve })[Symbol.asyncIterator]().next();
      });
      abort.abort();
    });

    onStage('[L6] a position that is not known gets a snapshot that says reset', async (_, client) => {
      for (const after of [
        { epoch: 'another', seq: 1 },
        { ...positionOf(await first(client.events())), seq: 999 },
      ]) {
        expect(await first(client.events({ after }))).toMatchObject({ type: 'snapshot', data: { reset: true } });
      }
    });

    onStage('ends without an error when aborted, also before it began', async (_, client) => {
      const abort = new AbortController();
      const seen: ReceivedEvent[] = [];
      for await (const event of client.events({ signal: abort.signal })) {
        seen.push(event);
        queueMicrotask(() => abort.abort());
      }
      expect(seen).toHaveLength(1);
      for await (const event of client.events({ signal: AbortSignal.abort() })) seen.push(event);
      expect(seen).toHaveLength(1);
    });

    onStage('[L8] a client that does not read delays nobody', async (stage, client, session) => {
      await using stuck = new Stream(stage.connect());
      await stuck.next();
      await using reader = new Stream(client);
      await reader.next();
      for (let round = 0; round < 20; round++) {
        await stage.say(session.id, 'x'.repeat(50_000));
        await reader.until(({ type }) => type === 'done');
      }
    });
  });
}
