// The few pages that the gateway writes itself: plain HTML, everything in it escaped.
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export function page(title: string, body: Html, head: Html | '' = ''): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" />
        ${head}
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              16px/1.6 system-ui,
              sans-serif;
            max-width: 60rem;
            margin: 0 auto;
            padding: 2rem 1rem;
          }
          code {
            font:
              0.9em ui-monospace,
              monospace;
            overflow-wrap: anywhere;
          }
          pre {
            overflow: auto;
            max-height: 24rem;
            padding: 0.75rem;
            border: 1px solid color-mix(in srgb, currentColor 20%, transparent);
            border-radius: 0.5rem;
          }
          section {
            border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent);
            padding: 0.5rem 0;
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}
