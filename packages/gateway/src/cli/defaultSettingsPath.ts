// Where Claude keeps its user's settings.
import { join } from 'node:path';
import { claudeFolder } from '../drivers/claudeFolder.ts';

export function defaultSettingsPath(environment: NodeJS.ProcessEnv): string {
  return join(claudeFolder(environment), 'settings.json');
}
