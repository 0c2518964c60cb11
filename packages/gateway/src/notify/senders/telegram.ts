// A Telegram bot that writes to one chat. The token is part of every address here, so no address is ever said. An agent's text is
// never markup: what is bold or quoted is named by its place, and in a quote nothing becomes a link or a mention.
import { z } from 'zod';
import type { ChannelConfig } from '@beckon/protocol';
import type { Outcome } from '../outbound.ts';
import { jsonIn, reasonIn, sentBy } from '../outcome.ts';
import { oneLine, plainText } from '../plainText.ts';
import type { Call, Sender, Sent } from '../sender.ts';
import type { SenderTools } from './index.ts';

/** A message has at most 4096 characters. */
const longestTitle = 300;
const longestBody = 3500;
/** So many calls are remembered, to be taken away when they are over. */
const mostRemembered = 1000;

const Done = z.object({ ok: z.literal(true), result: z.unknown() });
const NewMessage = z.object({ result: z.object({ message_id: z.int() }) });
const Refused = z.object({ parameters: z.object({ retry_after: z.number().optional() }).optional() });

type Config = ChannelConfig<'telegram'>;

export function telegramSender({ outbound, clock }: SenderTools): Sender<'telegram'> {
  const written = new Map<string, number[]>();

  const call = (config: Config, { method, body }: { method: string; body: object }, signal: AbortSignal) =>
    outbound.request({
      url: `${(config.server ?? 'https://api.telegram.org').replace(/\/+$/, '')}/bot${config.token}/${method}`,
      policy: 'chosen',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: config.chat, ...body }),
      signal,
    });

  const sent = (config: Config, outcome: Outcome, taken: string): Sent => {
    const result = sentBy(outcome, {
      taken,
      said: reasonIn(outcome),
      secrets: [config.token, config.token.split(':')[1]],
      statuses: refusals,
      retryAfter: jsonIn(outcome, Refused)?.parameters?.retry_after,
      now: clock.now(),
    });
    if (!result.ok || jsonIn(outcome, Done)) return result;
    return { ok: false, detail: 'The server answered, but not as Telegram does. Check its address.' };
  };

  return {
    async send(config, told, signal) {
      let outcome = await call(config, { method: 'sendMessage', body: messageOf(told, 'button') }, signal);
      // Telegram makes no button of an address such as http://localhost:4517, and says so in these words.
      if (outcome.status === 400 && told.url !== undefined && /button url|BUTTON_URL/i.test(outcome.text)) {
        outcome = await call(config, { method: 'sendMessage', body: messageOf(told, 'text') }, signal);
      }
      const id = jsonIn(outcome, NewMessage)?.result.message_id;
      if (id !== undefined) remember(written, keyOf(config, told.id), id);
      return sent(config, outcome, 'Telegram took it.');
    },

    async takeAway(config, { id }, signal) {
      const key = keyOf(config, id);
      const messages = written.get(key);
      if (!messages) return { ok: false, detail: 'Which message it was is no longer known: it stays in the chat.' };
      const results: Sent[] = [];
      for (const message of messages) {
        const outcome = await call(config, { method: 'deleteMessage', body: { message_id: message } }, signal);
        const isGone = outcome.status === 400 && /message to delete not found/i.test(outcome.text);
        results.push(isGone ? { ok: true, detail: gone } : sent(config, outcome, gone));
      }
      const failed = results.find(({ ok }) => !ok);
      if (!failed?.mayPass) written.delete(key);
      return failed ?? { ok: true, detail: gone };
    },
  };
}

const gone = 'Telegram took the message away.';
const refusals = {
  400: 'Telegram did not take it (400).',
  401: 'Telegram does not know this token (401).',
  403: 'The bot may not write to this chat (403). Write to it first, or let it into the group.',
  404: 'Telegram does not know this token (404).',
  429: 'Telegram has had too many messages from this bot (429).',
};

function messageOf({ title, body, url }: Call, link: 'button' | 'text') {
  const head = oneLine(title, longestTitle) || 'Beckon';
  const quote = plainText(body, longestBody).trim();
  const address = url !== undefined && link === 'text' ? [oneLine(url, 250)] : [];
  return {
    text: [head, ...(quote === '' ? [] : [quote]), ...address].join('\n'),
    // Places are counted in UTF-16 units, as JavaScript does.
    entities: [
      { type: 'bold', offset: 0, length: head.length },
      ...(quote === '' ? [] : [{ type: 'pre', offset: head.length + 1, length: quote.length }]),
    ],
    // Telegram would fetch whatever an agent links to.
    link_preview_options: { is_disabled: true },
    ...(url !== undefined &&
      link === 'button' && { reply_markup: { inline_keyboard: [[{ text: 'Open in Beckon', url }]] } }),
  };
}

function keyOf({ token, chat }: Config, callId: string): string {
  return JSON.stringify([token, chat, callId]);
}

function remember(written: Map<string, number[]>, key: string, message: number): void {
  const messages = [...(written.get(key) ?? []), message];
  written.delete(key);
  written.set(key, messages.slice(-10));
  const [oldest] = written.keys();
  if (written.size > mostRemembered && oldest !== undefined) written.delete(oldest);
}
