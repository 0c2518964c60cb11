// What every transport must do with an approval whose file is no longer the one that was shown.
import { rmSync, writeFileSync } from 'node:fs';
import type { Ask } from '@beckon/protocol';
import { openAsks } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import { Stream } from './eventReader.ts';
import type { OnStage, Stage } from './transportStage.ts';
import { failure } from './transportStage.ts';

const refusal = { code: 'file_changed', status: 409 };

/** An ask about a file that reads “old”, and a way to change that. */
async function askAboutFile(stage: Stage, sessionId: string): Promise<{ ask: Ask; write: (text: string) => void }> {
  const path = `${stage.folder}/edited.txt`;
  const write = (text: string) => writeFileSync(path, text);
  write('old\n');
  return { ask: await stage.edit(sessionId, path), write };
}

export function editsContract(onStage: OnStage): void {
  describe('edits', () => {
    onStage('an edit of a file that is as it was shown is approved', async (stage, client, session) => {
      const { ask } = await askAboutFile(stage, session.id);
      const approve = { type: 'approve', fileVersion: ask.file?.version ?? '' } as const;
      await client.answer(ask.id, approve);
      expect(await stage.heard(ask)).toEqual(approve);
    });

    onStage(
      'a file that has changed gets 409 with the ask as it is now, for everyone, and the next approval counts',
      async (stage, client, session) => {
        const { ask, write } = await askAboutFile(stage, session.id);
        await using elsewhere = new Stream(stage.connect());
        await elsewhere.next();
        write('above\nold\n');
        const refused = await failure(client.answer(ask.id, { type: 'approve' }, 'key'));
        const sections = [{ line: 1, before: 'above\nold\n', after: 'above\nnew\n' }];
        const file = { sections, changedAt: expect.any(Number) as number };
        expect(refused).toMatchObject({ ...refusal, ask: { id: ask.id, state: 'open', file } });
        await elsewhere.until(() => openAsks(elsewhere.view)[0]?.file?.changedAt !== undefined);
        expect(openAsks(elsewhere.view)).toMatchObject([{ id: ask.id, file }]);
        await client.answer(ask.id, { type: 'approve' }, 'key');
        expect(await stage.heard(ask)).toEqual({ type: 'approve' });
      },
    );

    onStage('the same by its call, and where the file is gone', async (stage, client, session) => {
      const { ask } = await askAboutFile(stage, session.id);
      rmSync(`${stage.folder}/edited.txt`);
      const { toolCallId } = ask;
      expect(await failure(client.approveTool(session.id, { toolCallId }))).toMatchObject({
        ...refusal,
        ask: { file: { found: 'nothing', problem: 'not_found' } },
      });
      await client.approveTool(session.id, { toolCallId });
      expect(await stage.heard(ask)).toEqual({ type: 'approve' });
    });

    onStage('[L5] an approval of what another device was shown since is refused', async (stage, client, session) => {
      const { ask, write } = await askAboutFile(stage, session.id);
      const shown = { type: 'approve', fileVersion: ask.file?.version ?? '' } as const;
      write('old, changed\n');
      expect(await failure(stage.connect().answer(ask.id, { type: 'approve' }))).toMatchObject(refusal);
      expect(await failure(client.answer(ask.id, shown))).toMatchObject(refusal);
      const now = await client.getAsk(ask.id);
      const answer = { type: 'approve', fileVersion: now.ask.file?.version ?? '' } as const;
      await client.answer(ask.id, answer);
      expect(await stage.heard(ask)).toEqual(answer);
    });

    onStage('[L5] with another input it is for the file which that names', async (stage, client, session) => {
      const { ask, write } = await askAboutFile(stage, session.id);
      const other = `${stage.folder}/other.txt`;
      writeFileSync(other, 'old\n');
      const updatedInput = { ...ask.input, file_path: other };
      const { file } = await client.judgeInput(ask.id, { input: updatedInput });
      writeFileSync(other, 'old, changed\n');
      const answer = { type: 'approve', updatedInput, fileVersion: file?.version ?? '' } as const;
      const refused = await failure(client.answer(ask.id, answer));
      expect(refused).toMatchObject({ ...refusal, ask: { state: 'open', file: { path: ask.file?.path } } });
      expect(refused.ask?.file).toEqual(ask.file);
      // What it does not touch may change.
      write('something else\n');
      const again = await client.judgeInput(ask.id, { input: updatedInput });
      const approved = { ...answer, fileVersion: again.file?.version ?? '' };
      await client.answer(ask.id, approved);
      expect(await stage.heard(ask)).toEqual(approved);
    });

    onStage('a refusal of another input shows what the asked one makes of the file', async (stage, client, session) => {
      const { ask, write } = await askAboutFile(stage, session.id);
      write('above\nold\n');
      const updatedInput = { ...ask.input, new_string: 'newer' };
      expect(await failure(client.answer(ask.id, { type: 'approve', updatedInput }))).toMatchObject({
        ...refusal,
        ask: { file: { sections: [{ line: 1, before: 'above\nold\n', after: 'above\nnew\n' }] } },
      });
    });

    onStage('a denial counts whatever the file is', async (stage, client, session) => {
      const { ask, write } = await askAboutFile(stage, session.id);
      write('something else\n');
      await client.answer(ask.id, { type: 'deny' });
      expect(await stage.heard(ask)).toEqual({ type: 'deny' });
    });

    onStage('[L1] who was first is told first, whatever the file is', async (stage, client, session) => {
      const { ask, write } = await askAboutFile(stage, session.id);
      await client.answer(ask.id, { type: 'approve' }, 'mine');
      write('something else\n');
      await client.answer(ask.id, { type: 'approve' }, 'mine');
      expect(await failure(stage.connect().answer(ask.id, { type: 'approve' }))).toMatchObject({
        code: 'already_answered',
      });
    });
  });
}
