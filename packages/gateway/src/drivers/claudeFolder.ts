// Where Claude keeps what is its person's: settings, credentials, transcripts. Nobody else works this out.
import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** `CLAUDE_CONFIG_DIR`, where it names something, else `.claude` in the home folder. */
export function claudeFolder(env: Environment): string {
  return env['CLAUDE_CONFIG_DIR'] || join(homeFolder(env), '.claude');
}

/** The one file that it keeps beside that folder, or in it where its person has moved it. */
export function claudeStateFile(env: Environment): string {
  return join(env['CLAUDE_CONFIG_DIR'] || homeFolder(env), '.claude.json');
}

/** The folder that holds one folder of transcripts per project. */
export function projectsFolder(env: Environment): string {
  return join(claudeFolder(env), 'projects');
}

function homeFolder(env: Environment): string {
  return env['HOME'] || homedir();
}
