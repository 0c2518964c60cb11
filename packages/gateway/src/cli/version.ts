// The version, from the one place that states it. Every command reads it, so nothing is loaded for that.
import { readFileSync } from 'node:fs';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const version = versionIn(manifest);

function versionIn(content: unknown): string {
  if (typeof content === 'object' && content !== null && 'version' in content) return String(content.version);
  throw new Error('package.json names no version');
}
