// A turn of fifty approved commands on the real agent: through the gateway, with a client over HTTP, in a process of its
// own, that approves each, against the bare SDK with a callback that allows at once.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { startDemoModel } from '@beckon/demo-model';
import { HttpTransport } from '@beckon/protocol';
import { createSdkDriver } from '../packages/gateway/src/drivers/sdk/sdkDriver.ts';
import type { Ratio } from './measure.ts';
import { median, serveGateway, temporaryFolder, timed } from './measure.ts';

const prompt = 'Run 50 commands';
const rounds = 7;

export async function benchTurn(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using model = await startDemoModel();
  const samples = { bare: [] as number[], gateway: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const place = join(folder.path, String(round));
    const env = environment(join(place, 'home'), model.url);
    samples.bare.push(await bareTurn(workFolder(join(place, 'bare')), env));
    samples.gateway.push(await gatewayTurn(workFolder(join(place, 'gateway')), env));
  }
  const [bare, gateway] = [median(samples.bare), median(samples.gateway)];
  return [
    {
      what: 'a turn of 50 approved commands through the gateway',
      ratio: gateway / bare,
      limit: 1.1,
      detail: `${gateway.toFixed(0)} ms against ${bare.toFixed(0)} ms on the bare SDK, medians of ${rounds}`,
    },
  ];
}

/** From the message to the end of its turn; the agent's start is not counted. */
async function bareTurn(cwd: string, env: Record<string, string>): Promise<number> {
  let send: () => void = () => undefined;
  const wanted = new Promise<void>((resolve) => (send = resolve));
  const messages = async function* () {
    await wanted;
    yield { type: 'user' as const, parent_tool_use_id: null, message: { role: 'user' as const, content: prompt } };
  };
  const running = query({
    prompt: messages(),
    options: {
      cwd,
      env,
      permissionMode: 'default',
      // As the driver runs it, so that only the gateway makes the difference.
      settingSources: ['user', 'project', 'local'],
      systemPrompt: { type: 'preset', preset: 'claude_code' },
      includePartialMessages: true,
      forwardSubagentText: true,
      canUseTool: () => Promise.resolve({ behavior: 'allow' }),
    },
  });
  await running.initializationResult();
  return timed(async () => {
    send();
    for await (const message of running) if (message.type === 'result') break;
  });
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

function environment(home: string, modelUrl: string): Record<string, string> {
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-made-up',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}

function workFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
