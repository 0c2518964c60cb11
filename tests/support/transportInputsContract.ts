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

    onStage('what is not there, and a place where nothing begins, get 404', async (stage, client, session) => {
      const ask = await stage.approval(session.id);
      expect((await failure(client.readInput(session.id))).code).toBe('ask_not_found');
      expect((await failure(client.readInput(ask.id, { offset: 1_000_000 }))).code).toBe('not_found');
      expect((await failure(client.readInput(ask.id, { offset: -1 }))).code).toBe('invalid_request');
    });
  });
}
