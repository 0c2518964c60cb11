// The pages of the one-time link: the one that asks for a press, the one that the press leads to, and those that say that
// none helps.
import { html } from 'hono/html';
import type { Html } from './page.ts';
import { page } from './page.ts';

export interface LoginPageOptions {
  code: string;
  /** What this device is going to be called, unless its person says otherwise. */
  name: string;
  /** They have, and it is no name. */
  isNameRefused?: boolean;
}

export function loginPage({ code, name, isNameRefused = false }: LoginPageOptions): Html {
  return card(
    'Sign in to Beckon',
    html`<div id="offer">
        <h1>Sign this browser in?</h1>
        <p>It joins your devices, and can read your sessions and answer your agents.</p>
        <form method="post" action="/login">
          <input type="hidden" name="code" value="${code}" />
          <label for="name">What do you call this device?</label>
          <input
            id="name"
            name="name"
            value="${name}"
            maxlength="100"
            autocomplete="off"
            ${isNameRefused ? html`aria-invalid="true" aria-describedby="no-name"` : ''}
          />
          ${isNameRefused ? html`<p id="no-name" role="alert">${noName}</p>` : ''}
          <button>Sign in</button>
        </form>
        <p class="small">This link works once. If you did not ask for it, close this page.</p>
      </div>
      <div id="signed-in" hidden>
        <h1>This browser is signed in</h1>
        <p>The link has not been used: it is still good for another device.</p>
        <p><a class="button" href="/">Go to Beckon</a></p>
      </div>
      ${script}`,
  );
}

const noName = 'That is no name: give 1 to 100 characters that can be seen.';

/** Its script keeps the key, and goes on to that path of Beckon's. */
export function welcomePage(key: string, path: string): Html {
  return card(
    'Beckon',
    html`<h1 id="key" data-key="${key}" data-path="${path}">Signed in</h1>
      <p id="going">Going on to Beckon …</p>
      <p id="trouble" hidden>
        This browser keeps nothing for this page, which Beckon needs. Let it keep site data, and ask for a new link.
      </p>
      <noscript><p>Beckon needs JavaScript. Switch it on, and ask for a new link.</p></noscript>
      ${script}`,
  );
}

const script = html`<script src="/login.js" type="module"></script>`;

export function usedLinkPage(linkCommand: string): Html {
  return card(
    'Beckon: link used',
    html`<h1>This link does not work any more</h1>
      <p>A sign-in link works once, and for ten minutes. On the gateway’s machine, ask for a new one:</p>
      <pre><code>${linkCommand}</code></pre>
      <p class="small">Was it this browser that used it? Then <a href="/">go to Beckon</a>.</p>`,
  );
}

export function removedDevicePage(linkCommand: string): Html {
  return card(
    'Beckon: device removed',
    html`<h1>This device has been removed</h1>
      <p>It is signed out, and the link that you opened is used up or too old to sign it in again.</p>
      <p>On the gateway’s machine, ask for a new one:</p>
      <pre><code>${linkCommand}</code></pre>`,
  );
}

function card(title: string, body: Html): Html {
  const content = html`<main>
    <img src="/favicon.svg" alt="" width="48" height="48" />
    ${body}
  </main>`;
  return page(title, content, look);
}

/** The colours of the app, which is not loaded here. */
const look = html`<style>
  :root {
    --canvas: #f7f6f3;
    --panel: #ffffff;
    --line: #e3dfd7;
    --ink: #1d1c1a;
    --muted: #635f57;
    --accent: #2f56c6;
    --accent-strong: #25459f;
    --accent-ink: #ffffff;
    --danger: #b42318;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --canvas: #131416;
      --panel: #1b1d20;
      --line: #33373d;
      --ink: #edece9;
      --muted: #aaa69d;
      --accent: #9bb7ff;
      --accent-strong: #bccfff;
      --accent-ink: #0e1730;
      --danger: #ff9a8f;
    }
  }
  body {
    box-sizing: border-box;
    min-height: 100dvh;
    max-width: none;
    display: grid;
    place-items: center;
    padding: 1.5rem;
    background: var(--canvas);
    color: var(--ink);
  }
  main {
    box-sizing: border-box;
    width: 100%;
    max-width: 26rem;
    padding: 2.25rem 2rem;
    border: 1px solid var(--line);
    border-radius: 1rem;
    background: var(--panel);
    text-align: center;
    overflow-wrap: anywhere;
  }
  h1 {
    margin: 1rem 0 0.5rem;
    font-size: 1.375rem;
    line-height: 1.3;
    text-wrap: balance;
  }
  p {
    margin: 0.5rem 0;
    color: var(--muted);
    text-wrap: pretty;
  }
  [hidden] {
    display: none;
  }
  form {
    margin: 1.5rem 0 1.25rem;
  }
  label {
    display: block;
    margin-bottom: 0.375rem;
    color: var(--ink);
    font-size: 0.875rem;
    font-weight: 600;
    text-align: left;
  }
  input:not([type='hidden']) {
    display: block;
    box-sizing: border-box;
    width: 100%;
    min-height: 3rem;
    margin-bottom: 1rem;
    padding: 0 0.875rem;
    border: 1px solid var(--muted);
    border-radius: 0.625rem;
    background: var(--panel);
    color: var(--ink);
    font: inherit;
  }
  [role='alert'] {
    margin: -0.5rem 0 1rem;
    color: var(--danger);
    font-size: 0.875rem;
    text-align: left;
  }
  button,
  .button {
    display: block;
    box-sizing: border-box;
    width: 100%;
    min-height: 3rem;
    padding: 0.75rem 1rem;
    border: 0;
    border-radius: 0.625rem;
    background: var(--accent);
    color: var(--accent-ink);
    font: inherit;
    font-weight: 600;
    line-height: 1.5rem;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    background: var(--accent-strong);
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 3px;
  }
  pre {
    margin: 1rem 0;
    color: var(--ink);
    text-align: left;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .small {
    font-size: 0.875rem;
  }
  .small a {
    color: var(--accent);
    white-space: nowrap;
  }
</style>`;
