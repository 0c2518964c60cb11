// What every transport does for whoever searches: the same hits, the same sentences, the same refusals.
import { describe, expect, test } from 'vitest';
import { failure, type Stage } from './transportStage.ts';

export function transportSearchContract(name: string, openStage: () => Promise<Stage>): void {
  describe(`search: ${name}`, () => {
    test('what was asked and denied is found, with the words of the denial, and how long it waited', async () => {
      await using stage = await openStage();
      const client = stage.connect();
      const { id: sessionId } = await client.createSession({ cwd: stage.folder });
      const ask = await stage.approval(sessionId);
      await client.answer(ask.id, { type: 'deny', message: 'use the spreadsheet' });
      const find = async (q: string) => (await client.search({ q })).hits;
      await expect.poll(async () => (await find('is:denied')).length, { timeout: 20_000 }).toBe(1);
      const [hit] = await find('spreadsheet');
      expect(hit).toMatchObject({ kind: 'ask', sessionId, askId: ask.id, at: ask.createdAt, toolName: ask.toolName });
      expect(hit?.marks.map(({ start, end }) => hit.snippet.slice(start, end))).toEqual(['spreadsheet']);
      expect(await find('is:asked -spreadsheet')).toEqual([]);
      const { waits } = await client.getUsage({});
      expect(waits.byTool).toMatchObject([{ key: ask.toolName, asks: 1 }]);
      expect(waits.longest).toMatchObject([{ askId: ask.id, sessionId }]);
    });

    test('what makes no sense is answered with a sentence, and what is switched off with another', async () => {
      await using stage = await openStage();
      const client = stage.connect();
      expect(await failure(client.search({ q: 'after:someday' }))).toMatchObject({
        code: 'invalid_request',
        message: '“after:someday” is no day: write 2026-11-15, 2026-11, or how long ago, such as 3d.',
      });
      expect((await failure(client.search({ q: 'x', limit: 0 }))).code).toBe('invalid_request');
      expect((await failure(client.search({ q: 'x', before: 'soon' }))).code).toBe('invalid_request');
      expect((await failure(client.getUsage({ from: 'soon' }))).code).toBe('invalid_request');
      expect((await failure(client.updateSettings({ searchLeavesOut: ['not/from/the/root'] }))).code).toBe(
        'invalid_request',
      );
      await client.updateSettings({ searchIndex: false });
      expect((await failure(client.search({ q: 'x' }))).code).toBe('search_off');
      expect((await failure(client.getUsage())).code).toBe('search_off');
    });
  });
}
