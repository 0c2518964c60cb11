// What every transport must do with what is kept for all devices.
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function settingsContract(onStage: OnStage): void {
  describe('settings', () => {
    onStage('what one client sets, every client reads', async (stage, client) => {
      expect(await client.getSettings()).toEqual({ sandbox: false });
      expect(await client.updateSettings({ sandbox: true })).toEqual({ sandbox: true });
      expect(await stage.connect().getSettings()).toEqual({ sandbox: true });
    });

    onStage('a change that is none, or of the wrong kind, gets 400 and changes nothing', async (_, client) => {
      for (const change of [{}, { sandbox: 'yes' }, { unknown: true }]) {
        expect(await failure(client.updateSettings(change as never))).toMatchObject({ code: 'invalid_request' });
      }
      expect(await client.getSettings()).toEqual({ sandbox: false });
    });

    onStage(
      'a session whose driver has no sandbox is refused where one is wanted, by itself or by default, and starts without',
      async (stage, client) => {
        await client.updateSettings({ sandbox: true });
        const { sessions: before } = await client.listSessions();
        for (const wanted of [{}, { sandbox: true }]) {
          const refused = await failure(client.createSession({ cwd: stage.folder, ...wanted }));
          expect(refused).toMatchObject({
            code: 'not_supported',
            message: expect.stringContaining('has none') as string,
          });
        }
        expect((await client.listSessions()).sessions).toHaveLength(before.length);
        const { isSandboxed } = await client.createSession({ cwd: stage.folder, sandbox: false });
        expect(isSandboxed).toBeUndefined();
      },
    );
  });
}
