// Which hooks we want, and what Claude Code is told to run for them.
import { hookScriptName } from './hookScript.ts';
import type { HookEventName } from './payload.ts';

/** One hook of ours as it stands in a settings file. */
export interface InstalledHook {
  event: string;
  command: string;
  /** In seconds. */
  timeout: number;
}

/** Known to every Claude Code that has PermissionRequest. */
const events: HookEventName[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'Notification',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

/**
 * Came later. What they tell is in the transcript too, only a moment later; and a Claude Code that does not know an
 * event in its settings stops at every start to say so.
 */
const laterEvents: HookEventName[] = ['PostToolUseFailure', 'PermissionDenied', 'StopFailure'];

/** The hooks for a user's own settings; `hasLaterEvents` where the user's Claude Code is known to be new enough. */
export function hooksFor(scriptPath: string, { hasLaterEvents }: { hasLaterEvents: boolean }): InstalledHook[] {
  return [...events, ...(hasLaterEvents ? laterEvents : [])].map((event) => hookFor(event, [scriptPath]));
}

/** The settings for one session that Beckon starts, to be given with `--settings`: it reports to its own endpoint. */
export function settingsForSession(session: {
  scriptPath: string;
  endpointPath: string;
  hasLaterEvents: boolean;
  /** Its person has trusted its folder, servers included: `claude` need not ask about each of them once more. */
  isFolderTrusted?: boolean;
}): string {
  const { scriptPath, endpointPath, hasLaterEvents, isFolderTrusted } = session;
  const hooks = [...events, ...(hasLaterEvents ? laterEvents : [])].map((event) => {
    const { command, timeout } = hookFor(event, [scriptPath, endpointPath]);
    return [event, [{ hooks: [{ type: 'command', command, timeout }] }]];
  });
  const settings = {
    hooks: Object.fromEntries(hooks) as unknown,
    ...(isFolderTrusted && { enableAllProjectMcpServers: true }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** Whether a `claude` of this version, as it prints it, is known to have all of the events. */
export function knowsLaterEvents(version: string): boolean {
  const own = /^\d+\.\d+\.\d+/.exec(version.trim())?.[0];
  return own !== undefined && own.localeCompare(laterEventsSince, 'en', { numeric: true }) >= 0;
}

const laterEventsSince = '2.1.325';

export function isOurCommand(command: string): boolean {
  return command.includes(`/${hookScriptName}' `);
}

function hookFor(event: HookEventName, [scriptPath, endpointPath]: [string, string?]): InstalledHook {
  const script = shellWord(scriptPath);
  const endpoint = endpointPath === undefined ? '' : ` ${shellWord(endpointPath)}`;
  return {
    event,
    // `exec`, so that no shell stands between the agent and a hook that may wait for a day. Without the script, for
    // example when Beckon was deleted, the hook is silent.
    command: `[ ! -x ${script} ] || exec ${script} ${event}${endpoint}`,
    timeout: event === 'PermissionRequest' ? personTakesSeconds : 5,
  };
}

const personTakesSeconds = 24 * 60 * 60;

/** Taken by the shell as it is, whatever it holds. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
