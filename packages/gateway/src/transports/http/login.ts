// Where the one-time link leads. To open it spends nothing, because messengers and scanners open every link they see: the
// page asks for one press, and the press spends the code.
import { BeckonError } from '@beckon/protocol';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Access } from '../../access/access.ts';
import type { CallerEnv } from './caller.ts';
import { giveCredential, shownBy } from './caller.ts';
import { isOwnOrigin, pageWithForm } from './guards.ts';
import { loginPage, signedInPage, usedLinkPage } from './loginPage.ts';

const formLimit = bodyLimit({
  maxSize: 4096,
  onError() {
    throw new BeckonError('payload_too_large', 'That is more than a sign-in code.');
  },
});

export function addLogin(app: Hono<CallerEnv>, access: Access): void {
  app.get('/login', (context) => {
    context.header('cache-control', 'no-store');
    const code = context.req.query('code') ?? '';
    const found = access.findCode(code);
    const isKnown = access.identify(shownBy(context, access)) !== undefined;
    if (isKnown) return context.html(signedInPage({ isLinkGood: found !== undefined }));
    if (!found) return context.html(usedLinkPage(), 403);
    for (const [name, value] of Object.entries(pageWithForm)) context.header(name, value);
    return context.html(loginPage({ code, name: found.name ?? browserName(context, access) }));
  });

  app.post('/login', formLimit, async (context) => {
    context.header('cache-control', 'no-store');
    if (!isOwnOrigin(context.req.raw.headers)) {
      throw new BeckonError('forbidden', 'Only the page that the sign-in link leads to can do that.');
    }
    const { code } = await readForm(context);
    // A strict cookie is not sent by who follows a link from elsewhere, and is sent with the press.
    const isKnown = access.identify(shownBy(context, access)) !== undefined;
    if (!isKnown) {
      const credential = access.redeem(typeof code === 'string' ? code : '', browserName(context, access));
      if (credential === undefined) return context.html(usedLinkPage(), 403);
      giveCredential(context, access, credential);
    }
    return context.redirect('/', 303);
  });
}

/** The link that a code is handed out with. */
export function loginUrl(origin: string, code: string): string {
  return `${origin}/login?code=${code}`;
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

function browserName(context: Context, access: Access): string {
  return shownBy(context, access).program ?? 'A browser';
}
