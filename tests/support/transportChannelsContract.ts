// What every transport must do with the ways in which a person is called.
import { Channel } from '@beckon/protocol';
import { describe, expect } from 'vitest';
import type { OnStage } from './transportStage.ts';
import { failure } from './transportStage.ts';

/** Nothing listens there. */
const hook = { type: 'webhook', url: 'http://127.0.0.1:9/x', secret: 'hush hush' } as const;

export function channelsContract(onStage: OnStage): void {
  describe('channels', () => {
    onStage('a channel is shown without its secrets, which are named, and has what is usual', async (_, client) => {
      const made = await client.createChannel(hook);
      expect(Channel.parse(made)).toEqual(made);
      expect(made).toEqual({
        id: made.id,
        type: 'webhook',
        url: 'http://127.0.0.1:9/x',
        has: ['secret'],
        name: 'Webhook',
        isOn: true,
        privacy: 'title',
        hasButtons: false,
        isBackup: false,
        occasions: ['ask', 'turn_failed', 'rate_limited', 'ready_for_input', 'answer_undelivered', 'device_signed_in'],
        createdAt: made.createdAt,
      });
      expect(await client.listChannels()).toEqual([made]);
    });

    onStage('a change that names no secret keeps it, and null takes it away', async (stage, client) => {
      const { id } = await client.createChannel({ ...hook, name: 'Bell' });
      const changed = await client.updateChannel(id, { privacy: 'nothing', url: 'http://127.0.0.1:9/y' });
      expect(changed).toMatchObject({ name: 'Bell', privacy: 'nothing', url: 'http://127.0.0.1:9/y', has: ['secret'] });
      expect(await client.updateChannel(id, { secret: null })).toMatchObject({ has: [] });
      expect(await stage.connect().listChannels()).toMatchObject([{ name: 'Bell', has: [] }]);
    });

    onStage('what is no channel gets 400 with a sentence, and changes nothing', async (_, client) => {
      const { id } = await client.createChannel(hook);
      const before = await client.listChannels();
      for (const wrong of [
        {},
        { type: 'pigeon' },
        { type: 'webhook' },
        { type: 'webhook', url: 'file:///etc/passwd' },
        { type: 'ntfy', server: 'https://ntfy.example', topic: '../x' },
        { ...hook, occasions: ['birthday'] },
        { ...hook, name: 'a\u202eb' },
      ]) {
        expect(await failure(client.createChannel(wrong as never))).toMatchObject({ code: 'invalid_request' });
      }
      for (const wrong of [{}, { url: null }, { port: 3 }, { privacy: 'some' }]) {
        expect(await failure(client.updateChannel(id, wrong as never))).toMatchObject({ code: 'invalid_request' });
      }
      expect(await client.listChannels()).toEqual(before);
    });

    onStage('one that is removed is gone, and an unknown one gets 404', async (_, client) => {
      const { id } = await client.createChannel(hook);
      await client.removeChannel(id);
      expect(await client.listChannels()).toEqual([]);
      const calls = [client.removeChannel(id), client.testChannel(id), client.updateChannel(id, { isOn: false })];
      for (const call of calls) expect(await failure(call)).toMatchObject({ code: 'channel_not_found' });
    });

    onStage('a test tells what came of it, and the channel shows it', async (_, client) => {
      const { id } = await client.createChannel(hook);
      const test = await client.testChannel(id);
      expect(test).toEqual({ ok: false, detail: expect.any(String) as string });
      expect(test.detail).not.toBe('');
      expect(await client.listChannels()).toMatchObject([{ last: test }]);
    });

    onStage('[L14] what was done to a channel is in the log by device, and no secret is', async (_, client) => {
      const { id } = await client.createChannel(hook);
      await client.updateChannel(id, { secret: 'hush again', isOn: false });
      await client.testChannel(id);
      await client.removeChannel(id);
      const { entries } = await client.readLog({ kind: 'access' });
      expect(entries.map(({ type }) => type)).toEqual([
        'channel_removed',
        'channel_tested',
        'channel_changed',
        'channel_made',
      ]);
      for (const { data } of entries) expect(data).toMatchObject({ device: {}, channel: { id, type: 'webhook' } });
      expect(JSON.stringify(entries)).not.toContain('hush');
    });

    onStage('a page tells whether it is seen', async (_, client) => {
      await client.reportVisibility({ page: 'p1', isVisible: true });
      await client.reportVisibility({ page: 'p1', isVisible: false });
      expect(await failure(client.reportVisibility({ page: '', isVisible: true }))).toMatchObject({
        code: 'invalid_request',
      });
    });
  });
}
