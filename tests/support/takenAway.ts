// A state directory that is taken away from a Beckon that runs, and put back.
import { existsSync, renameSync, rmSync } from 'node:fs';

export async function whileTakenAway<T>(stateDir: string, work: () => Promise<T>): Promise<T> {
  renameSync(stateDir, `${stateDir}-away`);
  try {
    return await work();
  } finally {
    putBack(stateDir);
  }
}

/** The agent has its home in there, and may write to it just then. */
function putBack(stateDir: string): void {
  while (existsSync(`${stateDir}-away`)) {
    try {
      rmSync(stateDir, { recursive: true, force: true, maxRetries: 20 });
      renameSync(`${stateDir}-away`, stateDir);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    }
  }
}
