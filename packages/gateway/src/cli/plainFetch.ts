// `fetch` for the gateway on this machine, over Node's own HTTP client: loading the built-in one takes longer than most
// commands do.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { Fetch } from '@beckon/protocol';

export const plainFetch: Fetch = async (url, { method = 'GET', headers = {}, body, signal }) => {
  const sent = request(url, { method, headers, ...(signal && { signal }) });
  sent.end(body);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  const status = reply.statusCode ?? 0;
  return {
    ok: status >= 200 && status < 300,
    status,
    json: async (): Promise<unknown> => JSON.parse(await text(reply)),
    blob: async () => new Blob([await buffer(reply)]),
    get body() {
      return Readable.toWeb(reply);
    },
  };
};
