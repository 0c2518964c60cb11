// A program of one's own around a gateway: it serves the page, and sees every ask from within the process.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { openGateway, serveGateway } from '@beckon/gateway';
import { emptyView, openAsks, reduceView } from '@beckon/protocol';
import { echoDriver } from './echoDriver.ts';

/** Runs until the signal aborts. `print` gets the link to open, and then a line for each ask. */
export async function run(print: (line: string) => void, signal: AbortSignal): Promise<void> {
  await using gateway = await openGateway({
    drivers: [echoDriver],
    about: { version: '1.0.0', defaultCwd: homedir() },
  });
  await using server = await serveGateway(gateway, { token: randomBytes(32).toString('base64url') });
  print(server.signInUrl());

  const client = gateway.connect('my program');
  await client.createSession({ cwd: homedir(), prompt: 'Hello!' });
  let view = emptyView;
  const told = new Set<string>();
  for await (const event of client.events({ signal })) {
    view = reduceView(view, event);
    for (const { id, sessionId, toolName } of openAsks(view)) {
      if (!told.has(id)) print(`${view.sessions[sessionId]?.title}: ${toolName} waits for you`);
      told.add(id);
    }
  }
}
