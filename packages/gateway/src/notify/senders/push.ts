// Calls a browser through the push service of its maker: encrypted for that browser alone, and signed with the gateway's own
// key. The service sees when somebody is called, and how long what is said is.
import { createHash } from 'node:crypto';
import type { ChannelConfig } from '@beckon/protocol';
import type { PushMessage } from '@beckon/protocol/pushMessage';
import type { Outcome } from '../outbound.ts';
import { sentBy } from '../outcome.ts';
import { cut } from '../plainText.ts';
import type { Call, Sender, Sent } from '../sender.ts';
import type { VapidKeys } from '../vapid.ts';
import type { SenderTools } from './index.ts';

export interface PushSenderOptions extends SenderTools {
  vapid: () => VapidKeys;
}

type Subscription = ChannelConfig<'push'>;

/** How the service is to treat it. */
interface Treatment {
  /** What it has not delivered yet of the same topic is replaced. */
  topic: string;
  /** For how long it is to be delivered to a phone that is off. */
  ttlSeconds: number;
  urgency: 'high' | 'low';
}

const day = 24 * 60 * 60;

/** Services take 4096 bytes at least, encryption and all: about a hundred of them are not ours. */
const mostBytes = 3_900;

/** Push services want to know whom to write to. Some refuse what is no address at all. */
const contact = 'https://beckon.example';

export function pushSender({ outbound, clock, vapid }: PushSenderOptions): Sender<'push'> {
  async function push(subscription: Subscription, message: PushMessage, { treatment, signal }: Push): Promise<Outcome> {
    // Loaded with the first call: it brings a good deal with it.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject: contact, ...vapid() },
      TTL: treatment.ttlSeconds,
      urgency: treatment.urgency,
      topic: treatment.topic,
    });
    return outbound.request({
      url: subscription.endpoint,
      policy: 'public',
      headers,
      body: body ?? '',
      signal,
    });
  }

  /** What cannot be encrypted for a browser, because its keys are none, can never be. */
  async function tried(sending: () => Promise<Outcome>): Promise<Sent> {
    try {
      const outcome = await sending();
      const sent = sentBy(outcome, { taken: 'The push service took it.', statuses, now: clock.now() });
      return goneStatuses.has(outcome.status) ? { ...sent, isGone: true } : sent;
    } catch {
      return {
        ok: false,
        isGone: true,
        detail: 'The browser’s subscription cannot be used. Switch it on there again.',
      };
    }
  }

  return {
    send: (subscription, call, signal) =>
      tried(async () => {
        const treatment: Treatment = { topic: topicOf(call), ttlSeconds: day, urgency: 'high' };
        const message = messageOf(call);
        const outcome = await push(subscription, fitting(message), { treatment, signal });
        // Some services take less than others.
        return outcome.status === 413 ? push(subscription, withoutText(message), { treatment, signal }) : outcome;
      }),
    takeAway: (subscription, call, signal) =>
      tried(() => {
        const treatment: Treatment = { topic: topicOf(call), ttlSeconds: day, urgency: 'high' };
        return push(subscription, { type: 'over', tag: call.id, waiting: call.waiting }, { treatment, signal });
      }),
  };
}

interface Push {
  treatment: Treatment;
  signal: AbortSignal;
}

type CallMessage = Extract<PushMessage, { type: 'call' }>;

function messageOf({ id, title, body, ask, sessionId, actions, isReminder, waiting }: Call): CallMessage {
  return {
    type: 'call',
    tag: id,
    title,
    body,
    path: ask ? `/inbox?ask=${ask.id}` : sessionId === undefined ? '/inbox' : `/sessions/${sessionId}`,
    actions: actions.map(({ label, proof }) => ({ label, proof })),
    isReminder,
    waiting,
  };
}

function fitting(message: CallMessage): CallMessage {
  return Buffer.byteLength(JSON.stringify(message)) <= mostBytes ? message : withoutText(message);
}

/** Whoever is not told what would run is not asked to decide on it. */
function withoutText(message: CallMessage): CallMessage {
  return { ...message, title: cut(message.title, 100), body: '', actions: [] };
}

/** Services take 32 characters of a topic, and see it: it says nothing by itself. */
function topicOf({ id }: Pick<Call, 'id'>): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 32);
}

/** A subscription that its service does not know, or no longer knows, never comes back. */
const goneStatuses = new Set<number | undefined>([404, 410]);

const statuses = {
  401: noKey(401),
  403: noKey(403),
  404: 'The browser no longer takes calls. Switch them on there again.',
  410: 'The browser no longer takes calls. Switch them on there again.',
  413: 'The push service found it too long (413).',
  429: 'The push service wants to be left alone for a while (429).',
};

function noKey(status: number): string {
  return `The push service does not take Beckon’s key for this browser (${status}). Switch calls off there, and on again.`;
}
