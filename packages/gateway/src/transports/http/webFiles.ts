// Serves the built web app: read once, compressed once, and nothing outside its folder because only files that were
// found there can be asked for.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Theme } from '@beckon/protocol';
import type { Context } from 'hono';

interface WebFile {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
  etag: string;
  /** Its name carries a hash of its content, so it can be kept for good. */
  isImmutable: boolean;
}

export class WebFiles {
  readonly #root: string;
  readonly #theme: () => Theme;
  readonly #paths: Set<string>;
  readonly #files = new Map<string, WebFile>();

  /** `theme`: what the app is to look like from its first moment on. */
  constructor(root: string, theme: () => Theme) {
    this.#root = root;
    this.#theme = theme;
    this.#paths = new Set(listFiles(root));
  }

  /** The file at a path, or the app itself for the app's own addresses. */
  respond(context: Context, path: string): Response | Promise<Response> {
    const name = path.slice(1);
    const isApp = !this.#paths.has(name);
    // A page from before an update asks for files that are gone; the app in their place would only confuse it.
    if (isApp && /^assets\/./.test(name)) return context.notFound();
    const file = this.#read(isApp ? appFile : name);
    if (!file) return context.text(notBuilt, 503);
    const headers = {
      'content-type': file.type,
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
    };
    if (context.req.header('if-none-match') === file.etag) return context.body(null, 304, headers);
    const acceptsGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
    return acceptsGzip
      ? context.body(file.gzipped, 200, { ...headers, 'content-encoding': 'gzip' })
      : context.body(file.plain, 200, headers);
  }

  #read(name: string): WebFile | undefined {
    if (!this.#paths.has(name)) return undefined;
    const theme = name === appFile ? this.#theme() : '';
    const cached = this.#files.get(name + theme);
    if (cached) return cached;
    const content = readFileSync(join(this.#root, name));
    const plain = new Uint8Array(theme === '' ? content : Buffer.from(inTheme(content.toString(), theme)));
    const file: WebFile = {
      type: types[extname(name)] ?? 'application/octet-stream',
      plain,
      gzipped: new Uint8Array(gzipSync(plain)),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      isImmutable: name.startsWith('assets/'),
    };
    this.#files.set(name + theme, file);
    return file;
  }
}

const appFile = 'index.html';

/** The app's own page says how it looks before anything else of it is loaded, without a script. */
function inTheme(html: string, theme: Theme): string {
  if (theme === 'system') return html;
  return html
    .replace('data-theme="system"', `data-theme="${theme}"`)
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${theme}"`);
}

const notBuilt = 'The web app is not built. Run `npm start` in the repository, which builds it.';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

function listFiles(root: string): string[] {
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch {
    return [];
  }
}
