// Where the one-time link leads. To open it spends nothing, because messengers and scanners open every link they see: the
// page asks for one press, and the press spends the code. What it gives has two halves: a cookie, and a key that the page which
// comes back keeps for its origin alone.
import { BeckonError, DeviceName } from '@beckon/protocol';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Access } from '../../access/access.ts';
import type { CallerEnv } from './caller.ts';
import { giveCookie, shownBy } from './caller.ts';
import type { CallerGuardOptions } from './guards.ts';
import { isOwnOrigin, noteFailure, pageWithForm } from './guards.ts';
import type { LoginPageOptions } from './loginPage.ts';
import { loginPage, removedDevicePage, usedLinkPage, welcomePage } from './loginPage.ts';
import { loginScript } from './loginScript.ts';

const formLimit = bodyLimit({
  maxSize: 4096,
  onError() {
    throw new BeckonError('payload_too_large', 'That is more than a sign-in code.');
  },
});

export function addLogin(app: Hono<CallerEnv>, options: CallerGuardOptions): void {
  const { access, failures, linkCommand } = options;
  const refuse = async (context: Context<CallerEnv>, code: string) => {
    const shown = shownBy(context);
    const { address, program } = shown;
    await noteFailure(failures, context, code === '' ? undefined : { what: 'code', address, program });
    const isRemoved = access.refusalOf(shown).because === 'removed';
    return context.html(isRemoved ? removedDevicePage(linkCommand) : usedLinkPage(linkCommand), 403);
  };

  app.get('/login', async (context) => {
    context.header('cache-control', 'no-store');
    const code = context.req.query('code') ?? '';
    const found = access.findCode(code, cookieOf(context));
    return found ? offer(context, { code, name: found.name ?? nameOf(context) }) : refuse(context, code);
  });

  app.get('/login.js', (context) =>
    context.body(loginScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );

  app.post('/login', formLimit, async (context) => {
    context.header('cache-control', 'no-store');
    if (!isOwnOrigin(context.req.raw.headers, context.get('way'))) {
      throw new BeckonError('forbidden', 'Only the page that the sign-in link leads to can do that.');
    }
    const { code, name } = await readForm(context);
    if (typeof code !== 'string') return refuse(context, '');
    const chosen = DeviceName.optional().safeParse(name);
    if (!chosen.success && access.findCode(code))
      return offer(context, { code, name: String(name), isNameRefused: true });
    return (await signIn(context, access, { code, chosenName: chosen.data })) ?? refuse(context, code);
  });
}

/** The page that asks for the press. */
function offer(context: Context<CallerEnv>, page: LoginPageOptions): Response | Promise<Response> {
  for (const [name, value] of Object.entries(pageWithForm)) context.header(name, value);
  return context.html(loginPage(page), page.isNameRefused ? 400 : 200);
}

/** A browser that has lost its key, or has none yet, becomes the device again that its cookie says. */
async function signIn(
  context: Context<CallerEnv>,
  access: Access,
  { code, chosenName }: { code: string; chosenName: string | undefined },
): Promise<Response | undefined> {
  const { address, program } = shownBy(context);
  const origin = context.req.header('origin') ?? '';
  const about = { name: nameOf(context), origin, address, program };
  const cookie = cookieOf(context);
  const letIn = access.redeem(code, about, {
    ...(cookie !== undefined && { cookie }),
    ...(chosenName !== undefined && { chosenName }),
  });
  if (!letIn) return undefined;
  giveCookie(context, letIn.credential.cookie);
  return context.html(welcomePage(letIn.credential.key, letIn.isForPairing ? '/inbox' : '/'));
}

function cookieOf(context: Context<CallerEnv>): string | undefined {
  const { credential, earlierCookie } = shownBy(context);
  return credential?.cookie ?? earlierCookie;
}

/** What cannot be read as a form has no code in it. */
async function readForm(context: Context): Promise<{ code?: unknown; name?: unknown }> {
  try {
    return await context.req.parseBody();
  } catch (error) {
    if (error instanceof BeckonError) throw error;
    return {};
  }
}

function nameOf(context: Context<CallerEnv>): string {
  return shownBy(context).program ?? 'A browser';
}
