// A turn of fifty approved commands on the real agent: through the gateway, with a client over HTTP, in a process of its
// own, that approves each, against the bare SDK with a callback that allows at once.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDemoModel } from '@beckon/demo-model';
import { HttpTransport } from '@beckon/protocol';
import { createSdkDriver } from '../packages/gateway/src/drivers/sdk/sdkDriver.ts';
import { agentEnvironment, startBareAgent } from './bareAgent.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder, timed } from './measure.ts';

const prompt = 'Run 50 commands';
const rounds = 5;

export async function benchTurn(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using model = await startDemoModel();
  const samples = { bare: [] as number[], gateway: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const place = join(folder.path, String(round));
    const env = agentEnvironment(join(place, 'home'), model.url);
    samples.bare.push(await bareTurn(workFolder(join(place, 'bare')), env));
    samples.gateway.push(await gatewayTurn(workFolder(join(place, 'gateway')), env));
  }
  const [bare, gateway] = [median(samples.bare), median(samples.gateway)];
  // Each against its neighbour, which had the same machine.
  const ratios = samples.gateway.map((ours, round) => ours / (samples.bare[round] ?? Number.NaN));
  return [
    {
      what: 'a turn of 50 approved commands through the gateway',
      ratio: median(ratios),
      limit: 1.1,
      detail: `${gateway.toFixed(0)} ms against ${bare.toFixed(0)} ms on the bare SDK; median of ${rounds} runs in turn, ${ratios
        .map((ratio) => ratio.toFixed(2))
        .join(', ')}`,
    },
  ];
}

/** From the message to the end of its turn; the agent's start is not counted. */
async function bareTurn(cwd: string, env: Record<string, string>): Promise<number> {
  const { messages, send } = await startBareAgent({
    cwd,
    env,
    canUseTool: () => Promise.resolve({ behavior: 'allow' }),
  });
  const tookMs = await timed(async () => {
    send(prompt);
    for await (const message of messages) if (message.type === 'result') break;
  });
  messages.close();
  return tookMs;
}

async function gatewayTurn(cwd: string, env: Record<string, string>): Promise<number> {
  await using served = await serveGateway(join(cwd, '..', 'state'), createSdkDriver({ env }));
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  const { id } = await transport.createSession({ cwd });
  const approver = fork(fileURLToPath(new URL('approver.mjs', import.meta.url)), [served.url, served.token, id]);
  await once(approver, 'message');
  return await timed(async () => {
    await transport.sendMessage(id, { content: prompt });
    await once(approver, 'disconnect');
  });
}

function workFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
