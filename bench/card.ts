// What a person's browser goes through with cards of great size: the longest time for which it could not react, from the
// ask until its answer was pressed. In a real browser, with the whole gateway and scripted agents behind it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpTransport } from '@beckon/protocol';
import type { JsonObject } from '@beckon/protocol';
import type { Page } from 'playwright-core';
import { openGateway } from '../packages/gateway/src/gateway.ts';
import { serveGateway } from '../packages/gateway/src/serveGateway.ts';
import { approvalDraft } from '../tests/support/asks.ts';
import { desktop, followLink, launchBrowser } from '../tests/support/browser.ts';
import { Person } from '../tests/support/person.ts';
import { ScriptedDriver } from '../tests/support/scriptedDriver.ts';
import type { Ratio } from './measure.ts';
import { temporaryFolder } from './measure.ts';

const limitMs = 100;
/** For what no real session comes near: that it does not stall. */
const crowdLimitMs = 500;
const token = 'bench-token-bench-token-bench-token-bench';

export async function benchCard(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const driver = new ScriptedDriver();
  const about = { version: '0', defaultCwd: folder.path };
  const gateway = await openGateway({ drivers: [driver], about, databasePath: join(folder.path, 'beckon.db') });
  const server = await serveGateway(gateway, { token });
  const browser = await launchBrowser();
  try {
    const transport = new HttpTransport({ baseUrl: server.url, token });
    const page = await followLink(await browser.newContext({ viewport: desktop }), server.signInUrl());
    const measure = async (what: string, toolName: string, input: JsonObject, look = lookAtPiece): Promise<Ratio> => {
      const { id } = await transport.createSession({ cwd: folder.path });
      await page.goto(`${server.url}/sessions/${id}`);
      await page.getByText('Nothing here yet.').waitFor();
      await watchTasks(page);
      const answered = driver.agent(id).call(approvalDraft({ sessionId: id, toolCallId: what, toolName, input }));
      const person = new Person(page);
      await look(person);
      // What has been shown whole is approved as anything else.
      const name = look === lookAtChange ? 'Approve…' : 'Approve without reading';
      await person.decide(person.forms().getByRole('button', { name }));
      await person.decide(person.forms().getByRole('button', { name: 'Yes, approve' }));
      await answered;
      const tasks = await longTasks(page);
      const detail = `longest of ${tasks.length} tasks over 50 ms, from the ask to its answer`;
      return {
        what: `${what}: longest task of the page`,
        ratio: Math.max(0, ...tasks),
        unit: ' ms',
        limit: limitMs,
        detail,
      };
    };
    const existing = (name: string, text: string) => {
      writeFileSync(join(folder.path, name), text);
      return join(folder.path, name);
    };
    const crowd = async (what: string, count: number, input: JsonObject): Promise<Ratio> => {
      const { id } = await transport.createSession({ cwd: folder.path });
      const agent = driver.agent(id);
      for (let index = 0; index < count; index++) {
        void agent.ask(approvalDraft({ sessionId: id, toolCallId: `${what} ${index}`, toolName: 'Write', input }));
      }
      await page.goto('about:blank');
      await page.goto(`${server.url}/sessions/${id}`);
      await watchTasks(page);
      // By an attribute: what looks for roles runs in the page, and would be measured with it.
      await page.locator('[data-armed=true]').first().waitFor();
      const tasks = await longTasks(page);
      const detail = `longest of ${tasks.length} tasks over 50 ms, from opening the page to a form that takes presses`;
      return {
        what: `${what}: longest task of the page`,
        ratio: Math.max(0, ...tasks),
        unit: ' ms',
        limit: crowdLimitMs,
        detail,
      };
    };
    return [
      await measure('a Write of 10 MB', 'Write', { file_path: '/a', content: lines('content', 300_000) }),
      await measure('an Edit of 5,000 lines', 'Edit', {
        file_path: '/a',
        old_string: lines('before', 5000),
        new_string: lines('after', 5000),
      }),
      await measure(
        'a Write of 10 MB over a file that it changes a little',
        'Write',
        {
          file_path: existing('little.txt', lines('content', 300_000)),
          content: changedALittle(lines('content', 300_000)),
        },
        lookAtChange,
      ),
      await measure(
        'a Write of 10 MB over a file that it changes from end to end',
        'Write',
        { file_path: existing('all.txt', lines('before', 300_000)), content: lines('content', 300_000) },
        lookAtMore,
      ),
      await measure(
        'an Edit of 5,000 lines in its file',
        'Edit',
        {
          file_path: existing('edited.txt', `above\n${lines('before', 5000)}\nbelow\n`),
          old_string: lines('before', 5000),
          new_string: lines('after', 5000),
        },
        lookAtMore,
      ),
      await crowd('2,000 open asks', 2000, { file_path: '/a', content: 'short' }),
    ];
  } finally {
    await browser.close();
    await server.close();
    await gateway.close();
  }
}

async function lookAtPiece(person: Person): Promise<void> {
  await person.forms().getByRole('button', { name: 'Show the next piece' }).click();
  await person.page.locator('pre[aria-busy]').first().waitFor();
  await person.page.locator('pre[aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** What changes in the file that is there, compared by the gateway. */
async function lookAtChange(person: Person): Promise<void> {
  await person.page.locator('article table').first().waitFor();
}

async function lookAtMore(person: Person): Promise<void> {
  await lookAtChange(person);
  await person.forms().getByRole('button', { name: 'Show more of the change' }).click();
  await person.page.getByText(/^2 of \d+ parts of the change shown$/).waitFor();
}

function changedALittle(text: string): string {
  return text.replace('line number 10,', 'line number ten,').replace('line number 200000,', 'another line,');
}

function lines(word: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${word} of line number ${index}, as it is`).join('\n');
}

/** Begins to note for how long at a time the page does not react. */
async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    // Those since the page was loaded count, too.
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    });
    Object.assign(window, { tasks });
  });
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
}
