// Telegram's Bot API as far as a bot that writes and deletes meets it: the token in the path, its limits, and its own words when
// it refuses.
import { z } from 'zod';
import { loopback, reply } from './loopback.ts';

export interface TelegramApi extends AsyncDisposable {
  url: string;
  /** What stands in the chat, oldest first. */
  readonly messages: TelegramMessage[];
  /** What the next request is refused with, once. */
  refuseNext(status: number, description: string, retryAfter?: number): void;
}

const Entity = z.object({ type: z.string(), offset: z.int().nonnegative(), length: z.int().positive() });
const Message = z.object({
  chat_id: z.string(),
  text: z.string(),
  parse_mode: z.string().optional(),
  entities: z.array(Entity).default([]),
  link_preview_options: z.object({ is_disabled: z.boolean() }).optional(),
  reply_markup: z
    .object({ inline_keyboard: z.array(z.array(z.object({ text: z.string(), url: z.string() }))) })
    .optional(),
});
type TelegramMessage = z.infer<typeof Message> & { id: number };

export async function telegramApi({ token, chat }: { token: string; chat: string }): Promise<TelegramApi> {
  const messages: TelegramMessage[] = [];
  let lastId = 100;
  let next: { status: number; description: string; retryAfter: number | undefined } | undefined;
  const server = await loopback((response, { url, body }) => {
    const refuse = (status: number, description: string, retryAfter?: number) =>
      reply(response, status, {
        ok: false,
        error_code: status,
        description,
        ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
      });
    const [, given, method] = /^\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    if (given === undefined) return refuse(404, 'Not Found');
    if (given !== token) return refuse(401, 'Unauthorized');
    if (next) {
      const { status, description, retryAfter } = next;
      next = undefined;
      return refuse(status, description, retryAfter);
    }
    if (method === 'deleteMessage') {
      const { message_id: id } = z.object({ message_id: z.int() }).parse(JSON.parse(body));
      const index = messages.findIndex((message) => message.id === id);
      if (index < 0) return refuse(400, 'Bad Request: message to delete not found');
      messages.splice(index, 1);
      return reply(response, 200, { ok: true, result: true });
    }
    if (method !== 'sendMessage') return refuse(404, 'Not Found: method not found');
    const message = Message.parse(JSON.parse(body));
    const complaint = complaintOf(message, chat);
    if (complaint !== undefined) return refuse(400, `Bad Request: ${complaint}`);
    lastId += 1;
    messages.push({ ...message, id: lastId });
    reply(response, 200, { ok: true, result: { message_id: lastId, date: 1, chat: { id: 1 }, text: message.text } });
  });
  return {
    url: server.url,
    messages,
    refuseNext: (status, description, retryAfter) => {
      next = { status, description, retryAfter };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function complaintOf(message: z.infer<typeof Message>, chat: string): string | undefined {
  if (message.chat_id !== chat) return 'chat not found';
  if (message.text.trim() === '') return 'message text is empty';
  if (message.text.length > 4096) return 'message is too long';
  if (message.entities.some(({ offset, length }) => offset + length > message.text.length)) {
    return 'entity beginning or end is out of the text';
  }
  const urls = (message.reply_markup?.inline_keyboard ?? []).flat().map(({ url }) => url);
  const wrong = urls.find((url) => !/^https?:\/\/[^/]*\./.test(url));
  return wrong === undefined ? undefined : `inline keyboard button URL '${wrong}' is invalid: Wrong HTTP URL`;
}
