// Two thousand deltas at once: from the model's first byte to the last word in a real browser, against a bare client of the
// same API, which parses them and does nothing else; in turn. What the bare SDK takes is told beside it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Turn } from '../packages/demo-model/src/script.ts';
import type { Beckon } from '../tests/support/beckon.ts';
import { startBeckon } from '../tests/support/beckon.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { agentEnvironment, startBareAgent } from './bareAgent.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, wallClock } from './measure.ts';
import { openSessionPage } from './sessionPage.ts';
import type { SteppedModel } from './steppedModel.ts';
import { startSteppedModel } from './steppedModel.ts';

const rounds = 9;
const warmUp = 2;
const deltas = 2000;
const chunkChars = 8;

export async function benchBurst(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using bareModel = await startSteppedModel();
  await using model = await startSteppedModel();
  await using beckon = await startBeckon({ modelUrl: model.url });
  await using browser = await launchBrowser();
  const samples = { bare: [] as number[], sdk: [] as number[], gateway: [] as number[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const cwd = join(folder.path, String(round));
    mkdirSync(cwd);
    const bare = await bareRound(bareModel, burst(round));
    const sdk = await sdkRound(cwd, bareModel, burst(round));
    const gateway = await gatewayRound(cwd, { model, beckon, browser }, round);
    if (round < warmUp) continue;
    samples.bare.push(bare);
    samples.sdk.push(sdk);
    samples.gateway.push(gateway);
  }
  const [bare, sdk, gateway] = [median(samples.bare), median(samples.sdk), median(samples.gateway)];
  return [
    {
      what: 'a burst of 2,000 deltas → last word in the DOM',
      ratio: gateway / bare,
      limit: 10,
      detail: `${gateway.toFixed(0)} ms against ${bare.toFixed(0)} ms to read them bare (the SDK alone ${sdk.toFixed(0)} ms), medians of ${rounds}`,
    },
  ];
}

const lastWord = (round: number) => `the-end-${round}`;

/** Paragraphs as an agent writes them, cut into exactly so many deltas. */
function burst(round: number): Turn {
  const paragraph = `${'It **changes** nothing but `one file`, which says so. '.repeat(8)}\n\n`;
  const length = deltas * chunkChars;
  const end = ` ${lastWord(round)}`;
  const text = paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length - end.length) + end;
  return { blocks: [{ type: 'text', text }], pace: { chunkChars, delayMs: 0 } };
}

async function bareRound(model: SteppedModel, turn: Turn): Promise<number> {
  const body = JSON.stringify({ model: 'none', tools: [{}], stream: true });
  const asked = fetch(`${model.url}/v1/messages?bare`, { method: 'POST', body });
  const request = await model.next();
  const startedAt = wallClock();
  void request.reply(turn);
  const { body: stream } = await asked;
  if (!stream) throw new Error('the model sent no stream');
  let [count, rest] = [0, ''];
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const { type } = JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as { type: string };
      if (type === 'content_block_delta') count += 1;
    }
  }
  if (count !== deltas) throw new Error(`${count} deltas came`);
  return wallClock() - startedAt;
}

async function sdkRound(cwd: string, model: SteppedModel, turn: Turn): Promise<number> {
  const env = agentEnvironment(join(cwd, 'home'), model.url);
  const agent = await startBareAgent({ cwd, env, canUseTool: () => Promise.resolve({ behavior: 'allow' }) });
  agent.send('Write a lot.');
  const request = await model.next();
  const startedAt = wallClock();
  void request.reply(turn);
  let count = 0;
  for await (const message of agent.messages) {
    if (message.type !== 'stream_event' || message.event.type !== 'content_block_delta') continue;
    count += 1;
    if (count === deltas) break;
  }
  const tookMs = wallClock() - startedAt;
  agent.messages.close();
  return tookMs;
}

interface Screen {
  model: SteppedModel;
  beckon: Beckon;
  browser: Browser;
}

async function gatewayRound(cwd: string, { model, beckon, browser }: Screen, round: number): Promise<number> {
  await using opened = await openSessionPage(beckon, browser, { cwd, prompt: 'Write a lot.' });
  const request = await model.next();
  const shown = opened.page.evaluate(
    (word) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('main')?.textContent?.includes(word)) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
      }),
    lastWord(round),
  );
  const startedAt = wallClock();
  void request.reply(burst(round));
  const tookMs = (await shown) - startedAt;
  await beckon.transport.deleteSession(opened.sessionId);
  return tookMs;
}
