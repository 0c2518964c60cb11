// The API description for people: every route on one page.
import { html } from 'hono/html';
import type { ApiDescription, Operation } from './openapi.ts';
import type { Html } from './page.ts';
import { page } from './page.ts';

export function apiPage(api: ApiDescription): Html {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(path, method, operation)),
  );
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      html`<section id="${name}">
        <h3>${name}</h3>
        ${code(schema)}
      </section>`,
  );
  return page(
    'Beckon API',
    html`<h1>Beckon API ${api.info.version}</h1>
      <p>${api.info.description} The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
      ${operations}
      <h2>Schemas</h2>
      ${schemas}`,
  );
}

function section(path: string, method: string, { summary, parameters, requestBody, responses }: Operation): Html {
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return html`<section>
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${summary}</p>
    ${query.length > 0 ? html`<p>Query: <code>${query.join(', ')}</code></p>` : ''}
    ${
      requestBody === undefined
        ? ''
        : html`<details>
            <summary>Body</summary>
            ${code(requestBody)}
          </details>`
    }
    ${Object.entries(responses).map(
      ([status, { description, content }]) =>
        html`<details>
          <summary>${status}: ${description}</summary>
          ${code(content)}
        </details>`,
    )}
  </section>`;
}

function code(value: unknown): Html {
  return html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}
