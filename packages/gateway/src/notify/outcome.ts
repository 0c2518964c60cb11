// What a service's reply comes to, for the person whose channel it is: taken or not, why, and whether trying again may help.
import { STATUS_CODES } from 'node:http';
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
  /** Now, for a time of day at which to come back. */
  now: number;
}

export function sentBy(outcome: Outcome, { taken, said, secrets = [], statuses = {}, now }: Meaning): Sent {
  if (outcome.status === undefined) {
    const { detail, mayPass } = outcome;
    return { ok: false, detail, ...(mayPass && { mayPass }) };
  }
  const { status } = outcome;
  if (status >= 200 && status < 300) return { ok: true, detail: taken };
  const detail = `${statuses[status] ?? statusText(status)}${reasonText(said, secrets)}`;
  if (!isPassing(status)) return { ok: false, detail };
  const retryAfterMs = readRetryAfter(outcome.header('retry-after'), now);
  return { ok: false, detail, mayPass: true, ...(retryAfterMs !== undefined && { retryAfterMs }) };
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

function reasonText(said: string | undefined, secrets: Meaning['secrets'] = []): string {
  if (said === undefined) return '';
  const reason = oneLine(withoutSecrets(said.slice(0, 10_000), secrets), 200);
  return reason === '' ? '' : ` It says: “${reason}”`;
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
