// Where Claude keeps its user's settings.
import { homedir } from 'node:os';
import { join } from 'node:path';

export function defaultSettingsPath(environment: NodeJS.ProcessEnv): string {
  return join(environment['CLAUDE_CONFIG_DIR'] ?? join(homedir(), '.claude'), 'settings.json');
}
