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
      'a sandbox that a session’s driver does not have is refused, by default it is left out',
      async (stage, client) => {
        await client.updateSettings({ sandbox: true });
        const { isSandboxed } = await client.createSession({ cwd: stage.folder });
        expect(isSandboxed).toBeUndefined();
        expect(await failure(client.createSession({ cwd: stage.folder, sandbox: true }))).toMatchObject({
          code: 'not_supported',
        });
      },
    );
  });
}
