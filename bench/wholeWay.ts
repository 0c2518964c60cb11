// The whole way with the real agent: from the model's last byte to the Approve button in a real browser, and from the press
// on it to the model's next request; each against the bare SDK, whose callback allows at once, call by call in turn.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Turn } from '../packages/demo-model/src/script.ts';
import type { Beckon } from '../tests/support/beckon.ts';
import { startBeckon } from '../tests/support/beckon.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { agentEnvironment, startBareAgent } from './bareAgent.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, wallClock } from './measure.ts';
import { openSessionPage } from './sessionPage.ts';
import type { HeldRequest, SteppedModel } from './steppedModel.ts';
import { startSteppedModel } from './steppedModel.ts';

const rounds = 20;
const warmUp = 4;
/** A person looks before they press, and a card counts a press only after it has stood still for a moment. */
const lookMs = 900;
const pressAgainMs = 2000;

export async function benchWholeWay(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  await using bareModel = await startSteppedModel();
  await using model = await startSteppedModel();
  await using beckon = await startBeckon({ modelUrl: model.url });
  await using browser = await launchBrowser();
  const bare = await bareSide(workFolder(join(folder.path, 'bare')), bareModel);
  const gateway = await gatewaySide(workFolder(join(folder.path, 'gateway')), { model, beckon, browser });

  const samples = { bare: [] as RoundTrip[], gateway: [] as RoundTrip[] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const [first, second] = [await bare.round(callOf(round)), await gateway.round(callOf(round))];
    if (round < warmUp) continue;
    samples.bare.push(first);
    samples.gateway.push(second);
  }
  bare.close();
  const against = (what: string, leg: keyof RoundTrip, limit: number): Ratio => {
    const [ours, theirs] = [samples.gateway, samples.bare].map((trips) => median(trips.map((trip) => trip[leg])));
    const detail = `${ours?.toFixed(1)} ms against ${theirs?.toFixed(1)} ms on the bare SDK, medians of ${rounds}`;
    return { what, ratio: (ours ?? Number.NaN) / (theirs ?? Number.NaN), limit, detail };
  };
  return [
    against('end of the model’s message → Approve in the DOM', 'toPerson', 2.5),
    against('press on Approve → the model’s next request', 'toModel', 1.5),
  ];
}

/** In milliseconds: from the end of the model's message to who decides, and from the decision to the next request. */
interface RoundTrip {
  toPerson: number;
  toModel: number;
}

const callOf = (round: number): Turn => ({
  blocks: [
    { type: 'text', text: 'The next step is a small command, which makes an empty file.' },
    { type: 'tool_use', name: 'Bash', input: { command: `touch round-${round}`, description: 'Take a step' } },
  ],
});

async function bareSide(cwd: string, model: SteppedModel) {
  let askedAt = 0;
  const agent = await startBareAgent({
    cwd,
    env: agentEnvironment(join(cwd, '..', 'home'), model.url),
    canUseTool: () => {
      askedAt = wallClock();
      return Promise.resolve({ behavior: 'allow' });
    },
  });
  void (async () => {
    for await (const _ of agent.messages);
  })().catch(() => undefined);
  agent.send('Go on until you are told to stop.');
  let request = await model.next();
  return {
    async round(turn: Turn): Promise<RoundTrip> {
      const endedAt = await request.reply(turn);
      request = await model.next();
      return { toPerson: askedAt - endedAt, toModel: request.arrivedAt - askedAt };
    },
    close: () => agent.messages.close(),
  };
}

interface Screen {
  model: SteppedModel;
  beckon: Beckon;
  browser: Browser;
}

async function gatewaySide(cwd: string, { model, beckon, browser }: Screen) {
  const { page } = await openSessionPage(beckon, browser, { cwd, prompt: 'Go on until you are told to stop.' });
  await page.evaluate(watchApprovals);
  let request: HeldRequest = await model.next();
  return {
    async round(turn: Turn): Promise<RoundTrip> {
      const appeared = page.evaluate(() => (window as unknown as WatchedWindow).nextApproval());
      const endedAt = await request.reply(turn);
      const appearedAt = await appeared;
      await pointAt(page);
      await sleep(lookMs);
      request = await pressUntil(page, model.next());
      const pressedAt = await page.evaluate(() => (window as unknown as WatchedWindow).pressedAt);
      return { toPerson: appearedAt - endedAt, toModel: request.arrivedAt - pressedAt };
    },
  };
}

/** As a person's pointer is, before they have decided. */
async function pointAt(page: Page): Promise<void> {
  const box = await page.getByRole('button', { name: 'Approve', exact: true }).boundingBox();
  if (!box) throw new Error('there is no button to press');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/** The mouse alone: a locator's click has the page do work of its own, before the press and after it. */
async function pressUntil<T>(page: Page, done: Promise<T>): Promise<T> {
  for (;;) {
    await page.mouse.down();
    await page.mouse.up();
    const isDone = done.then(() => true);
    // A card that was not ready for it has not counted this press.
    if (await Promise.race([isDone, sleep(pressAgainMs, false)])) return done;
  }
}

interface WatchedWindow {
  /** When an Approve button comes into the document that was not there before. */
  nextApproval(): Promise<number>;
  /** When the last click was made. */
  pressedAt: number;
}

/** Runs in the page, and looks at it only when something has changed. */
function watchApprovals(): void {
  const isApproval = (button: Element) => button.textContent === 'Approve' && !(button as HTMLButtonElement).disabled;
  const approvals = () => [...document.querySelectorAll('button')].filter(isApproval);
  const watched: WatchedWindow = {
    nextApproval: () =>
      new Promise((resolve) => {
        const known = new Set(approvals());
        const observer = new MutationObserver(() => {
          if (!approvals().some((button) => !known.has(button))) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
      }),
    pressedAt: Number.NaN,
  };
  Object.assign(window, watched);
  const listen = ({ timeStamp }: MouseEvent) =>
    Object.assign(window, { pressedAt: performance.timeOrigin + timeStamp });
  document.addEventListener('click', listen, { capture: true });
}

function workFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
