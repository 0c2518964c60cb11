// What `claude` is started with in a terminal of Beckon's: its person's own arguments, and what makes the session one that
// Beckon can follow.
import type { AgentSpec } from '../driver.ts';
import { ClaudeMode, claudeMode } from '../claude/modes.ts';
import { chooseConversation, lastingArguments, modeIn, readArguments, takeOption } from './claudeArguments.ts';

export interface Parts {
  /** The conversation to go on with; absent for a new one. */
  resumed: string | undefined;
  /** The file with Beckon's settings, in which those of the person's arguments are too. */
  settingsPath: string;
}

export function commandArguments(spec: AgentSpec, { resumed, settingsPath }: Parts): string[] {
  const { sessionId, permissionMode, model, folderTrust, hasOwnDefaults } = spec;
  const theirs = takeOption(argumentsNow(spec), '--settings').rest;
  const mode = hasOwnDefaults ? [] : ['--permission-mode', claudeMode(permissionMode)];
  const ours = [
    ...mode,
    ...(model === undefined ? [] : ['--model', model]),
    ...(folderTrust === 'without_settings' ? ['--setting-sources', 'user', '--strict-mcp-config'] : []),
    ...(resumed !== undefined ? ['--resume', resumed] : choosesConversation(spec) ? [] : ['--session-id', sessionId]),
    '--settings',
    settingsPath,
  ];
  // Ours come last: where both say something, the session must still be ours to follow. After `--` there are only words.
  const read = readArguments(theirs);
  const end = read.findIndex(({ words }) => words[0] === '--');
  const [before, after] = end === -1 ? [read, []] : [read.slice(0, end), read.slice(end)];
  return [...before.flatMap(({ words }) => words), ...ours, ...after.flatMap(({ words }) => words)];
}

/** Whether its person's arguments say which conversation it is: its first report then tells. */
function choosesConversation(spec: AgentSpec): boolean {
  return chooseConversation(argumentsNow(spec));
}

/** What its person has given with `--settings`. */
export function settingsArgument(spec: AgentSpec): string | undefined {
  return takeOption(argumentsNow(spec), '--settings').value;
}

/** The mode that it is started in, as far as that is known before it runs. */
export function startingMode({ hasOwnDefaults, permissionMode, programArguments }: AgentSpec): string {
  if (!hasOwnDefaults) return permissionMode;
  return ClaudeMode.safeParse(modeIn(programArguments)).data ?? permissionMode;
}

function argumentsNow({ conversation, programArguments }: AgentSpec): string[] {
  return conversation === 'new' ? [...programArguments] : lastingArguments(programArguments);
}
