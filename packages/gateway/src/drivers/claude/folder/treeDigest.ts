// Stands for all that lies in folders which are too large or too deep to be looked into, so that what was decided about
// them does not hold once something there is written, added or removed.
import { createHash, type Hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Links may lead round in circles. */
const deepest = 8;

export class TreeDigest {
  /** A folder may hold more than anyone would wait for: of what is left then, only the names count. */
  #left = 20_000;

  async of(folder: string): Promise<string> {
    const hash = createHash('sha256');
    await this.#add(hash, folder, deepest);
    return hash.digest('hex');
  }

  async #add(hash: Hash, folder: string, depth: number): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) {
      hash.update(JSON.stringify(name));
      if (this.#left === 0) continue;
      this.#left -= 1;
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      // Whoever writes a file cannot choose when the system says that it was changed.
      if (!found?.isDirectory()) hash.update(JSON.stringify([found?.size, found?.ctimeMs]));
      else if (depth > 0) await this.#add(hash, path, depth - 1);
    }
  }
}
