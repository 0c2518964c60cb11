// Where the one-time link leads. It is a page of its own, not a redirect: the browser sends a strict same-site cookie
// only on a navigation that our own page starts.
import { html } from 'hono/html';
import type { Html } from './page.ts';
import { page } from './page.ts';

export function loginPage(isSignedIn: boolean): Html {
  if (isSignedIn) {
    const goOn = html`<meta http-equiv="refresh" content="0; url=/" />`;
    return page('Beckon', html`<p>Signed in. <a href="/">Go to Beckon</a></p>`, goOn);
  }
  return page(
    'Beckon: link used',
    html`<h1>This link does not work any more</h1>
      <p>A sign-in link works once, and for ten minutes. On the gateway’s machine, ask for a new one:</p>
      <pre><code>npm start -- link</code></pre>`,
  );
}
