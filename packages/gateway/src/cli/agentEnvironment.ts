// What an agent's process inherits: the user's environment, so that an account, a proxy or a base URL just works, less
// what is Beckon's own and what would make the agent believe that it runs inside another one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Environment = Record<string, string>;

export function agentEnvironment(environment: NodeJS.ProcessEnv): Environment {
  const isKept = (name: string) => !name.startsWith('BECKON_') && !name.startsWith('npm_') && !nestingMarks.has(name);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && isKept(name) ? [[name, value]] : [],
    ),
  );
}

const nestingMarks = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_ID',
]);

/** Whether the agent could talk to a model: by a variable, or by what `claude` keeps after signing in. */
export function hasCredentials(environment: Environment): boolean {
  return (
    credentialVariables.some((name) => environment[name]) ||
    isSignedIn(environment['CLAUDE_CONFIG_DIR'], environment['HOME'])
  );
}

const credentialVariables = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
];

function isSignedIn(configDirectory: string | undefined, home: string | undefined): boolean {
  const folder = configDirectory ?? (home === undefined ? undefined : join(home, '.claude'));
  if (folder !== undefined && existsSync(join(folder, '.credentials.json'))) return true;
  // On a Mac the credentials are in the keychain; this file then names the account.
  const state = configDirectory ?? home;
  return state !== undefined && namesAccount(join(state, '.claude.json'));
}

function namesAccount(path: string): boolean {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof state === 'object' && state !== null && 'oauthAccount' in state;
  } catch {
    return false;
  }
}
