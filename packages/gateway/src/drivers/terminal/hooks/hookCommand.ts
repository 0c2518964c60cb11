// Which hooks we want, and what Claude Code is told to run for them.
import { quotedWord } from '../../../shellWord.ts';
import { hooksOn } from '../../claude/hookSwitch.ts';
import { changedWhileRunning } from '../../claude/settledSettings.ts';
import type { Restrictions } from '../../claude/sandbox.ts';
import { bash, hookScriptName } from './hookScript.ts';
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

/** What is run, and where it finds the gateway. */
export interface HookProgram {
  scriptPath: string;
  endpointPath: string;
}

/** The hooks for a user's own settings; `hasLaterEvents` where the user's Claude Code is known to be new enough. */
export function hooksFor(program: HookProgram, { hasLaterEvents }: { hasLaterEvents: boolean }): InstalledHook[] {
  return [...events, ...(hasLaterEvents ? laterEvents : [])].map((event) => hookFor(event, program));
}

interface SessionHooks extends HookProgram {
  hasLaterEvents: boolean;
  restrictions: Restrictions;
  /** Its person has trusted its folder, servers included: `claude` need not ask about each of them once more. */
  isFolderTrusted?: boolean;
  /** Where its person keeps their own settings and skills. */
  ownFolder?: string | undefined;
}

/**
 * The settings for one session that Beckon starts, to be given with `--settings`: it reports to its own endpoint, and is kept
 * away from Beckon's files.
 */
export function settingsForSession(session: SessionHooks): string {
  const { hasLaterEvents, restrictions, isFolderTrusted } = session;
  const hooks = [...events, ...(hasLaterEvents ? laterEvents : [])].map((event) => {
    const { command, timeout } = hookFor(event, session, 'own');
    return [event, [{ hooks: [{ type: 'command', command, timeout }] }]];
  });
  const settings = {
    ...restrictions,
    // Also where the person has turned them off: without its hooks nothing of the session could be shown.
    ...hooksOn,
    hooks: {
      ...(Object.fromEntries(hooks) as object),
      ...(hasLaterEvents && { ConfigChange: [settled(session.ownFolder)] }),
    },
    ...(isFolderTrusted && { enableAllProjectMcpServers: true }),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/**
 * [L12] Settings and skills of a folder that change while the agent runs there have been looked at by nobody, and are not
 * taken up; those of the person's own are. No gateway is asked: this holds while there is none.
 */
function settled(own: string | undefined) {
  const block = `echo ${quotedWord(JSON.stringify({ decision: 'block', reason: changedWhileRunning }))}`;
  const ofPerson = quotedWord(`"file_path":${JSON.stringify(`${own}/`).slice(0, -1)}`);
  const command = own === undefined ? block : `case "$(cat)" in *${ofPerson}*) ;; *) ${block} ;; esac`;
  return { matcher: 'project_settings|local_settings|skills', hooks: [{ type: 'command', command, timeout: 5 }] };
}

/** Whether a `claude` of this version, as it prints it, is known to have all of the events. */
export function knowsLaterEvents(version: string): boolean {
  const own = /^\d+\.\d+\.\d+/.exec(version.trim())?.[0];
  return own !== undefined && own.localeCompare(laterEventsSince, 'en', { numeric: true }) >= 0;
}

const laterEventsSince = '2.1.325';

export function isOurCommand(command: string): boolean {
  return marks.some((mark) => command.includes(mark));
}

/** An earlier version ran its script from the state directory. */
const marks = [`/${hookScriptName}' `, "/beckon-hook' "];

/** `own` in a session that Beckon has started: it reports whatever runs it. */
function hookFor(event: HookEventName, program: HookProgram, ...own: ['own'?]): InstalledHook {
  const [script, endpoint] = [quotedWord(program.scriptPath), quotedWord(program.endpointPath)];
  return {
    event,
    // `exec`, so that no shell stands between the agent and a hook that may wait for a day. Without the script, for
    // example when Beckon was deleted, the hook is silent.
    command: [`[ ! -r ${script} ] || exec`, ...bash, script, event, endpoint, ...own].join(' '),
    timeout: event === 'PermissionRequest' ? personTakesSeconds : 5,
  };
}

const personTakesSeconds = 24 * 60 * 60;
