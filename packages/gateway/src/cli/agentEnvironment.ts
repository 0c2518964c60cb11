// What an agent's process inherits: the user's environment, so that an account, a proxy or a base URL just works, less
// what is Beckon's own and what would make the agent believe that it runs inside another one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeFolder, claudeStateFile } from '../drivers/claudeFolder.ts';

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
  return credentialVariables.some((name) => environment[name]) || isSignedIn(environment);
}

const credentialVariables = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
];

function isSignedIn(environment: Environment): boolean {
  // On a Mac the credentials are in the keychain; the other file then names the account.
  return existsSync(join(claudeFolder(environment), '.credentials.json')) || namesAccount(claudeStateFile(environment));
}

function namesAccount(path: string): boolean {
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof state === 'object' && state !== null && 'oauthAccount' in state;
  } catch {
    return false;
  }
}
