// What every transport must do with the inputs of asks.
import { writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function inputsContract(onStage: OnStage): void {
  describe('inputs', () => {
    onStage('the input of an ask is read as JSON, with its digest', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const { text, ...piece } = await client.readInput(ask.id);
      expect(JSON.parse(text)).toEqual(ask.input);
      const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
      expect(piece).toEqual({ offset: 0, bytes: Buffer.byteLength(text), digest });
    });

    onStage('what another input would do is judged, and nothing is answered', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      const { risk } = await client.judgeInput(ask.id, { input: { command: 'rm -rf ~' } });
      expect(risk).toMatchObject({ level: 'high' });
      expect(ask.risk?.level).not.toBe('high');
      const path = `${stage.folder}/edited.txt`;
      writeFileSync(path, 'old\n');
      const edit = await stage.edit(session.id, path);
      const { file } = await client.judgeInput(edit.id, { input: { ...edit.input, new_string: 'newer' } });
      expect(file?.sections).toEqual([{ line: 1, before: 'old\n', after: 'newer\n' }]);
      const long = { ...edit.input, new_string: 'x'.repeat(65 * 1024) };
      expect(await client.judgeInput(edit.id, { input: long })).toMatchObject({
        risk: { findings: [{ code: 'too_long' }] },
        file: { path, found: 'text', sections: [], isCut: true },
      });
      expect((await client.listAsks()).asks).toEqual([ask, edit]);
      expect((await failure(client.judgeInput(session.id, { input: {} }))).code).toBe('ask_not_found');
      expect((await failure(client.judgeInput(ask.id, {} as never))).code).toBe('invalid_request');
    });

    onStage(
      'what an edit makes of its file is compared, page by page, as the file is now',
      async (stage, client, session) => {
        const path = `${stage.folder}/edited.txt`;
        const lines = Array.from({ length: 5000 }, (_, index) => `this is line ${index}\n`);
        writeFileSync(path, `${lines.join('')}old\n`);
        const edit = await stage.edit(session.id, path);
        const { version } = edit.file ?? {};
        const section = {
          line: 4998,
          before: `${lines.slice(-3).join('')}old\n`,
          after: `${lines.slice(-3).join('')}new\n`,
        };
        expect(await client.compareFile(edit.id)).toEqual({
          file: { path, found: 'text', version, lines: { added: 1, removed: 1 }, sections: [section] },
          page: 0,
          pages: 1,
        });
        expect((await client.getAsk(edit.id)).ask.file).toEqual(edit.file);
        expect((await failure(client.compareFile(edit.id, { page: 1 }))).code).toBe('not_found');
        writeFileSync(path, 'old\n');
        const anew = await client.compareFile(edit.id, { page: 1, ...(version !== undefined && { version }) });
        expect(anew).toMatchObject({
          page: 0,
          isAnew: true,
          file: { sections: [{ line: 1, before: 'old\n', after: 'new\n' }] },
        });
        // Who approves means what was shown last, so the ask has it, too.
        const { ask } = await client.getAsk(edit.id);
        expect(ask.file).toMatchObject({ version: anew.file.version, changedAt: anew.file.changedAt });
        await client.answer(edit.id, { type: 'approve', fileVersion: anew.file.version ?? '' });
      },
    );

    onStage('what changes no file cannot be compared', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      expect((await failure(client.compareFile(ask.id))).code).toBe('not_found');
      expect((await failure(client.compareFile(session.id))).code).toBe('ask_not_found');
      expect((await failure(client.compareFile(ask.id, { page: -1 }))).code).toBe('invalid_request');
    });

    onStage('what is not there, and a place where nothing begins, get 404', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      expect((await failure(client.readInput(session.id))).code).toBe('ask_not_found');
      expect((await failure(client.readInput(ask.id, { offset: 1_000_000 }))).code).toBe('not_found');
      expect((await failure(client.readInput(ask.id, { offset: -1 }))).code).toBe('invalid_request');
    });
  });
}
