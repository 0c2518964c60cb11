// Slack's incoming webhooks, and what takes the same: Mattermost, Discord under `/slack`. The address is the secret. What an agent
// wrote stays text in all three, whose markup is not the same.
import { reasonIn, sentBy } from '../outcome.ts';
import { cut, oneLine, plainText } from '../plainText.ts';
import type { Call, Sender } from '../sender.ts';
import type { SenderTools } from './index.ts';

/** Discord takes 2000 characters, Slack and Mattermost twice as many. */
const longestText = 1900;
const longestTitle = 300;

export function slackSender({ outbound, clock }: SenderTools): Sender<'slack'> {
  return {
    async send({ url }, call, signal) {
      const outcome = await outbound.request({
        url,
        policy: 'chosen',
        headers: { 'content-type': 'application/json' },
        // Links in it are not to be fetched for a preview.
        body: JSON.stringify({ text: textOf(call), unfurl_links: false, unfurl_media: false }),
        signal,
      });
      return sentBy(outcome, {
        taken: 'The chat took it.',
        said: reasonIn(outcome),
        secrets: secretsIn(url),
        statuses: refusals,
        now: clock.now(),
      });
    },
  };
}

const refusals = {
  403: 'The chat does not let this webhook write (403).',
  404: 'There is no such webhook (404). It may have been removed: make a new one.',
  410: 'The chat’s channel is archived, or the webhook is gone (410).',
  429: 'The chat has had too many messages (429).',
};

function textOf({ title, body, url }: Call): string {
  const link = url === undefined ? [] : [`<${escaped(url).replaceAll('|', '%7C')}>`];
  const head = asText(oneLine(title, longestTitle)) || 'Beckon';
  const room = longestText - [head, '', ...link].join('\n').length;
  const rest = room < 2 ? '' : cut(plainText(body, longestText).trim(), room, mostLengthAsText);
  return [head, ...(rest === '' ? [] : [asText(rest)]), ...link].join('\n');
}

/** A space of no width takes the meaning from a mention, or from a link whose text says another place than it leads to. */
const space = '\u200b';

function asText(text: string): string {
  return escaped(text)
    .replaceAll(/(?<!\w)@(?=\w)/g, `@${space}`)
    .replaceAll(/\](?=[(:[])/g, `]${space}`);
}

/** What a piece of a text may come to, whatever stands beside it. */
function mostLengthAsText(piece: string): number {
  return escaped(piece).replaceAll(/[@\]]/g, '@@').length;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The address itself, and what makes it hard to guess. */
function secretsIn(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { href, pathname, search } = new URL(url);
  const parts = pathname.split('/').filter((part) => part.length > 7);
  return [url, href, `${pathname}${search}`, pathname, ...parts].filter((part) => part !== '/');
}
