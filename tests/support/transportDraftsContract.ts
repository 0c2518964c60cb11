// What every transport must do with answers that are filled in and not sent.
import type { AnswerDraft, Transport } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const texts = (draft: AnswerDraft | undefined) =>
  Object.fromEntries(Object.entries(draft?.fields ?? {}).map(([name, { text }]) => [name, text]));

export function draftsContract(onStage: OnStage): void {
  describe('drafts', () => {
    onStage('what one client fills in, the others are told, field by field', async (stage, client, session) => {
      const ask = await stage.question(session.id);
      const told = toldDrafts(stage.connect());
      expect(await told.next()).toEqual({ done: false, value: [] });
      await client.shareDraft(ask.id, { writer: 'one', fields: { 'choice.0': 'first', reason: 'why' } });
      const { value: [draft] = [] } = await told.next();
      expect(draft).toMatchObject({ askId: ask.id, fields: { reason: { writer: 'one', device: {} } } });
      expect(texts(draft)).toEqual({ 'choice.0': 'first', reason: 'why' });
      await client.shareDraft(ask.id, { writer: 'two', fields: { reason: 'another' } });
      expect(texts((await told.next()).value?.[0])).toEqual({ reason: 'another' });
      await told.return(undefined);
      expect(await drafts(client)).toMatchObject([
        { askId: ask.id, fields: { 'choice.0': { text: 'first' }, reason: { text: 'another', writer: 'two' } } },
      ]);
    });

    onStage(
      'what a client brings after others have written fills only what is missing',
      async (stage, client, session) => {
        const ask = await stage.question(session.id);
        await client.shareDraft(ask.id, { writer: 'one', fields: { reason: 'newer' } });
        const older = { writer: 'two', fields: { reason: 'older', 'choice.0': 'picked' }, onlyMissing: true };
        await stage.connect().shareDraft(ask.id, older);
        expect(texts((await drafts(client))[0])).toEqual({ reason: 'newer', 'choice.0': 'picked' });
      },
    );

    onStage('[L4] a draft answers nothing, is in no log, and goes with its ask', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const { log } = await client.getAsk(ask.id);
      const { entries } = await client.readLog();
      await client.shareDraft(ask.id, { writer: 'one', fields: { type: 'approve', reason: 'secret' } });
      expect((await client.listAsks()).asks).toMatchObject([{ id: ask.id, state: 'open' }]);
      expect((await client.getAsk(ask.id)).log.length).toBe(log.length);
      expect((await client.readLog()).entries.length).toBe(entries.length);
      await client.answer(ask.id, { type: 'deny' });
      expect(await drafts(client)).toEqual([]);
      await client.shareDraft(ask.id, { writer: 'one', fields: { reason: 'too late' } });
      expect(await drafts(client)).toEqual([]);
    });

    onStage('what is too much, or no field, gets 400 and changes nothing', async (stage, client, session) => {
      const ask = await stage.question(session.id);
      const wrong: object[] = [
        {},
        { writer: 'one' },
        { writer: '', fields: { reason: 'x' } },
        { writer: 'one', fields: { reason: 7 } },
        { writer: 'one', fields: { __proto__x: 'x' } },
        { writer: 'one', fields: { 'no name': 'x' } },
        { writer: 'one', fields: { reason: 'x'.repeat(16 * 1024 + 1) } },
        {
          writer: 'one',
          fields: Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`f${at}`, 'x'.repeat(16_000)])),
        },
      ];
      for (const draft of wrong) {
        expect(await failure(client.shareDraft(ask.id, draft as never))).toMatchObject({ code: 'invalid_request' });
      }
      expect(await drafts(client)).toEqual([]);
      const nowhere = client.shareDraft(session.id, { writer: 'one', fields: { reason: 'x' } });
      expect(await failure(nowhere)).toMatchObject({ code: 'ask_not_found' });
    });
  });
}

/** As a client that comes now is told of them. */
async function drafts(client: Transport): Promise<AnswerDraft[]> {
  for await (const told of toldDrafts(client)) return told;
  return [];
}

/** With the snapshot, and with every change. */
async function* toldDrafts(client: Transport): AsyncGenerator<AnswerDraft[]> {
  for await (const event of client.events()) {
    if (event.type === 'snapshot') yield event.data.drafts ?? [];
    if (event.type === 'draft_changed') yield [event.data];
  }
}
