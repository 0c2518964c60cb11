// `beckon claude` and `beckon attach`: sit down at a session's terminal, from any terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import type { PermissionMode, Session } from '@beckon/protocol';
import { BeckonError, comesBeforeAgent, type HttpTransport } from '@beckon/protocol';
import { Tmux } from '../drivers/terminal/tmux/tmux.ts';
import { agentEnvironment } from './agentEnvironment.ts';
import { gatewayOn, requireGateway } from './connect.ts';

export interface ClaudeOptions {
  stateDir: string;
  model?: string;
  permissionMode?: PermissionMode;
  /** As the settings say where left out. */
  sandbox?: boolean;
  /** Claude's own. */
  claudeArguments: string[];
}

/** Starts a session in this folder, in tmux, and attaches to it right here. */
export async function claude(options: ClaudeOptions): Promise<void> {
  const { stateDir, model, permissionMode, sandbox, claudeArguments } = options;
  const gateway = await requireGateway(stateDir);
  const session = await gateway.createSession({
    cwd: process.cwd(),
    driver: 'terminal',
    claudeArguments,
    ...(model !== undefined && { model }),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(sandbox !== undefined && { sandbox }),
  });
  await untilOpened(gateway, session);
  await sitDown(stateDir, session.id);
}

/** Where its folder has to be asked about first, there is no terminal yet. */
async function untilOpened(gateway: HttpTransport, { id, asks }: Session): Promise<void> {
  if (!asks.some(comesBeforeAgent)) return;
  process.stdout.write('Beckon asks whether to trust this folder. Answer on its page, or press Ctrl+C.\n');
  for (;;) {
    const { state, end } = await gateway.getSession(id);
    if (state === 'user_turn' || state === 'assistant_turn') return;
    if (state === 'dead') throw new BeckonError('agent_unavailable', end?.message ?? 'The session has ended.');
    await setTimeout(lookAgainMs);
  }
}

const lookAgainMs = 300;

/** `wanted` is the beginning of a session's id; without it, the person picks. The gateway need not run. */
export async function attach(stateDir: string, wanted: string | undefined): Promise<void> {
  const running = (await tmuxOn(stateDir).list()).map(({ name }) => name);
  const matching = running.filter((id) => id.startsWith(wanted ?? ''));
  const [only] = matching;
  if (only === undefined) {
    const none = 'No session of Beckon’s runs in a terminal. Start one with: beckon claude';
    throw new BeckonError(
      'session_not_found',
      wanted === undefined ? none : `No terminal’s session begins with ${wanted}.`,
    );
  }
  await sitDown(stateDir, matching.length === 1 ? only : await pick(matching, await sessionsOf(stateDir, matching)));
}

async function sitDown(stateDir: string, sessionId: string): Promise<void> {
  const [program, ...args] = tmuxOn(stateDir).attachCommand(sessionId);
  // tmux refuses to be nested unless it believes that it is not.
  const { TMUX: _, ...env } = process.env;
  const child = spawn(program, args, { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

async function pick(ids: string[], sessions: Map<string, Session>): Promise<string> {
  const lines = ids.map((id, index) => {
    const session = sessions.get(id);
    const hand = session && session.asks.length > 0 ? '  (waits for you)' : '';
    return `${String(index + 1).padStart(3)}  ${id.slice(0, 8)}  ${session ? `${session.title}  ${session.cwd}` : ''}${hand}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const chosen = ids[Number(await terminal.question('Which one? ')) - 1];
    if (chosen !== undefined) return chosen;
    throw new BeckonError('session_not_found', 'That is none of them.');
  } finally {
    terminal.close();
  }
}

/** What the gateway knows of them, where one runs. */
async function sessionsOf(stateDir: string, ids: string[]): Promise<Map<string, Session>> {
  const gateway = await gatewayOn(stateDir);
  if (!gateway) return new Map();
  const known = await Promise.all(ids.map((id) => gateway.getSession(id).catch(() => undefined)));
  return new Map(known.flatMap((session) => (session ? [[session.id, session]] : [])));
}

function tmuxOn(stateDir: string): Tmux {
  return new Tmux({ folder: stateDir, environment: agentEnvironment(process.env) });
}
