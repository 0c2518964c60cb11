// Sitting down at the terminal of a session: attaches to Beckon's tmux from wherever its person is, another tmux included.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { leaveOption } from '../drivers/terminal/tmux/config.ts';
import { Tmux } from '../drivers/terminal/tmux/tmux.ts';
import { tmuxMissing } from '../drivers/terminal/tmux/version.ts';
import { agentEnvironment } from './agentEnvironment.ts';
import { leaveKeys, type TmuxKeys } from './leaveKeys.ts';
import { useOwnConfig } from './ownTmuxConfig.ts';
import { typed } from './typed.ts';

export interface Seat {
  sessionId: string;
  /** Where agents work. */
  folders: readonly string[];
  /** Its program was started by hand, right here: when it fails, whoever started it is back in their shell. */
  isOwn?: boolean;
}

export function tmuxOn(stateDir: string): Tmux {
  return new Tmux({ folder: stateDir, environment: agentEnvironment(process.env) });
}

/** Resolves when its person has left, or its program has ended, with the exit code that tells which. */
export async function sitDown(tmux: Tmux, { sessionId, folders, isOwn = false }: Seat): Promise<number> {
  if (isOwn) await endWithProgram(tmux, sessionId);
  const inTerminals = (await tmux.run(['list-sessions', '-F', '#{session_path}'])).split('\n').filter((path) => path);
  const notUsed = await useOwnConfig(tmux, [...folders, ...inTerminals]);
  if (notUsed !== undefined) process.stderr.write(`beckon: ${notUsed}\n`);
  const keys = await keysToLeave(tmux);
  await tmux.run(['set-option', '-t', `=${sessionId}:`, leaveOption, keys ?? 'detach-client']);
  const [program, ...args] = tmux.attachCommand(sessionId);
  const hint = isNested() ? [';', 'display-message', '-d', '5000', nestedWords(keys)] : [];
  // tmux refuses to be nested unless it believes that it is not.
  const { TMUX: _, ...env } = process.env;
  const child = spawn(program, [...args, ...hint], { stdio: 'inherit', env });
  // Ctrl-C in a terminal reaches everyone there; it is the program's to act on.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  try {
    const [code, signal] = (await Promise.race([
      once(child, 'exit'),
      once(child, 'error').then(([error]) => Promise.reject(tmuxMissing(error))),
    ])) as [number | null, NodeJS.Signals | null];
    return code ?? (signal === null ? 1 : 129);
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** What is still there is told, with how to come back. */
export async function tellWhereItIs(tmux: Tmux, sessionId: string): Promise<void> {
  const terminal = await tmux.find(sessionId);
  if (!terminal || terminal.exit) return;
  process.stdout.write(`It runs on. Come back with: ${typed(`attach ${sessionId.slice(0, 8)}`)}\n`);
}

/**
 * A program that fails leaves its last words on the screen, which would wait for somebody to press keys. Its status
 * becomes that of the tmux client, and so ours.
 */
async function endWithProgram(tmux: Tmux, sessionId: string): Promise<void> {
  const status = '#{?pane_dead_signal,#{e|+:128,#{pane_dead_signal}},#{pane_dead_status}}';
  const leave = `if-shell -F "#{pane_dead}" "run-shell -C 'detach-client -s =${sessionId} -E \\"exit ${status}\\"'"`;
  for (const moment of ['pane-died', 'client-attached']) {
    await tmux.run(['set-hook', '-t', `=${sessionId}:`, moment, leave]);
  }
}

function isNested(): boolean {
  return Boolean(process.env['TMUX']);
}

function nestedWords(keys: string | undefined): string {
  if (keys === undefined)
    return 'You are inside another tmux, which passes no prefix on: bind a key to send-prefix there';
  return `You are inside another tmux: ${keys} leaves this one running`;
}

async function keysToLeave(tmux: Tmux): Promise<string | undefined> {
  const inner = await keysOf((...args) => tmux.run(args));
  if (!isNested()) return leaveKeys(inner);
  const outer = await keysOf(async (...args) => (await promisify(execFile)(tmux.client.program, args)).stdout).catch(
    () => undefined,
  );
  return leaveKeys(inner, outer);
}

async function keysOf(run: (...args: [string, ...string[]]) => Promise<string>): Promise<TmuxKeys> {
  const prefix = await run('show-options', '-gv', 'prefix');
  return { prefix: prefix.trim(), bindings: await run('list-keys', '-T', 'prefix') };
}
