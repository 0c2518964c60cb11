// The services that a person is called through: they take what they are sent, late or never, fail, refuse, or throw.
import type { ChannelConfig } from '@beckon/protocol';
import { defaultOptions } from '@beckon/protocol';
import type { Call, Sender, Sent } from '../../packages/gateway/src/notify/sender.ts';
import type { StoredChannel } from '../../packages/gateway/src/store/channelStore.ts';
import { checkCalled } from './invariants.ts';
import type { Life, World } from './world.ts';

export type ServiceMood = 'takes' | 'fails' | 'refuses' | 'hangs' | 'throws';

/** What the service says, when it gets to it. */
const replies: Record<Exclude<ServiceMood, 'hangs'>, () => Sent> = {
  takes: () => ({ ok: true, detail: 'taken' }),
  fails: () => ({ ok: false, detail: 'busy', mayPass: true }),
  refuses: () => ({ ok: false, detail: 'refused' }),
  throws: () => {
    throw new Error('a sender must not throw');
  },
};

export function simChannel(number: number, createdAt: number): StoredChannel {
  const config: ChannelConfig = { type: 'webhook', url: `https://service.example/${number}` };
  return { id: `00000000-0000-4000-9000-00000000000${number}`, config, options: defaultOptions(config), createdAt };
}

/** What one life of the gateway sends with. */
export function simSender(world: World, life: Life): Sender<'webhook'> {
  async function send({ url }: ChannelConfig<'webhook'>, call: Call, signal: AbortSignal): Promise<Sent> {
    // What a gateway that was killed had still meant to do is not done.
    if (life.isOver) return new Promise(() => undefined);
    checkCalled(world, url, call);
    const mood = world.isWindingDown ? 'takes' : world.random.weighted(world.temper.services);
    if (mood === 'hangs') return new Promise(() => undefined);
    await world.agenda.turn(life, `service ${url.slice(-1)} ${mood} a call`);
    const sent = replies[mood]();
    // What comes after the gateway has given up waiting for it, the gateway never hears.
    if (sent.ok && !signal.aborted && call.ask && call.occasion === 'ask')
      world.book.taken.push({ askId: call.ask.id, url, isReminder: call.isReminder, life });
    return sent;
  }
  return { send, takeAway: async () => ({ ok: true, detail: 'gone' }) };
}
