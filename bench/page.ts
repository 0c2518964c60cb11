// How much JavaScript the first page load takes, gzipped: what index.html names, which is the entry and its static imports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Ratio } from './measure.ts';

const dist = fileURLToPath(new URL('../packages/web/dist', import.meta.url));
const budgetKilobytes = 150;

export async function benchPage(): Promise<Ratio[]> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
  return [
    {
      what: 'JavaScript of the first page load, gzipped',
      ratio: bytes / 1000,
      unit: ' kB',
      limit: budgetKilobytes,
      detail: `${scripts.length} files`,
    },
  ];
}
