// The least that a device can be: reads a line for each ask, and posts its answer.
import { Agent, get, request } from 'node:http';

const url = process.argv[2];
const agent = new Agent({ keepAlive: true });
process.on('disconnect', () => process.exit());
get(url, (stream) => {
  process.send('connected');
  stream.on('data', () => {
    request(url, { method: 'POST', agent }, (response) => response.resume()).end('{"type":"approve"}');
  });
});
