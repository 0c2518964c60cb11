// `beckon token`: says where the API token is, and replaces it. It is never printed: what is on a screen is seen.
import { newSecret } from '../access/credentials.ts';
import { openStateDirectory, runningGateway, tokenPath } from '../stateDirectory.ts';
import { openSqliteStores } from '../store/sqlite/sqliteStores.ts';
import { postTo } from './connect.ts';

export async function token({ stateDir, rotate }: { stateDir: string; rotate: boolean }): Promise<void> {
  if (rotate) await rotateToken(stateDir);
  process.stdout.write(`${tokenPath(stateDir)}\n`);
}

async function rotateToken(stateDir: string): Promise<void> {
  if (await runningGateway(stateDir)) await postTo(stateDir, '/api/token/rotate');
  else await rotateAtRest(stateDir);
  process.stderr.write(
    'The token has been replaced. What used the old one is signed out; the new one is in this file:\n',
  );
}

/** Where no gateway runs, this is the one writer of the state directory. */
async function rotateAtRest(stateDir: string): Promise<void> {
  const state = await openStateDirectory(stateDir);
  try {
    const stores = await openSqliteStores(state.databasePath, () => Date.now());
    try {
      state.replaceToken(newSecret());
      stores.log.append(
        { type: 'token_rotated', data: { by: { id: 'command', name: 'the command line' } } },
        'durable',
      );
    } finally {
      stores.disk.close();
    }
  } finally {
    state.release();
  }
}
