// A turn of fifty approved commands on the real agent: through a gateway that runs already, with a client over HTTP, in a
// process of its own, that approves each, against the bare SDK with a callback that allows at once; in turn.
import type { ChildProcess } from 'node:child_process';
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
/** Programs that have just been started are slow, on either side; nobody meets them so twice. */
const warmUp = 1;

export async function benchTurn(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using model = await startDemoModel();
  const env = agentEnvironment(join(folder.path, 'home'), model.url);
  await using served = await serveGateway(join(folder.path, 'state'), createSdkDriver({ env }));
  const approver = fork(fileURLToPath(new URL('approver.mjs', import.meta.url)), [served.url, served.token]);
  await once(approver, 'message');
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  const samples = { bare: [] as number[], gateway: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const bare = await bareTurn(workFolder(join(folder.path, `bare-${round}`)), env);
    const gateway = await gatewayTurn(workFolder(join(folder.path, `gateway-${round}`)), transport, approver);
    if (round < warmUp) continue;
    samples.bare.push(bare);
    samples.gateway.push(gateway);
  }
  approver.disconnect();
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
