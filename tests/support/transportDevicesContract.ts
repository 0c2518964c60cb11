// What every transport must do with a person's devices: name them, list them, and let go of them.
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

export function devicesContract(onStage: OnStage): void {
  describe('devices', () => {
    onStage('those that are signed in are listed, in the order in which they were', async (stage, client) => {
      expect(await client.listDevices()).toEqual([]);
      const [phone, desk] = [stage.addDevice('Safari on iPhone'), stage.addDevice('Firefox on Linux')];
      const about = {
        createdAt: expect.any(Number) as number,
        lastSeenAt: expect.any(Number) as number,
        origin: 'http://127.0.0.1:4517',
        current: false,
      };
      expect(await client.listDevices()).toEqual([
        { ...phone, ...about },
        { ...desk, ...about },
      ]);
    });

    onStage('one is given another name, which every client reads', async (stage, client) => {
      const { id } = stage.addDevice('Safari on iPhone');
      expect(await client.renameDevice(id, { name: ' My phone ' })).toMatchObject({ id, name: 'My phone' });
      expect(await stage.connect().listDevices()).toMatchObject([{ id, name: 'My phone' }]);
    });

    onStage('[L14] one is removed, and the log says so and who did it', async (stage, client) => {
      const phone = stage.addDevice('Safari on iPhone');
      await client.removeDevice(phone.id);
      expect(await client.listDevices()).toEqual([]);
      const { entries } = await client.readLog({ limit: 2 });
      expect(entries).toMatchObject([
        { type: 'device_removed', data: { device: phone, by: { name: expect.any(String) as string } } },
        { type: 'device_signed_in', data: { device: phone } },
      ]);
    });

    onStage('all are removed but the one that asks, each with its entry in the log', async (stage, client) => {
      const others = [stage.addDevice('Safari on iPhone'), stage.addDevice('Firefox on Linux')];
      await client.removeOtherDevices();
      expect(await client.listDevices()).toEqual([]);
      const { entries } = await client.readLog({ limit: 2 });
      expect(entries.toReversed()).toMatchObject(
        others.map((device) => ({ type: 'device_removed', data: { device } })),
      );
    });

    onStage('[L14] what is done in a session is in the log, by the device that did it', async (_, client, { id }) => {
      await client.sendMessage(id, { content: 'Go on.' });
      await client.updateSession(id, { title: 'Shop' });
      await client.interrupt(id);
      const { entries } = await client.readLog({ session: id });
      const done = { data: { device: { name: expect.any(String) as string } } };
      for (const type of ['message_sent', 'session_changed', 'session_interrupted'])
        expect(entries).toContainEqual(expect.objectContaining({ type, sessionId: id }));
      expect(entries.find(({ type }) => type === 'message_sent')).toMatchObject(done);
    });

    onStage('an unknown one gets 404, and a name that is none 400', async (stage, client) => {
      const { id } = stage.addDevice('Safari on iPhone');
      const unknown = [client.removeDevice('none'), client.renameDevice('token', { name: 'x' })];
      for (const error of await Promise.all(unknown.map(failure)))
        expect(error).toMatchObject({ code: 'device_not_found', status: 404 });
      for (const name of ['', '  ', 'x'.repeat(101), 7])
        expect((await failure(client.renameDevice(id, { name } as never))).code).toBe('invalid_request');
      expect(await client.listDevices()).toMatchObject([{ name: 'Safari on iPhone' }]);
    });
  });
}
