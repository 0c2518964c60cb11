// An incoming webhook of Slack: it answers in bare words, and reads `<…>` in a text as a link or a mention of somebody.
import { z } from 'zod';
import { loopback } from './loopback.ts';

export interface SlackWebhook extends AsyncDisposable {
  url: string;
  posts: SlackPost[];
  /** What the next post is refused with, once. */
  refuseNext(status: number, word: string, headers?: Record<string, string>): void;
}

interface SlackPost {
  /** As people read it. */
  text: string;
  /** What becomes a link or a mention. */
  active: string[];
  unfurls: boolean;
}

const Payload = z.object({ text: z.string().min(1), unfurl_links: z.boolean().default(true) });

export async function slackWebhook(): Promise<SlackWebhook> {
  const path = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX';
  const posts: SlackPost[] = [];
  let next: { status: number; word: string; headers: Record<string, string> } | undefined;
  const server = await loopback((response, { url, body }) => {
    const answer = (status: number, word: string, headers = {}) => response.writeHead(status, headers).end(word);
    if (next) {
      answer(next.status, next.word, next.headers);
      next = undefined;
      return;
    }
    if (url !== path) return void answer(404, 'no_service');
    const payload = Payload.safeParse(JSON.parse(body));
    if (!payload.success) return void answer(400, 'invalid_payload');
    const { text, unfurl_links: unfurls } = payload.data;
    const active = [...text.matchAll(/<([^>]*)>/g)].map(([, inside = '']) => unescaped(inside));
    posts.push({ text: unescaped(text), active, unfurls });
    answer(200, 'ok');
  });
  return {
    url: `${server.url}${path}`,
    posts,
    refuseNext: (status, word, headers = {}) => {
      next = { status, word, headers };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
