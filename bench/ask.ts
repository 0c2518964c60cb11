// How long an ask takes from the driver to a client over HTTP, and an answer back, against the bare limit.
import type { ReceivedEvent } from '@beckon/protocol';
import { HttpTransport } from '@beckon/protocol';
import type { AgentHost } from '../packages/gateway/src/drivers/driver.ts';
import { idleDriver } from './idleDriver.ts';
import type { Ratio } from './measure.ts';
import { bareLimit, median, serveGateway, temporaryFolder, timed } from './measure.ts';

const rounds = 300;
const warmUp = 30;

export async function benchAsk(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const { driver, hosts } = idleDriver();
  await using served = await serveGateway(folder.path, driver);
  await using limit = await bareLimit();
  const transport = new HttpTransport({ baseUrl: served.url, token: served.token });
  using road = await openRoad({ transport, hosts, cwd: folder.path });

  const samples = { limit: [] as number[], raise: [] as number[], answer: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const bare = await limit.sample();
    const { raise, answer } = await road.round(round);
    if (round < warmUp) continue;
    samples.limit.push(bare);
    samples.raise.push(raise);
    samples.answer.push(answer);
  }
  const bare = median(samples.limit);
  const against = (what: string, values: number[], aim: number): Ratio => ({
    what,
    ratio: median(values) / bare,
    limit: aim,
    detail: `${median(values).toFixed(2)} ms against ${bare.toFixed(2)} ms, medians of ${rounds}`,
  });
  return [
    against('ask raised → event at an HTTP client', samples.raise, 3),
    against('answer posted → agent goes on', samples.answer, 2),
  ];
}

export interface RoadOptions {
  transport: HttpTransport;
  /** Of the driver behind it, which the session's agent is added to. */
  hosts: AgentHost[];
  cwd: string;
}

/** A session whose agent asks, over and over, a client that listens and answers. */
export async function openRoad({ transport, hosts, cwd }: RoadOptions) {
  const { id } = await transport.createSession({ cwd });
  const [host] = hosts;
  if (!host) throw new Error('the session has no agent');
  const stream = listen(transport);
  return {
    /** In milliseconds: until the client has heard of the ask, and until the agent has its answer. */
    async round(number: number, whileOpen?: () => Promise<unknown>): Promise<{ raise: number; answer: number }> {
      const toolCallId = `toolu_${number}`;
      let outcome = Promise.resolve<unknown>(undefined);
      const raise = await timed(() => {
        outcome = host.ask(bashAsk(toolCallId), new AbortController().signal);
        return stream.next('approval_required', toolCallId);
      });
      await whileOpen?.();
      const answer = await timed(async () => {
        const reply = transport.approveTool(id, { toolCallId });
        await outcome;
        // The reply itself is not waited for: the agent goes on before it.
        void reply;
      });
      await stream.next('ask_changed', toolCallId);
      return { raise, answer };
    },
    [Symbol.dispose]: () => stream[Symbol.dispose](),
  };
}

function bashAsk(toolCallId: string): Parameters<AgentHost['ask']>[0] {
  const input = { command: 'npm test', description: 'Run the tests' };
  return { kind: 'approval', toolCallId, toolName: 'Bash', input, suggestions: [], defaultToNo: false };
}

/** A client on the stream that can wait for the event of one tool call. */
function listen(transport: HttpTransport) {
  const controller = new AbortController();
  let wanted: { matches: (event: ReceivedEvent) => boolean; resolve: () => void } | undefined;
  const arrived: ReceivedEvent[] = [];
  const reading = (async () => {
    for await (const event of transport.events({ signal: controller.signal })) {
      arrived.push(event);
      if (wanted?.matches(event)) wanted.resolve();
    }
  })();
  return {
    next: (type: 'approval_required' | 'ask_changed', toolCallId: string) =>
      new Promise<void>((resolve) => {
        const matches = (event: ReceivedEvent) => event.type === type && event.data.ask.toolCallId === toolCallId;
        if (arrived.some(matches)) resolve();
        wanted = { matches, resolve };
        arrived.length = 0;
      }),
    [Symbol.dispose]() {
      controller.abort();
      void reading.catch(() => undefined);
    },
  };
}
