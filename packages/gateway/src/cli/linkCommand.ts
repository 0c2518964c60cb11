// What a person types to get a new sign-in link to this gateway.
import { shellWord } from '../shellWord.ts';
import { defaultStateDir } from './defaultStateDir.ts';

export function linkCommand({ stateDir, host }: { stateDir: string; host: string }): string {
  // Whoever is not on this machine is not told where its files are.
  const isOnlyHere = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const where = stateDir === defaultStateDir || !isOnlyHere ? '' : ` --state-dir ${shellWord(stateDir)}`;
  return `npm start -- link${where}`;
}
