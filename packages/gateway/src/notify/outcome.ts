// What a service's reply comes to, for the person whose channel it is: taken or not, why, and whether trying again may help.
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Failure } from './failures.ts';
import type { Outcome } from './outbound.ts';
import { oneLine, wellFormed } from './plainText.ts';
import type { Sent } from './sender.ts';

export interface Meaning {
  /** What is said when it was taken. */
  taken: string;
  /** What the service itself gave as its reason. */
  said?: string | undefined;
  /** What may not be in that reason. */
  secrets?: readonly (string | undefined)[];
  /** What a status means with this service, as a sentence. */
  statuses?: Readonly<Record<number, string>>;
  /** In seconds, where the service does not say it in the header for it. */
  retryAfter?: number | undefined;
  /** Now, for a time of day at which to come back. */
  now: number;
}

export function sentBy(outcome: Outcome, meaning: Meaning): Sent {
  const { taken, said, secrets, statuses = {}, now } = meaning;
  if (outcome.status === undefined) return notSent(outcome);
  const { status } = outcome;
  if (status >= 200 && status < 300) return { ok: true, detail: taken };
  const detail = `${statuses[status] ?? statusText(status)}${reasonText(said, secrets)}`;
  if (!isPassing(status)) return { ok: false, detail };
  const retryAfterMs = readRetryAfter(meaning.retryAfter?.toFixed() ?? outcome.header('retry-after'), now);
  return { ok: false, detail, mayPass: true, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

export function notSent({ detail, mayPass }: Failure): Sent {
  return { ok: false, detail, ...(mayPass && { mayPass }) };
}

/** Longer than this nobody is left alone: whoever asks for more is asked again. */
const longestPauseMs = 60 * 60_000;

/** From seconds, or a time of day. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const pauseMs = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(pauseMs) ? undefined : Math.min(Math.max(pauseMs, 0), longestPauseMs);
}

/** The text with every secret taken out, in each form in which a service may repeat one. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const forms = secrets
    .filter((secret): secret is string => secret !== undefined && secret !== '')
    .map(wellFormed)
    .flatMap((secret) => [
      secret,
      encodeURI(secret),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      JSON.stringify(secret).slice(1, -1),
    ]);
  // Longer ones first: one may begin with another.
  return forms.toSorted((a, b) => b.length - a.length).reduce((rest, form) => rest.replaceAll(form, '•••'), text);
}

/** What the service said, as a sentence to follow another. */
export function reasonText(said: string | undefined, secrets: Meaning['secrets'] = []): string {
  if (said === undefined) return '';
  const reason = oneLine(withoutSecrets(said.slice(0, 10_000), secrets), 200);
  return reason === '' ? '' : ` It says: “${reason}”`;
}

const ReplyWithReason = z.object({
  error: z.string().optional(),
  description: z.string().optional(),
  message: z.string().optional(),
});

/** The reason in the body of a refusal, where it is in one of the usual places: a field of JSON, or a bare word. */
export function reasonIn(outcome: Outcome): string | undefined {
  if (outcome.status === undefined) return undefined;
  const { error, description, message } = jsonIn(outcome, ReplyWithReason) ?? {};
  const word = outcome.text.trim();
  return error ?? description ?? message ?? (/^[\w .-]{1,80}$/.test(word) ? word : undefined);
}

/** The body as the schema has it; undefined where it is something else. */
export function jsonIn<Schema extends z.ZodType>(outcome: Outcome, schema: Schema): z.infer<Schema> | undefined {
  if (outcome.status === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(outcome.text)).data;
  } catch {
    return undefined;
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

function statusText(status: number): string {
  if (status >= 300 && status < 400) {
    return `The server sends one elsewhere (${status}), and redirects are not followed. Enter the address that it leads to.`;
  }
  const name = STATUS_CODES[status];
  return `The server did not take it (${status}${name === undefined ? '' : ` ${name}`}).`;
}
