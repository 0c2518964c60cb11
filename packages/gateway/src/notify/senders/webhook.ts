// A webhook of the person's own: a POST of one JSON object, signed where a secret is set. guides/channels.md tells receivers
// what is in it; fields may join, none changes or goes.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { Occasion, RiskLevel } from '@beckon/protocol';
import { sentBy } from '../outcome.ts';
import { plainText } from '../plainText.ts';
import type { Call, Sender } from '../sender.ts';
import type { SenderTools } from './index.ts';

export const WebhookBody = z.object({
  id: z.string(),
  occasion: Occasion,
  at: z.int(),
  isReminder: z.boolean(),
  title: z.string(),
  body: z.string(),
  url: z.string().nullable(),
  sessionId: z.string().nullable(),
  ask: z.object({ id: z.string(), risk: RiskLevel.nullable() }).nullable(),
  actions: z.array(z.object({ label: z.string(), url: z.string().nullable(), proof: z.string() })),
  waiting: z.int(),
});
export type WebhookBody = z.infer<typeof WebhookBody>;

const longestTitle = 1000;
const longestBody = 20_000;

export function webhookSender({ outbound, clock }: SenderTools): Sender<'webhook'> {
  return {
    async send({ url, secret }, call, signal) {
      const body = JSON.stringify(bodyOf(call));
      const outcome = await outbound.request({
        url,
        policy: 'chosen',
        headers: {
          'content-type': 'application/json',
          ...(secret !== undefined && { 'x-beckon-signature': signatureOf(body, secret) }),
        },
        body,
        signal,
      });
      const taken = `The receiver took it (${outcome.status}).`;
      return sentBy(outcome, { taken, now: clock.now() });
    },
  };
}

function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function bodyOf({
  id,
  occasion,
  at,
  isReminder,
  title,
  body,
  url,
  sessionId,
  ask,
  actions,
  waiting,
}: Call): WebhookBody {
  return {
    id,
    occasion,
    at,
    isReminder,
    title: plainText(title, longestTitle),
    body: plainText(body, longestBody),
    url: url ?? null,
    sessionId: sessionId ?? null,
    ask: ask ? { id: ask.id, risk: ask.risk ?? null } : null,
    actions: actions.map((action) => ({
      label: plainText(action.label, longestTitle),
      url: action.url ?? null,
      proof: action.proof,
    })),
    waiting,
  };
}
