// ntfy (https://ntfy.sh, or a server of one's own): published as JSON, with buttons that answer. A call and its reminders have
// one sequence id, so that servers from 2.16 on show the newest of them and can take it away.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChannelConfig, Occasion } from '@beckon/protocol';
import { jsonIn, reasonIn, sentBy } from '../outcome.ts';
import { bytes, cut, oneLine, plainText } from '../plainText.ts';
import type { Call, Sender } from '../sender.ts';
import type { SenderTools } from './index.ts';

/** A server takes 4096 bytes of message, and twice as many of JSON; longer messages become files. */
const mostMessageBytes = 3500;
const mostTitleBytes = 250;
const mostJsonBytes = 8000;
/** A server refuses more buttons than three. */
const mostActions = 3;
const mostLabelBytes = 60;

const Published = z.object({ id: z.string(), event: z.string() });

export function ntfySender({ outbound, clock }: SenderTools): Sender<'ntfy'> {
  const secrets = ({ token }: ChannelConfig<'ntfy'>) => [token];
  return {
    async send(config, call, signal) {
      const outcome = await outbound.request({
        url: below(config.server, ''),
        policy: 'chosen',
        headers: { 'content-type': 'application/json', ...authorization(config) },
        body: JSON.stringify(messageOf(config, call)),
        signal,
      });
      const taken = 'The ntfy server took it.';
      const said = reasonIn(outcome);
      const sent = sentBy(outcome, { taken, said, secrets: secrets(config), statuses: refusals, now: clock.now() });
      if (sent.ok && !jsonIn(outcome, Published)) {
        return { ok: false, detail: 'The server answered, but not as an ntfy server does. Check its address.' };
      }
      return sent;
    },

    async takeAway(config, call, signal) {
      const outcome = await outbound.request({
        url: below(config.server, `${config.topic}/${sequenceOf(call.id)}`),
        policy: 'chosen',
        method: 'DELETE',
        headers: authorization(config),
        signal,
      });
      const taken = 'The ntfy server took the message away.';
      const statuses = { ...refusals, 404: tooOld, 405: tooOld };
      return sentBy(outcome, { taken, secrets: secrets(config), statuses, now: clock.now() });
    },
  };
}

const tooOld = 'This ntfy server cannot take messages away; servers from version 2.16 on can.';
const refusals = {
  401: 'The ntfy server does not know this token, or wants one (401).',
  403: 'The ntfy server lets nobody publish to this topic with this token, or without one (403).',
  404: 'There is no ntfy server at this address (404).',
  413: 'The message is too large for this ntfy server (413).',
  429: 'The ntfy server has had too many messages from here (429).',
};

function messageOf({ topic }: ChannelConfig<'ntfy'>, call: Call) {
  const title = inHeader(oneLine(call.title, mostTitleBytes, bytes));
  // An empty message would be shown as “triggered”.
  const words = call.body === '' ? { title: 'Beckon', message: title } : { title, message: call.body };
  const rest = {
    topic,
    sequence_id: sequenceOf(call.id),
    title: words.title,
    priority: call.ask?.risk === 'high' ? 5 : looks[call.occasion].priority,
    tags: [looks[call.occasion].tag],
    ...(call.url !== undefined && { click: call.url }),
    actions: actionsOf(call),
  };
  const room = mostJsonBytes - bytes(JSON.stringify({ ...rest, message: '' }));
  return { ...rest, message: cut(plainText(words.message, mostMessageBytes, bytes), room, jsonBytes) };
}

/** Answers first: the page opens by a press on the notification as well. */
function actionsOf({ actions, url }: Call) {
  const answers = actions.flatMap((action) =>
    action.url === undefined
      ? []
      : {
          action: 'http',
          label: inHeader(oneLine(action.label, mostLabelBytes, bytes)),
          url: action.url,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ proof: action.proof }),
          clear: true,
        },
  );
  const view = url === undefined ? [] : [{ action: 'view', label: 'Open', url, clear: true }];
  return [...answers, ...view].slice(0, mostActions);
}

/**
 * A server copies all but the message into headers of its own, and there decodes what looks like `=?UTF-8?Q?…?=`. In a button's
 * label that could put a quotation mark into the JSON that the buttons are kept in, and lead the press elsewhere.
 */
function inHeader(text: string): string {
  return text.replaceAll('=?', '= ?');
}

function jsonBytes(text: string): number {
  return bytes(JSON.stringify(text)) - 2;
}

/** Letters, digits, - and _, at most 64. */
function sequenceOf(callId: string): string {
  return /^[\w-]{1,64}$/.test(callId) ? callId : createHash('sha256').update(callId).digest('base64url');
}

function authorization({ token }: ChannelConfig<'ntfy'>): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function below(server: string, path: string): string {
  return `${server.replace(/\/+$/, '')}/${path}`;
}

const looks: Record<Occasion, { tag: string; priority: number }> = {
  ask: { tag: 'raised_hand', priority: 4 },
  turn_finished: { tag: 'white_check_mark', priority: 3 },
  turn_failed: { tag: 'x', priority: 4 },
  rate_limited: { tag: 'hourglass', priority: 3 },
  ready_for_input: { tag: 'speech_balloon', priority: 3 },
  answer_undelivered: { tag: 'warning', priority: 4 },
  device_signed_in: { tag: 'key', priority: 4 },
};
