// Keeps Claude away from Beckon's own files, by rules that hold in every permission mode, whatever the folder's own rules
// and hooks allow. Claude applies a rule about files to its file tools and to the paths that it sees in a shell command. A
// command can hide a path: where the session's own folder reaches the files, every such command is asked about.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInWorkplace, isWithinReach, type PrivateFolder, realPath } from '../../privateFolder.ts';
import type { AgentSpec } from '../driver.ts';

/** As they stand in Claude's settings. */
export type PermissionRules = Record<'deny' | 'ask', string[]>;

type Session = Pick<AgentSpec, 'cwd' | 'programArguments'>;

export function keepAway(hidden: PrivateFolder, session: Session): PermissionRules {
  const patterns = isInWorkplace(hidden, session.cwd) ? hidden.names : ['**'];
  const folders = new Set([hidden.path, realPath(hidden.path)]);
  const paths = [...folders].flatMap((folder) => patterns.map((pattern) => `${literally(folder)}/${pattern}`));
  return {
    deny: [...paths.flatMap((path) => [`Read(/${path})`, `Edit(/${path})`]), `Edit(/${literally(programs)}/**)`],
    ask: foldersOf(session).some((folder) => isWithinReach(hidden, folder)) ? [...runsCode] : [],
  };
}

/** What our own hooks run. */
const programs = fileURLToPath(new URL('../../../assets', import.meta.url)).replace(/\/$/, '');

/** The tools that can reach a file in ways that no rule about files sees. */
const runsCode = ['Bash', 'Monitor', 'PowerShell', 'REPL', 'Workflow', 'Skill', 'Grep', 'Glob', 'LSP', 'mcp__*'];

/** Its own folder, and whatever folder its person's arguments may add to it. */
function foldersOf({ cwd, programArguments }: Session): string[] {
  const named = programArguments.map((argument) => argument.replace(/^--add-dir=/, ''));
  return [cwd, ...named.filter((argument) => !argument.startsWith('-')).map((folder) => resolve(cwd, folder))];
}

/** A rule's path is a pattern. */
function literally(path: string): string {
  return join(path).replace(/[\\*?[\]{}!#]/g, String.raw`\$&`);
}
