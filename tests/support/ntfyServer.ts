// An ntfy server's behaviour, as its source has it (2.16 and later): JSON published to its root becomes headers and a body, with
// the decoding that headers get; limits, errors and their numbers; messages of one sequence replace each other, and go away.
import { z } from 'zod';
import { loopback, reply } from './loopback.ts';

export interface NtfyServer extends AsyncDisposable {
  url: string;
  /** What a phone that follows the topic shows now. */
  shown(topic: string): NtfyMessage[];
  /** How many messages were published, updates included. */
  readonly publishedCount: number;
  /** Refuses from now on, as if it had had too many messages. */
  isBusy: boolean;
}

const Action = z.object({
  action: z.enum(['view', 'http', 'broadcast']),
  label: z.string().min(1),
  url: z.string().min(1),
  method: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  clear: z.boolean().default(false),
});
const Published = z.object({
  topic: z.string(),
  message: z.string().default(''),
  title: z.string().default(''),
  priority: z.int().min(0).max(5).default(0),
  tags: z.array(z.string()).default([]),
  click: z.string().default(''),
  actions: z.array(z.unknown()).default([]),
  sequence_id: z.string().default(''),
});
type NtfyMessage = Omit<z.infer<typeof Published>, 'actions'> & { actions: z.infer<typeof Action>[] };

export interface NtfyServerOptions {
  /** Without it everybody may publish. */
  token?: string;
  /** Servers before 2.16 know no sequences. */
  isOld?: boolean;
}

const mostMessageBytes = 4096;
const name = /^[-_A-Za-z0-9]{1,64}$/;

export async function ntfyServer({ token, isOld = false }: NtfyServerOptions = {}): Promise<NtfyServer> {
  const shown = new Map<string, NtfyMessage>();
  let publishedCount = 0;
  let isBusy = false;
  const server = await loopback((response, { method, url, headers, body }) => {
    const refuse = (code: number, error: string) =>
      reply(response, Math.floor(code / 100), { code, http: Math.floor(code / 100), error });
    if (headers.authorization !== undefined && headers.authorization !== `Bearer ${token}`) {
      return refuse(40101, 'unauthorized');
    }
    const [, topic = '', sequence = ''] = url.split('/');
    const isDelete = method === 'DELETE' && name.test(topic) && name.test(sequence) && !isOld;
    const isPublish = method === 'POST' && url === '/';
    if (!isDelete && !isPublish) return refuse(40401, 'page not found');
    if (isBusy) return refuse(42908, 'limit reached: too many messages');
    if (token !== undefined && headers.authorization === undefined) return refuse(40301, 'forbidden');
    if (isDelete) {
      for (const [id, message] of shown) {
        if (message.topic === topic && message.sequence_id === sequence) shown.delete(id);
      }
      return reply(response, 200, { id: 'deletedddddd', event: 'message_delete', topic, sequence_id: sequence });
    }
    const read = readMessage(body);
    if ('code' in read) return refuse(read.code, read.error);
    publishedCount += 1;
    const message = isOld ? { ...read, sequence_id: '' } : read;
    const id = `message${String(publishedCount).padStart(5, '0')}`;
    shown.set(message.sequence_id === '' ? id : `${message.topic}/${message.sequence_id}`, message);
    reply(response, 200, { id, time: 1, event: 'message', ...message });
  });
  return {
    url: server.url,
    shown: (topic) => [...shown.values()].filter((message) => message.topic === topic),
    get publishedCount() {
      return publishedCount;
    },
    get isBusy() {
      return isBusy;
    },
    set isBusy(value) {
      isBusy = value;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function readMessage(body: string): NtfyMessage | { code: number; error: string } {
  if (Buffer.byteLength(body) > 2 * mostMessageBytes) return { code: 41303, error: 'JSON body too large' };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { code: 40024, error: 'invalid request: request body must be valid JSON' };
  }
  const parsed = Published.safeParse(json);
  if (!parsed.success) return { code: 40024, error: 'invalid request: request body must be valid JSON' };
  const { message, title, actions, click, ...rest } = parsed.data;
  if (!name.test(rest.topic)) return { code: 40009, error: 'invalid request: topic invalid' };
  if (rest.sequence_id !== '' && !name.test(rest.sequence_id)) return { code: 40049, error: 'sequence ID invalid' };
  if (Buffer.byteLength(message) > mostMessageBytes) {
    return { code: 40014, error: 'invalid request: attachments not allowed' };
  }
  const buttons = z
    .array(Action)
    .max(3)
    .safeParse(asJson(decodeHeader(JSON.stringify(actions))));
  if (!buttons.success) return { code: 40018, error: 'invalid request: actions invalid' };
  return {
    ...rest,
    message: message === '' ? 'triggered' : message,
    title: decodeHeader(title).trim(),
    click: decodeHeader(click).trim(),
    actions: buttons.data,
  };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `=?utf-8?q?…?=` and `=?utf-8?b?…?=`, wherever they stand. */
function decodeHeader(text: string): string {
  return text.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
    way.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : word
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
  );
}
