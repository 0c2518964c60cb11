// What every transport must do with the folders that a person has decided about: list them, and forget them.
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function trustContract(onStage: OnStage): void {
  describe('trusted folders', () => {
    onStage('[L12] those that were decided about are listed', async (stage, client) => {
      expect(await client.listTrustedFolders()).toEqual([]);
      stage.trustFolder('/home/ana/shop');
      expect(await client.listTrustedFolders()).toMatchObject([
        { id: expect.any(String) as string, folder: '/home/ana/shop', decision: 'trusted', items: [] },
      ]);
    });

    onStage('[L12] what was decided is forgotten, once, and the log says who did it', async (stage, client) => {
      stage.trustFolder('/home/ana/shop');
      const [folder] = await stage.connect().listTrustedFolders();
      await client.forgetTrustedFolder(folder!.id);
      expect(await client.listTrustedFolders()).toEqual([]);
      const { code, status } = await failure(client.forgetTrustedFolder(folder!.id));
      expect([code, status]).toEqual(['trusted_folder_not_found', 404]);
      const { entries } = await client.readLog({ limit: 1 });
      expect(entries).toMatchObject([
        { type: 'folder_forgotten', data: { folder: '/home/ana/shop', by: { name: expect.any(String) as string } } },
      ]);
    });
  });
}
