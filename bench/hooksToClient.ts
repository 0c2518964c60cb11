// How long it takes from the report of a PermissionRequest hook to the ask at a client over HTTP, against the bare limit: the
// whole gateway with its database, and a session that it has joined.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedEvent } from '@beckon/protocol';
import { HttpTransport } from '@beckon/protocol';
import { TerminalDriver } from '../packages/gateway/src/drivers/terminal/terminalDriver.ts';
import { projectsFolder } from '../packages/gateway/src/drivers/claudeFolder.ts';
import { transcriptPath } from '../packages/gateway/src/drivers/transcriptPath.ts';
import { openGateway } from '../packages/gateway/src/gateway.ts';
import { serveOnLoopback, token } from '../tests/support/serveOnLoopback.ts';
import type { Ratio } from './measure.ts';
import { bareLimit, median, temporaryFolder, timed } from './measure.ts';

const rounds = 300;
const warmUp = 30;
const sessionId = '51f6e018-c080-40ad-87d2-772796127a2c';

export async function hooksToClient(): Promise<Ratio> {
  using folder = temporaryFolder();
  await using served = await serveTerminals(folder.path);
  await using limit = await bareLimit();
  const { transport, report } = served;
  await report('SessionStart', { source: 'startup' });
  using asks = askArrivals(transport);

  const samples = { limit: [] as number[], hook: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const toolCallId = `toolu_${round}`;
    const call = { tool_name: 'Bash', tool_input: { command: `npm test ${round}`, description: 'Run the tests' } };
    await report('PreToolUse', { ...call, tool_use_id: toolCallId });
    const bare = await limit.sample();
    let reply = Promise.resolve<unknown>(undefined);
    const hook = await timed(() => {
      const arrived = asks.next(toolCallId);
      reply = report('PermissionRequest', call);
      return arrived;
    });
    await transport.denyTool(sessionId, { toolCallId });
    await reply;
    if (round < warmUp) continue;
    samples.limit.push(bare);
    samples.hook.push(hook);
  }
  const [bare, hook] = [median(samples.limit), median(samples.hook)];
  return {
    what: 'hook reported → event at an HTTP client',
    ratio: hook / bare,
    limit: 3,
    detail: `${hook.toFixed(2)} ms against ${bare.toFixed(2)} ms, medians of ${rounds}`,
  };
}

async function serveTerminals(home: string) {
  const stateDir = join(home, 'state');
  mkdirSync(stateDir, { mode: 0o700 });
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  const driver = new TerminalDriver({
    stateDir,
    env,
    onTrouble: (error) => {
      throw error;
    },
  });
  const about = { version: '0', defaultCwd: home };
  const gateway = await openGateway({ drivers: [driver], about, databasePath: join(stateDir, 'beckon.db') });
  const server = await serveOnLoopback(gateway, { webRoot: home });
  const secret = readFileSync(join(stateDir, 'hook-endpoint'), 'utf8').split(' ')[2] ?? '';
  const transcript_path = transcriptPath(projectsFolder(env), { cwd: home, sessionId });
  return {
    transport: new HttpTransport({ baseUrl: server.url, token }),
    /** As the hook command does, without the time that a shell takes to start. */
    async report(event: string, fields: object): Promise<void> {
      const response = await fetch(`${server.url}/hooks/${event}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ session_id: sessionId, transcript_path, cwd: home, hook_event_name: event, ...fields }),
      });
      if (!response.ok) throw new Error(await response.text());
      await response.text();
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await gateway.close();
    },
  };
}

/** A client on the stream that waits for the ask about one tool call. */
function askArrivals(transport: HttpTransport) {
  const controller = new AbortController();
  let wanted: { toolCallId: string; resolve: () => void } | undefined;
  const isWanted = (event: ReceivedEvent) =>
    event.type === 'approval_required' && event.data.ask.toolCallId === wanted?.toolCallId;
  const reading = (async () => {
    for await (const event of transport.events({ signal: controller.signal })) if (isWanted(event)) wanted?.resolve();
  })();
  return {
    next: (toolCallId: string) => new Promise<void>((resolve) => (wanted = { toolCallId, resolve })),
    [Symbol.dispose]() {
      controller.abort();
      void reading.catch(() => undefined);
    },
  };
}
