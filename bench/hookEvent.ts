// How long a permission request takes from the hook to a client over HTTP, against the bare limit.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import { TerminalDriver } from '../packages/gateway/src/drivers/terminal/terminalDriver.ts';
import { listen } from './ask.ts';
import type { Ratio } from './measure.ts';
import { bareLimit, median, serveGateway, temporaryFolder, timed } from './measure.ts';

const rounds = 200;
const warmUp = 30;

export async function benchHookEvent(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const sessionId = randomUUID();
  const transcript = join(folder.path, '.claude/projects/-w', `${sessionId}.jsonl`);
  mkdirSync(join(transcript, '..'), { recursive: true });
  writeFileSync(transcript, '');
  const driver = new TerminalDriver({
    stateDir: folder.path,
    env: { HOME: folder.path, PATH: process.env['PATH'] ?? '' },
    now: () => Date.now(),
    onTrouble: (error) => {
      throw error;
    },
  });
  await using served = await serveGateway(folder.path, driver, driver.receiveHook);
  driver.announce(Number(new URL(served.url).port));
  const secret = readFileSync(join(folder.path, 'hook-endpoint'), 'utf8').split(' ')[2] ?? '';
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  await using limit = await bareLimit();
  using stream = listen(transport);

  const post = (event: string, fields: object) =>
    fetch(`${served.url}/hooks/${event}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        hook_event_name: event,
        session_id: sessionId,
        transcript_path: transcript,
        cwd: folder.path,
        tool_name: 'Bash',
        ...fields,
      }),
    });

  const samples = { limit: [] as number[], event: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const toolCallId = `toolu_${round}`;
    const tool_input = { command: `npm test -- ${round}` };
    const bare = await limit.sample();
    await post('PreToolUse', { tool_input, tool_use_id: toolCallId });
    let reply: Promise<unknown> = Promise.resolve();
    const elapsed = await timed(() => {
      reply = post('PermissionRequest', { tool_input });
      return stream.next('approval_required', toolCallId);
    });
    await transport.approveTool(sessionId, { toolCallId });
    await reply;
    if (round < warmUp) continue;
    samples.limit.push(bare);
    samples.event.push(elapsed);
  }
  const [bare, event] = [median(samples.limit), median(samples.event)];
  return [
    {
      what: 'permission request at the hook → event at an HTTP client',
      ratio: event / bare,
      limit: 3,
      detail: `${event.toFixed(2)} ms against ${bare.toFixed(2)} ms, medians of ${rounds}`,
    },
  ];
}
