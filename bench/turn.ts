// A turn of fifty approved commands on the real agent: through the gateway as its person runs it, with a client over HTTP
// that approves each, against the bare SDK with a callback that allows at once; in turn. Gateway, client, bare SDK and
// model have a process each. What the least that keeps the promise takes is told beside it.
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CanUseTool } from '@anthropic-ai/claude-agent-sdk';
import type { HttpTransport } from '@beckon/protocol';
import { startBeckon } from '../tests/support/beckon.ts';
import { agentEnvironment, startBareAgent } from './bareAgent.ts';
import { openBareRoad } from './bareRoad.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const prompt = 'Run 50 commands';
const rounds = 5;
/** Programs that have just been started are slow, on either side; nobody meets them so twice. */
const warmUp = 4;

export async function benchTurn(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const model = fork(fileURLToPath(new URL('model.mjs', import.meta.url)));
  const [modelUrl] = (await once(model, 'message')) as [string];
  const env = agentEnvironment(join(folder.path, 'home'), modelUrl);
  await using beckon = await startBeckon({ modelUrl });
  const approver = fork(fileURLToPath(new URL('approver.mjs', import.meta.url)), [beckon.url, beckon.token]);
  await once(approver, 'message');
  await using road = await openBareRoad(join(folder.path, 'road'));
  const samples = { bare: [] as number[], road: [] as number[], gateway: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const bare = await bareTurn(workFolder(join(folder.path, `bare-${round}`)), env, allow);
    const onRoad = await bareTurn(workFolder(join(folder.path, `road-${round}`)), env, road.canUseTool);
    const gateway = await gatewayTurn(workFolder(join(folder.path, `gateway-${round}`)), beckon.transport, approver);
    if (round < warmUp) continue;
    samples.bare.push(bare);
    samples.road.push(onRoad);
    samples.gateway.push(gateway);
  }
  approver.disconnect();
  model.disconnect();
  const [bare, gateway] = [median(samples.bare), median(samples.gateway)];
  // Each against its neighbour, which had the same machine.
  const againstBare = (took: number[]) => took.map((ms, round) => ms / (samples.bare[round] ?? Number.NaN));
  const ratios = againstBare(samples.gateway);
  const least = median(againstBare(samples.road));
  return [
    {
      what: 'a turn of 50 approved commands through the gateway',
      ratio: median(ratios),
      limit: 1.1,
      detail:
        `${gateway.toFixed(0)} ms against ${bare.toFixed(0)} ms on the bare SDK; median of ${rounds} runs in turn, ` +
        `${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; two durable writes and a bare device take ${least.toFixed(2)}×`,
    },
  ];
}

const allow: CanUseTool = () => Promise.resolve({ behavior: 'allow' });

/** From the message to the end of its turn; the agent's start is not counted. */
async function bareTurn(cwd: string, env: Record<string, string>, canUseTool: CanUseTool): Promise<number> {
  const { messages, send } = await startBareAgent({ cwd, env, canUseTool });
  const tookMs = await timed(async () => {
    send(prompt);
    // Not by leaving a loop over them, which would end the agent within the time that counts.
    for (let next = await messages.next(); !next.done && next.value.type !== 'result'; next = await messages.next());
  });
  messages.close();
  return tookMs;
}

async function gatewayTurn(cwd: string, transport: HttpTransport, approver: ChildProcess): Promise<number> {
  const { id } = await transport.createSession({ cwd });
  const tookMs = await timed(async () => {
    await transport.sendMessage(id, { content: prompt });
    await once(approver, 'message');
  });
  await transport.deleteSession(id);
  return tookMs;
}

function workFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
