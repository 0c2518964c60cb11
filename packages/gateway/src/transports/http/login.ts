// Where the one-time link leads. To open it spends nothing, because messengers and scanners open every link they see: the
// page asks for one press, and the press spends the code. What it gives has two halves: a cookie, and a key that the page which
// comes back keeps for its origin alone.
import { BeckonError } from '@beckon/protocol';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Access } from '../../access/access.ts';
import type { CallerEnv } from './caller.ts';
import { giveCookie, shownBy } from './caller.ts';
import type { CallerGuardOptions } from './guards.ts';
import { isOwnOrigin, noteFailure, pageWithForm } from './guards.ts';
import { loginPage, removedDevicePage, usedLinkPage, welcomePage } from './loginPage.ts';
import { loginScript } from './loginScript.ts';

const formLimit = bodyLimit({
  maxSize: 4096,
  onError() {
    throw new BeckonError('payload_too_large', 'That is more than a sign-in code.');
  },
});

export function addLogin(app: Hono<CallerEnv>, options: CallerGuardOptions): void {
  const { access, failures, linkCommand, allowedHosts } = options;
  const refuse = async (context: Context, code: string) => {
    const shown = shownBy(context);
    const { address, program } = shown;
    await noteFailure(failures, context, code === '' ? undefined : { what: 'code', address, program });
    const isRemoved = access.refusalOf(shown).because === 'removed';
    return context.html(isRemoved ? removedDevicePage(linkCommand) : usedLinkPage(linkCommand), 403);
  };

  app.get('/login', async (context) => {
    context.header('cache-control', 'no-store');
    const code = context.req.query('code') ?? '';
    const found = access.findCode(code);
    if (!found) return refuse(context, code);
    for (const [name, value] of Object.entries(pageWithForm)) context.header(name, value);
    return context.html(loginPage({ code, name: found.name ?? nameOf(context) }));
  });

  app.get('/login.js', (context) =>
    context.body(loginScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );

  app.post('/login', formLimit, async (context) => {
    context.header('cache-control', 'no-store');
    const { headers } = context.req.raw;
    if (!isOwnOrigin(headers, allowedHosts)) {
      throw new BeckonError('forbidden', 'Only the page that the sign-in link leads to can do that.');
    }
    const { code } = await readForm(context);
    return typeof code === 'string'
      ? ((await signIn(context, access, code)) ?? refuse(context, code))
      : refuse(context, '');
  });
}

/** The link that a code is handed out with. */
export function loginUrl(origin: string, code: string): string {
  return `${origin}/login?code=${code}`;
}

/** A browser that has lost its key, or has none yet, becomes the device again that its cookie says. */
async function signIn(context: Context, access: Access, code: string): Promise<Response | undefined> {
  const { credential, earlierCookie, address, program } = shownBy(context);
  const origin = context.req.header('origin') ?? '';
  const about = { name: nameOf(context), origin, address, program };
  const given = access.redeem(code, about, credential?.cookie ?? earlierCookie);
  if (!given) return undefined;
  giveCookie(context, given.cookie);
  return context.html(welcomePage(given.key));
}

/** What cannot be read as a form has no code in it. */
async function readForm(context: Context): Promise<{ code?: unknown }> {
  try {
    return await context.req.parseBody();
  } catch (error) {
    if (error instanceof BeckonError) throw error;
    return {};
  }
}

function nameOf(context: Context): string {
  return shownBy(context).program ?? 'A browser';
}
