// What every transport must do: sessions and messages here, answers, events, the log and the rest beside it.
import { writeFileSync } from 'node:fs';
import { BeckonError } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import { first } from './eventReader.ts';
import { answersContract, eventsContract } from './transportAnswersContract.ts';
import { devicesContract } from './transportDevicesContract.ts';
import { documentsContract } from './transportDocumentsContract.ts';
import { draftsContract } from './transportDraftsContract.ts';
import { editsContract } from './transportEditsContract.ts';
import { inputsContract } from './transportInputsContract.ts';
import { channelsContract } from './transportChannelsContract.ts';
import { pushContract } from './transportPushContract.ts';
import { settingsContract } from './transportSettingsContract.ts';
import { logContract } from './transportLogContract.ts';
import { listsContract } from './transportListsContract.ts';
import { parkingContract } from './transportParkingContract.ts';
import { pastContract } from './transportPastContract.ts';
import { retriesContract } from './transportRetriesContract.ts';
import { separationContract } from './transportSeparationContract.ts';
import { trustContract } from './transportTrustContract.ts';
import type { OnStage, Stage } from './transportStage.ts';
import { failure, onStage as stagedTest } from './transportStage.ts';

export function transportContract(name: string, openStage: () => Promise<Stage>): void {
  const staged = stagedTest(openStage);
  describe(`transport: ${name}`, () => {
    sessionsContract(staged);
    messagesContract(staged);
    answersContract(staged);
    documentsContract(staged);
    draftsContract(staged);
    editsContract(staged);
    eventsContract(staged);
    inputsContract(staged);
    logContract(staged);
    listsContract(staged);
    parkingContract(staged);
    pastContract(staged);
    retriesContract(staged);
    devicesContract(staged);
    trustContract(staged);
    settingsContract(staged);
    channelsContract(staged);
    pushContract(staged);
    separationContract(staged);
  });
}

const nowhere = '00000000-0000-4000-8000-000000000000';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function sessionsContract(onStage: OnStage): void {
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
      expect((await client.listSessions()).sessions).toEqual([session]);
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
      expect((await client.listSessions()).sessions).toHaveLength(1);
    });

    onStage('what is malformed gets 400 and the name of the field', async (stage, client) => {
      const requests: [object, string][] = [
        [{}, 'cwd'],
        [{ cwd: 7 }, 'cwd'],
        [{ cwd: stage.folder, permissionMode: 'yolo' }, 'permissionMode'],
        [{ cwd: stage.folder, permissionMode: '--yolo' }, 'permissionMode'],
        [{ cwd: stage.folder, claudeArguments: ['--yolo'] }, 'claudeArguments'],
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

    onStage('[L15] a mode that the driver does not describe gets 400 and the list', async (stage, client, session) => {
      const { drivers } = await client.about();
      expect(drivers).toMatchObject([{ name: 'sdk', defaultPermissionMode: 'default' }]);
      const known = drivers[0]!.permissionModes.map(({ value }) => value).join(', ');
      for (const call of [
        client.createSession({ cwd: stage.folder, permissionMode: 'yolo' }),
        client.updateSession(session.id, { permissionMode: 'yolo' }),
      ]) {
        const error = await failure(call);
        expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
        expect(error.message).toContain(known);
      }
      expect((await client.listSessions()).sessions).toEqual([session]);
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
      expect((await client.listSessions()).sessions).toHaveLength(1);
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

    onStage('a removed session is gone, its asks stay in the log', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      await client.deleteSession(session.id);
      expect(await stage.heard(ask)).toBe('withdrawn');
      expect((await client.listSessions()).sessions).toEqual([]);
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
}

function messagesContract(onStage: OnStage): void {
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
}
