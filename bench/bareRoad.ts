// The least that the promise costs: an ask on disk before it is shown, shown to a device in another process, its answer on
// disk before the agent goes on. No gateway, no ledger, no conversation: plain HTTP and two small durable writes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CanUseTool } from '@anthropic-ai/claude-agent-sdk';

export interface BareRoad extends AsyncDisposable {
  canUseTool: CanUseTool;
}

export async function openBareRoad(path: string): Promise<BareRoad> {
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4096, 1);
  const write = () => {
    writeSync(file, page);
    fdatasyncSync(file);
  };
  let stream: ServerResponse | undefined;
  let answered: () => void = () => undefined;
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200);
      response.flushHeaders();
      return;
    }
    request.resume().on('end', () => {
      write();
      answered();
      response.end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const device = fork(fileURLToPath(new URL('bareApprover.mjs', import.meta.url)), [url]);
  await once(device, 'message');
  return {
    canUseTool: () =>
      new Promise((resolve) => {
        answered = () => resolve({ behavior: 'allow' });
        write();
        stream?.write('{"type":"approval_required"}\n');
      }),
    async [Symbol.asyncDispose]() {
      device.disconnect();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      closeSync(file);
    },
  };
}
