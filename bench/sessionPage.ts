// A real browser on the page of a new session, whose agent has been told to begin.
import type { Browser, Page } from 'playwright-core';
import type { Beckon } from '../tests/support/beckon.ts';
import { desktop, followLink } from '../tests/support/browser.ts';

export interface SessionPage extends AsyncDisposable {
  page: Page;
  sessionId: string;
}

export interface Session {
  cwd: string;
  prompt: string;
}

export async function openSessionPage(beckon: Beckon, browser: Browser, session: Session): Promise<SessionPage> {
  const context = await browser.newContext({ viewport: desktop });
  const page = await followLink(context, await beckon.loginLink());
  const { id } = await beckon.transport.createSession(session);
  await page.goto(`${beckon.url}/sessions/${id}`);
  await page.getByRole('article', { name: 'You' }).waitFor();
  return { page, sessionId: id, [Symbol.asyncDispose]: () => context.close() };
}
