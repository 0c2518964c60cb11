// What hooks cost: the hook command in a terminal with no gateway, against `/bin/true`, the gateway's own work for an event
// that needs nothing, and the way of an ask to a client.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hooksFor } from '../packages/gateway/src/drivers/terminal/hooks/hookCommand.ts';
import { HookEndpoints, sharedEndpoint } from '../packages/gateway/src/drivers/terminal/hooks/hookEndpoints.ts';
import { checkedHookScript } from '../packages/gateway/src/drivers/terminal/hooks/hookScript.ts';
import { createHookServer } from '../packages/gateway/src/drivers/terminal/hooks/hookServer.ts';
import { ToolCallCorrelation } from '../packages/gateway/src/drivers/terminal/hooks/correlate.ts';
import { hooksToClient } from './hooksToClient.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const rounds = 11;
const runsPerRound = 50;
const events = 1000;

export async function benchHooks(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  using endpoints = new HookEndpoints(folder.path);
  return [await commandWithoutGateway(folder.path), await workInGateway(endpoints, folder.path), await hooksToClient()];
}

/** As Claude Code runs it: through a shell. */
async function commandWithoutGateway(folder: string): Promise<Ratio> {
  const program = { scriptPath: checkedHookScript(), endpointPath: sharedEndpoint(folder) };
  const hook = hooksFor(program, { hasLaterEvents: false }).find(({ event }) => event === 'PreToolUse');
  if (!hook) throw new Error('there is no hook for PreToolUse');
  const samples = { nothing: [] as number[], hook: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    samples.nothing.push(await shellLoop(['/bin/true']));
    samples.hook.push(await shellLoop(['/bin/sh', '-c', hook.command]));
  }
  const [nothing, ours] = [median(samples.nothing), median(samples.hook)];
  return {
    what: 'hook command with no gateway, beyond /bin/true',
    ratio: ours - nothing,
    unit: ' ms',
    limit: 10,
    detail: `${ours.toFixed(2)} ms against ${nothing.toFixed(2)} ms, medians of ${rounds} loops of ${runsPerRound}`,
  };
}

/** Milliseconds for one run. */
async function shellLoop(command: string[]): Promise<number> {
  const loop = `i=0; while [ $i -lt ${runsPerRound} ]; do "$@" </dev/null; i=$((i+1)); done`;
  return (await timed(() => spawnSync('/bin/sh', ['-c', loop, 'sh', ...command]))) / runsPerRound;
}

async function workInGateway(endpoints: HookEndpoints, stateDir: string): Promise<Ratio> {
  endpoints.announce(4517);
  const secret = readFileSync(join(stateDir, 'hook-endpoint'), 'utf8').split(' ')[2] ?? '';
  const calls = new ToolCallCorrelation();
  const handle = createHookServer({
    endpoints,
    now: () => Date.now(),
    onArrival: () => undefined,
    onTrouble: (error) => {
      throw error;
    },
    listener: {
      onHook(payload) {
        calls.observe(payload);
        return Promise.resolve(undefined);
      },
    },
  });
  // The processor's time, of all threads: on a busy machine the clock counts the work of others too.
  const samples = { work: [] as number[], clock: [] as number[] };
  for (let round = 0; round < events; round++) {
    const request = preToolUse(`toolu_${round}`, secret);
    const before = process.cpuUsage();
    const elapsed = await timed(async () => {
      const response = await handle(request);
      if (response.status !== 200) throw new Error(await response.text());
    });
    const { user, system } = process.cpuUsage(before);
    samples.work.push((user + system) / 1000);
    samples.clock.push(elapsed);
  }
  const [work, clock] = [samples.work, samples.clock].map((values) => ({
    middle: median(values).toFixed(2),
    most: values.toSorted((one, other) => one - other)[Math.floor(events * 0.99)] ?? Number.NaN,
  }));
  return {
    what: 'PreToolUse with 20 kB of input, work in the gateway (99th percentile)',
    ratio: work?.most ?? Number.NaN,
    unit: ' ms',
    limit: 5,
    detail: `median ${work?.middle} ms of ${events}; by the clock ${clock?.middle} ms, 99th percentile ${clock?.most.toFixed(2)} ms`,
  };
}

function preToolUse(toolCallId: string, secret: string): Request {
  const body = JSON.stringify({
    session_id: '51f6e018-c080-40ad-87d2-772796127a2c',
    transcript_path: '/home/ada/.claude/projects/-w/51f6e018-c080-40ad-87d2-772796127a2c.jsonl',
    cwd: '/w',
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: '/w/a.txt', content: 'a line of it\n'.repeat(1600) },
    tool_use_id: toolCallId,
  });
  const headers = {
    host: '127.0.0.1:4517',
    authorization: `Bearer ${secret}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  return new Request('http://127.0.0.1:4517/hooks/PreToolUse', { method: 'POST', headers, body });
}
