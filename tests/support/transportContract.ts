// What every transport must do. A stage puts an agent behind it: a scripted one, or the real one.
import { writeFileSync } from 'node:fs';
import type { Answer, Ask, GatewayEvent, Session, Transport } from '@beckon/protocol';
import { BeckonError, emptyView, openAsks, reduceView } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';

export interface Stage extends AsyncDisposable {
  /** A client of its own. */
  connect(): Transport;
  /** An existing folder for sessions. */
  folder: string;
  /** Each makes the session's agent ask, and resolves with the ask once it is open. */
  approval(sessionId: string): Promise<Ask>;
  question(sessionId: string): Promise<Ask>;
  plan(sessionId: string): Promise<Ask>;
  /** What the agent was told about an ask. */
  heard(ask: Ask): Promise<Answer | 'withdrawn'>;
  /** Makes the agent say something and end its turn. */
  say(sessionId: string, text: string): Promise<void>;
  /** Makes the next start of an agent fail. */
  failNextStart(error: BeckonError): void;
}

const nowhere = '00000000-0000-4000-8000-000000000000';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function transportContract(name: string, openStage: () => Promise<Stage>): void {
  /** A test with a stage, a client and a session that is ready for messages. */
  const onStage = (title: string, act: (stage: Stage, client: Transport, session: Session) => Promise<void>) =>
    test(title, async () => {
      await using stage = await openStage();
      const client = stage.connect();
      await act(stage, client, await client.createSession({ cwd: stage.folder }));
    });
  /** What the call failed with, as a client sees it. */
  const failure = async (call: Promise<unknown>): Promise<BeckonError> => {
    const error: unknown = await call.then(
      () => new Error('it should have failed'),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BeckonError);
    return error as BeckonError;
  };
  const of = ({ toolCallId }: Ask) => ({ toolCallId });

  describe(`transport: ${name}`, () => {
    describe('sessions', () => {
      onStage('about says what a first screen has to know', async (_, client) => {
        expect(await client.about()).toMatchObject({ version: expect.any(String) as string });
      });

      onStage('a session is created, listed and found again', async (stage, client, session) => {
        expect(session).toMatchObject({
          driver: 'sdk',
          cwd: stage.folder,
          state: 'user_turn',
          permissionMode: 'default',
          asks: [],
        });
        expect(await client.listSessions()).toEqual([session]);
        expect(await client.getSession(session.id)).toEqual(session);
        expect(await stage.connect().getSession(session.id)).toEqual(session);
      });

      onStage('a session takes a prompt, a mode, a model and a title', async (stage, client) => {
        const session = await client.createSession({
          cwd: stage.folder,
          prompt: 'Count the words\nof this file',
          permissionMode: 'plan',
          model: 'claude-test',
        });
        expect(session).toMatchObject({
          title: 'Count the words',
          state: 'assistant_turn',
          permissionMode: 'plan',
          model: 'claude-test',
        });
        expect((await client.createSession({ cwd: stage.folder, title: 'Mine' })).title).toBe('Mine');
      });

      onStage('a folder that is not there, or no folder, or not absolute, gets 400', async (stage, client) => {
        const file = `${stage.folder}/file`;
        writeFileSync(file, '');
        for (const cwd of [`${stage.folder}/missing`, file, 'relative', `${stage.folder}\0`]) {
          expect(await failure(client.createSession({ cwd }))).toMatchObject({ code: 'folder_not_found', status: 400 });
        }
        expect(await client.listSessions()).toHaveLength(1);
      });

      onStage('what is malformed gets 400 and the name of the field', async (stage, client) => {
        const requests: [object, string][] = [
          [{}, 'cwd'],
          [{ cwd: 7 }, 'cwd'],
          [{ cwd: stage.folder, permissionMode: 'yolo' }, 'permissionMode'],
          [{ cwd: stage.folder, model: '--help' }, 'model'],
          [{ cwd: stage.folder, prompt: '  ' }, 'prompt'],
          [{ cwd: stage.folder, resume: 'x' }, 'resume'],
        ];
        for (const [request, field] of requests) {
          const error = await failure(client.createSession(request as { cwd: string }));
          expect(error.code).toBe('invalid_request');
          expect(error.message).toContain(field);
        }
      });

      onStage('a driver that this gateway lacks gets 501, an agent that cannot start 503', async (stage, client) => {
        expect((await failure(client.createSession({ cwd: stage.folder, driver: 'terminal' }))).code).toBe(
          'not_supported',
        );
        stage.failNextStart(new BeckonError('agent_unavailable', 'Install claude first.'));
        expect(await failure(client.createSession({ cwd: stage.folder }))).toMatchObject({
          code: 'agent_unavailable',
          message: 'Install claude first.',
        });
        expect(await client.listSessions()).toHaveLength(1);
      });

      onStage('a session cannot be resumed twice', async (stage, client, session) => {
        const again = client.createSession({ cwd: stage.folder, resume: session.id });
        expect(await failure(again)).toMatchObject({ code: 'session_exists', status: 409 });
      });

      onStage('[T10] mode, model and title change while it runs', async (_, client, session) => {
        const changed = await client.updateSession(session.id, {
          permissionMode: 'acceptEdits',
          title: 'New',
          model: 'opus',
        });
        expect(changed).toMatchObject({ permissionMode: 'acceptEdits', title: 'New', model: 'opus' });
        expect(await client.getSession(session.id)).toMatchObject({ permissionMode: 'acceptEdits', title: 'New' });
        expect(await client.updateSession(session.id, { model: null })).not.toHaveProperty('model');
        for (const change of [{}, { title: ' ' }, { permissionMode: 'yolo' }, { model: '-x' }]) {
          expect((await failure(client.updateSession(session.id, change as object))).code).toBe('invalid_request');
        }
      });

      onStage('a removed session is gone, its asks stay in the history', async (stage, client, session) => {
        const ask = await stage.approval(session.id);
        await client.deleteSession(session.id);
        expect(await stage.heard(ask)).toBe('withdrawn');
        expect(await client.listSessions()).toEqual([]);
        expect((await client.listAsks({ state: 'all' })).asks).toMatchObject([
          { id: ask.id, state: 'withdrawn', withdrawalReason: 'agent_gone' },
        ]);
        expect((await failure(client.getSession(session.id))).code).toBe('session_not_found');
      });

      onStage('everything about an unknown session gets 404', async (_, client) => {
        const calls = [
          client.getSession(nowhere),
          client.updateSession(nowhere, { title: 'x' }),
          client.deleteSession(nowhere),
          client.listMessages(nowhere),
          client.readImage(nowhere, nowhere),
          client.sendMessage(nowhere, { content: 'x' }),
          client.interrupt(nowhere),
          client.approveTool(nowhere, { toolCallId: 'x' }),
          client.denyTool(nowhere, { toolCallId: 'x' }),
          client.submitAnswers(nowhere, { toolCallId: 'x', answers: {} }),
          client.getSession('no/id'),
        ];
        for (const error of await Promise.all(calls.map(failure)))
          expect(error).toMatchObject({ code: 'session_not_found', status: 404 });
      });
    });

    describe('messages', () => {
      onStage('what is sent and what is said is there to read', async (stage, client, session) => {
        await client.sendMessage(session.id, { content: 'Grüß dich 🎉\nsecond line' });
        await stage.say(session.id, 'Hello!');
        const { messages, asks, next } = await client.listMessages(session.id);
        const texts = messages.flatMap(({ role, parts }) =>
          parts.map((part) => [role, 'text' in part ? part.text : part.type]),
        );
        expect(texts).toEqual([
          ['user', 'Grüß dich 🎉\nsecond line'],
          ['assistant', 'Hello!'],
          ['system', 'turn_end'],
        ]);
        expect([asks, next]).toEqual([[], undefined]);
        expect(await client.getSession(session.id)).toMatchObject({ title: 'Grüß dich 🎉', state: 'user_turn' });
      });

      onStage(
        'a conversation comes in pages, the newest first, each in reading order',
        async (stage, client, session) => {
          for (const content of ['one', 'two', 'three']) await client.sendMessage(session.id, { content });
          const newest = await client.listMessages(session.id, { limit: 2 });
          const oldest = await client.listMessages(session.id, {
            limit: 2,
            ...(newest.next && { before: newest.next }),
          });
          const texts = [newest, oldest].map(({ messages }) => messages.map(({ parts }) => parts[0]));
          expect(texts).toMatchObject([[{ text: 'two' }, { text: 'three' }], [{ text: 'one' }]]);
          expect(oldest.next).toBeUndefined();
        },
      );

      onStage('a page that cannot be gets 400', async (_, client, session) => {
        for (const page of [{ limit: 0 }, { limit: 1_000 }, { before: 'x' }, { before: '-1' }]) {
          expect((await failure(client.listMessages(session.id, page))).code).toBe('invalid_request');
        }
      });

      onStage('a page carries the asks of its calls, and how far it reaches', async (stage, client, session) => {
        const ask = await stage.approval(session.id);
        const page = await client.listMessages(session.id);
        expect(page.asks).toEqual([ask]);
        const snapshot = await first(client.events());
        expect(page.seq).toBe(snapshot.seq);
        const call = page.messages.flatMap(({ parts }) => parts).find(({ type }) => type === 'tool_call');
        expect(call).toMatchObject({ interactiveType: 'approval', status: 'pending', toolCallId: ask.toolCallId });
      });

      onStage('[T11] images travel with a message and are read back byte for byte', async (_, client, session) => {
        const content = [
          { type: 'text' as const, text: 'What is this?' },
          { type: 'image' as const, mediaType: 'image/png' as const, data: pixel },
        ];
        await client.sendMessage(session.id, { content });
        const { messages } = await client.listMessages(session.id);
        const image = messages[0]?.parts.find((part) => part.type === 'image');
        const blob = await client.readImage(session.id, image?.imageId ?? '');
        expect(blob.type).toBe('image/png');
        expect(Buffer.from(await blob.arrayBuffer()).toString('base64')).toBe(pixel);
        expect(await failure(client.readImage(session.id, nowhere))).toMatchObject({ code: 'not_found', status: 404 });
      });

      onStage('an image is read only through its own session', async (stage, client, session) => {
        await client.sendMessage(session.id, { content: [{ type: 'image', mediaType: 'image/png', data: pixel }] });
        const { messages } = await client.listMessages(session.id);
        const part = messages[0]?.parts[0];
        const other = await client.createSession({ cwd: stage.folder });
        const imageId = part?.type === 'image' ? part.imageId : '';
        expect((await failure(client.readImage(other.id, imageId))).code).toBe('not_found');
      });

      onStage('a message that is empty or malformed gets 400', async (_, client, session) => {
        const contents = [
          '',
          '  \n',
          [],
          [{ type: 'text' }],
          [{ type: 'image', mediaType: 'image/svg+xml', data: pixel }],
          7,
        ];
        for (const content of contents) {
          expect((await failure(client.sendMessage(session.id, { content } as never))).code).toBe('invalid_request');
        }
        expect((await client.listMessages(session.id)).messages).toEqual([]);
      });
    });

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
          const questions = ask.kind === 'question' ? ask.questions : [];
          const answers = Object.fromEntries(questions.map(({ question }, index) => [question, `answer ${index}`]));
          await client.submitAnswers(session.id, { ...of(ask), answers });
          const byIndex = Object.fromEntries(questions.map((_, index) => [String(index), `answer ${index}`]));
          expect(await stage.heard(ask)).toEqual({ type: 'answers', answers: byIndex });
        },
      );

      onStage('a plan is approved into a mode, or sent back', async (stage, client, session) => {
        const first = await stage.plan(session.id);
        await client.denyTool(session.id, { ...of(first), message: 'smaller steps' });
        expect(await stage.heard(first)).toEqual({ type: 'deny', message: 'smaller steps' });
        const second = await stage.plan(session.id);
        await client.approveTool(session.id, { ...of(second), permissionMode: 'acceptEdits' });
        expect(await stage.heard(second)).toEqual({ type: 'approve', permissionMode: 'acceptEdits' });
      });

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
        const calls = [
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
        expect((await client.listAsks()).asks).toEqual([approval, question]);
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

      onStage('the history has every ask, newest first, in pages', async (stage, client, session) => {
        const asks = [await stage.approval(session.id), await stage.question(session.id), await stage.plan(session.id)];
        await client.approveTool(session.id, of(asks[0]!));
        const newest = await client.listAsks({ state: 'all', limit: 2 });
        const oldest = await client.listAsks({ state: 'all', limit: 2, ...(newest.next && { before: newest.next }) });
        expect([...newest.asks, ...oldest.asks].map(({ id }) => id)).toEqual(asks.map(({ id }) => id).toReversed());
        expect(oldest.asks[0]).toMatchObject({
          answer: { type: 'approve' },
          answeredBy: { device: expect.any(String) as string },
        });
        expect((await failure(client.listAsks({ state: 'some' } as never))).code).toBe('invalid_request');
      });
    });

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
        const seen: GatewayEvent[] = [];
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
  });
}

