// The least that a receiver of webhooks can be: takes everything, but never answers at `/hangs`.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  if (request.url !== '/hangs') request.on('end', () => response.writeHead(204).end());
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
