// Many clients on event streams, in a process of their own as browsers are: groups of sockets that read as fast as they
// can and note when each of a group has seen the text that is waited for, and sockets that never read.
import { connect } from 'node:net';

/** Longer than any text that is waited for, so that one that a chunk border cuts in two is found. */
const overlap = 100;
/** @type {Map<string, Set<{ recent: string }>>} */
const groups = new Map();
/** @type {{ group: string, text: string, missing: Set<{ recent: string }> } | undefined} */
let wanted;

process.on('message', ({ type, ...order }) => (type === 'open' ? open(order) : wait(order)));

function open({ group, count, url, token, reads }) {
  const clients = new Set();
  if (reads) groups.set(group, clients);
  let opened = 0;
  for (let index = 0; index < count; index++) {
    const { hostname, port } = new URL(url);
    const client = { recent: '' };
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    socket.once('data', () => {
      clients.add(client);
      if (!reads) socket.pause();
      if (++opened === count) process.send({ type: 'opened' });
    });
    if (reads) socket.on('data', (chunk) => hear(client, chunk.toString('latin1')));
    socket.on('error', () => undefined);
  }
}

function wait({ group, text }) {
  wanted = { group, text, missing: new Set(groups.get(group)) };
  process.send({ type: 'waiting' });
}

function hear(client, chunk) {
  if (!wanted?.missing.has(client)) return;
  const text = client.recent + chunk;
  client.recent = text.slice(-overlap);
  if (!text.includes(wanted.text)) return;
  wanted.missing.delete(client);
  if (wanted.missing.size > 0) return;
  wanted = undefined;
  process.send({ type: 'heard', at: Number(process.hrtime.bigint()) / 1e6 });
}

process.on('disconnect', () => process.exit());