/** A stream that a test reads event by event, and the view that comes of it. */
class Stream implements AsyncDisposable {
  view = emptyView;
  readonly #events: AsyncIterator<GatewayEvent>;
  readonly #abort = new AbortController();

  constructor(transport: Transport, options: Omit<NonNullable<Parameters<Transport['events']>[0]>, 'signal'> = {}) {
    this.#events = transport.events({ ...options, signal: this.#abort.signal })[Symbol.asyncIterator]();
  }

  async next(): Promise<GatewayEvent> {
    const { done, value } = await this.#events.next();
    if (done) throw new Error('the stream has ended');
    this.view = reduceView(this.view, value);
    return value;
  }

  async until(isWanted: (event: GatewayEvent) => boolean): Promise<GatewayEvent> {
    for (;;) {
      const event = await this.next();
      if (isWanted(event)) return event;
    }
  }

  async [Symbol.asyncDispose]() {
    this.#abort.abort();
    await this.#events.return?.();
  }
}

async function first(events: AsyncIterable<GatewayEvent>): Promise<GatewayEvent> {
  for await (const event of events) return event;
  throw new Error('the stream has ended');
}

function positionOf(event: GatewayEvent) {
  if (event.type !== 'snapshot') throw new Error('not a snapshot');
  return { epoch: event.data.epoch, seq: event.seq };
}
