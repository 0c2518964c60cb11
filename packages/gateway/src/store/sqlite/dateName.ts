// A name for a file that is kept from a certain moment on, sortable by that moment and not yet taken.
import { existsSync } from 'node:fs';

export function dateName(before: string, at: number, after: string): string {
  const date = new Date(at).toISOString().replaceAll(':', '-');
  for (let count = 1; ; count++) {
    const name = `${before}${date}${count === 1 ? '' : `-${count}`}${after}`;
    if (!existsSync(name)) return name;
  }
}
