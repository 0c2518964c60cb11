// Builds the service worker after the page, as one file at the root, with the list of the files that the page needs to open.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { build, defaultClientConditions } from 'vite';

export function serviceWorker(): Plugin {
  let root = '';
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => void ({ root, publicDir } = config),
    async writeBundle({ dir = join(root, 'dist') }, bundle) {
      const own = ['/', ...readdirSync(publicDir).map((name) => `/${name}`), ...firstFiles(bundle)];
      const contents = own.map((path) => readFileSync(join(dir, path === '/' ? 'index.html' : path)));
      const version = createHash('sha256').update(Buffer.concat(contents)).digest('hex').slice(0, 16);
      await build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        resolve: { conditions: ['source', ...defaultClientConditions] },
        define: { beckonShell: JSON.stringify({ version, files: own }) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(root, 'src/serviceWorker/main.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

/** What the page loads at once, its styles and workers, and the pages that it leads to; what those load later is left out. */
function firstFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (name: string) => {
    const output = bundle[name];
    if (!output || files.has(name)) return;
    files.add(name);
    if (output.type === 'chunk') output.imports.forEach(add);
  };
  for (const output of Object.values(bundle)) {
    if (output.type === 'asset' && /^assets\/.*\.(js|css)$/.test(output.fileName)) add(output.fileName);
    if (output.type === 'chunk' && output.isEntry) [output.fileName, ...output.dynamicImports].forEach(add);
  }
  return [...files].map((name) => `/${name}`);
}
