// What every transport must do for browsers that want to be called.
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

/** One that nobody is asked about: its address is public and needs no look-up. */
const browser = {
  endpoint: 'https://203.0.114.7/push/1',
  keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') },
};

export function pushContract(onStage: OnStage): void {
  describe('push', () => {
    onStage('the key that browsers subscribe with is the same for all, and stays', async (stage, client) => {
      const { publicKey } = await client.getPush();
      expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
      const phone = stage.signIn('Safari on iPhone').client;
      expect(await phone.getPush()).toEqual({ publicKey });
    });

    onStage('a device subscribes, which makes a channel without telling what is secret about it', async (stage) => {
      const { device, client: phone } = stage.signIn('Safari on iPhone');
      const channel = await phone.subscribeToPush(browser);
      const about = {
        type: 'push',
        deviceId: device.id,
        name: 'Safari on iPhone',
        isOn: true,
        has: ['endpoint', 'keys'],
      };
      expect(channel).toMatchObject(about);
      expect(JSON.stringify([channel, await phone.listChannels()])).not.toContain('203.0.114.7');
      expect(await phone.getPush()).toMatchObject({ subscriptionId: channel.id });
      expect(await phone.listChannels()).toEqual([channel]);
    });

    onStage('a new subscription takes the place of the one before, and keeps what was set', async (stage) => {
      const phone = stage.signIn('Safari on iPhone').client;
      const { id } = await phone.subscribeToPush(browser);
      await phone.updateChannel(id, { name: 'In my pocket', privacy: 'title' });
      const renewed = await phone.subscribeToPush({ ...browser, endpoint: 'https://203.0.114.7/push/2' });
      expect(renewed).toMatchObject({ id, name: 'In my pocket', privacy: 'title' });
      expect(await phone.listChannels()).toHaveLength(1);
    });

    onStage('a browser that signed in anew is not called twice', async (stage) => {
      const before = stage.signIn('Safari on iPhone').client;
      const earlier = await before.subscribeToPush(browser);
      const after = stage.signIn('Safari on iPhone').client;
      const { id } = await after.subscribeToPush(browser);
      expect(id).not.toBe(earlier.id);
      expect((await after.listChannels()).map((channel) => channel.id)).toEqual([id]);
    });

    onStage('[L14] a subscription goes with its device, at once', async (stage, client) => {
      const { device, client: phone } = stage.signIn('Safari on iPhone');
      await phone.subscribeToPush(browser);
      await client.removeDevice(device.id);
      expect(await client.listChannels()).toEqual([]);
      const { entries } = await client.readLog({ limit: 5 });
      expect(entries.map(({ type }) => type)).toContain('channel_removed');
    });

    onStage('it ends when its person says so; one that is unknown gets 404', async (stage, client) => {
      const phone = stage.signIn('Safari on iPhone').client;
      const { id } = await phone.subscribeToPush(browser);
      await phone.unsubscribeFromPush(id);
      expect(await phone.getPush()).not.toHaveProperty('subscriptionId');
      const { id: hook } = await client.createChannel({ type: 'webhook', url: 'https://203.0.114.7/' });
      for (const unknown of [id, hook, 'none'])
        expect(await failure(phone.unsubscribeFromPush(unknown))).toMatchObject({
          code: 'channel_not_found',
          status: 404,
        });
    });

    onStage('[L14] who is no device cannot subscribe, and is told why', async (_, client) => {
      expect(await failure(client.subscribeToPush(browser))).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('Only a browser that is signed in') as string,
      });
      expect(await client.listChannels()).toEqual([]);
    });

    onStage('an endpoint that is not public HTTPS, or keys that are none, get 400', async (stage) => {
      const phone = stage.signIn('Safari on iPhone').client;
      const bad = [
        { endpoint: 'http://203.0.114.7/push/1' },
        { endpoint: 'https://127.0.0.1/push/1' },
        { endpoint: 'https://10.0.0.7/push/1' },
        { endpoint: 'https://[::1]/push/1' },
        { endpoint: 'https://169.254.169.254/latest/meta-data' },
        { endpoint: 'file:///etc/passwd' },
        { endpoint: 'none' },
        { keys: { ...browser.keys, p256dh: 'AAAA' } },
        { keys: { ...browser.keys, auth: `${browser.keys.auth}!` } },
        { keys: undefined },
      ];
      for (const change of bad)
        expect(await failure(phone.subscribeToPush({ ...browser, ...change } as never))).toMatchObject({
          code: 'invalid_request',
        });
      expect(await phone.listChannels()).toEqual([]);
    });
  });
}
