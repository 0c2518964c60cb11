// What every transport must do with what is kept for all devices.
import type { Settings, Transport } from '@beckon/protocol';
import { defaultSettings } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function settingsContract(onStage: OnStage): void {
  describe('settings', () => {
    onStage('what one client sets, every client reads', async (stage, client) => {
      expect(await client.getSettings()).toEqual(defaultSettings);
      const change = { sandbox: true, theme: 'dark', answerDelaySeconds: 3, askLimitMinutes: 0 } as const;
      expect(await client.updateSettings(change)).toEqual({ ...defaultSettings, ...change });
      expect(await client.updateSettings({ theme: 'light' })).toMatchObject({ sandbox: true, theme: 'light' });
      expect(await stage.connect().getSettings()).toEqual({ ...defaultSettings, ...change, theme: 'light' });
    });

    onStage('a change is told to every client, and whoever comes later begins with it', async (stage, client) => {
      const told = toldSettings(stage.connect());
      expect(await told.next()).toMatchObject({ value: { theme: 'system' } });
      await client.updateSettings({ theme: 'dark' });
      expect(await told.next()).toMatchObject({ value: { theme: 'dark' } });
      const later = toldSettings(stage.connect());
      expect(await later.next()).toMatchObject({ value: { theme: 'dark' } });
      await Promise.all([told.return(undefined), later.return(undefined)]);
    });

    onStage('a change that is none, or of the wrong kind, gets 400 and changes nothing', async (_, client) => {
      for (const change of [{}, { sandbox: 'yes' }, { unknown: true }, { theme: 'pink' }, { answerDelaySeconds: 4 }]) {
        expect(await failure(client.updateSettings(change as never))).toMatchObject({ code: 'invalid_request' });
      }
      expect(await client.getSettings()).toEqual(defaultSettings);
    });

    onStage('[L15] a session starts in the mode that is set, unless it names one', async (stage, client) => {
      await client.updateSettings({ permissionMode: 'acceptEdits' });
      expect(await client.createSession({ cwd: stage.folder })).toMatchObject({ permissionMode: 'acceptEdits' });
      const named = await client.createSession({ cwd: stage.folder, permissionMode: 'plan' });
      expect(named).toMatchObject({ permissionMode: 'plan' });
      await client.updateSettings({ permissionMode: null });
      expect(await client.createSession({ cwd: stage.folder })).toMatchObject({ permissionMode: 'default' });
    });

    onStage('[L15] a mode that is dangerous, or that no driver has, is nobody’s default', async (_, client) => {
      for (const permissionMode of ['bypassPermissions', 'yolo']) {
        expect(await failure(client.updateSettings({ permissionMode }))).toMatchObject({ code: 'invalid_request' });
      }
      expect(await client.getSettings()).toEqual(defaultSettings);
    });

    onStage('a session runs on the model that is set, unless it names one', async (stage, client) => {
      await client.updateSettings({ model: 'opus' });
      expect(await client.createSession({ cwd: stage.folder })).toMatchObject({ model: 'opus' });
      expect(await client.createSession({ cwd: stage.folder, model: 'haiku' })).toMatchObject({ model: 'haiku' });
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

/** The settings as a client hears of them: with the snapshot, and with every change. */
async function* toldSettings(client: Transport): AsyncGenerator<Settings | undefined> {
  for await (const event of client.events()) {
    if (event.type === 'snapshot' || event.type === 'settings_changed') yield event.data.settings;
  }
}
