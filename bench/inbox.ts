// Opening an inbox in which 500 asks wait, against one in which 5 do: in a real browser, from the address to the first
// card, in turn. Each has a gateway of its own with scripted agents behind it.
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import type { Browser, Page } from 'playwright-core';
import { openGateway } from '../packages/gateway/src/gateway.ts';
import { serveGateway } from '../packages/gateway/src/serveGateway.ts';
import { approvalDraft } from '../tests/support/asks.ts';
import { desktop, followLink, launchBrowser } from '../tests/support/browser.ts';
import { ScriptedDriver } from '../tests/support/scriptedDriver.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const rounds = 9;
const warmUp = 2;
const asksPerSession = 50;
const token = 'bench-token-bench-token-bench-token-bench';

export async function benchInbox(): Promise<Ratio[]> {
  const browser = await launchBrowser();
  try {
    await using few = await openInbox(browser, 5);
    await using many = await openInbox(browser, 500);
    const samples: { few: number; many: number }[] = [];
    for (let round = 0; round < warmUp + rounds; round++) {
      samples.push({ few: await few.opens(), many: await many.opens() });
    }
    const counted = samples.slice(warmUp);
    const ofFew = median(counted.map((sample) => sample.few));
    const ofMany = median(counted.map((sample) => sample.many));
    return [
      {
        what: 'opening an inbox of 500 asks, against one of 5',
        ratio: median(counted.map((sample) => sample.many / sample.few)),
        limit: 1.5,
        detail: `${ofMany.toFixed(0)} ms against ${ofFew.toFixed(0)} ms to the first card; median of ${rounds} in turn`,
      },
    ];
  } finally {
    await browser.close();
  }
}

interface Inbox extends AsyncDisposable {
  /** How long it takes from its address to its first card. */
  opens(): Promise<number>;
}

async function openInbox(browser: Browser, asks: number): Promise<Inbox> {
  const folder = temporaryFolder();
  const driver = new ScriptedDriver();
  const about = { version: '0', defaultCwd: folder.path };
  const gateway = await openGateway({ drivers: [driver], about, databasePath: join(folder.path, 'beckon.db') });
  const server = await serveGateway(gateway, { token });
  const transport = new HttpTransport({ baseUrl: server.url, token });
  await raiseAsks(driver, transport, { asks, cwd: folder.path });
  const page = await followLink(await browser.newContext({ viewport: desktop }), server.signInUrl());
  return {
    opens: () => openedAnew(page, `${server.url}/inbox`),
    async [Symbol.asyncDispose]() {
      await page.context().close();
      await server.close();
      await gateway.close();
      folder[Symbol.dispose]();
    },
  };
}

async function raiseAsks(
  driver: ScriptedDriver,
  transport: HttpTransport,
  { asks, cwd }: { asks: number; cwd: string },
) {
  let agent = { sessionId: '', raised: asksPerSession };
  for (let index = 0; index < asks; index++) {
    if (agent.raised === asksPerSession) agent = { sessionId: (await transport.createSession({ cwd })).id, raised: 0 };
    const { sessionId } = agent;
    const input = { command: `npm test -- part-${index}`, description: 'Run one part of the tests' };
    void driver
      .agent(sessionId)
      .ask(approvalDraft({ sessionId, toolCallId: `call-${index}`, toolName: 'Bash', input }));
    agent.raised += 1;
  }
}

async function openedAnew(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  return timed(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    // By an attribute: what looks for roles runs in the page, and would be measured with it.
    await page.locator('article[data-ask-state=open]').first().waitFor();
  });
}
