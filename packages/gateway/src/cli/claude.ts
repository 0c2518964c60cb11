// `beckon claude`: `claude` as ever, in this folder, with this environment, its person's own settings and all of its own
// arguments, in a terminal that Beckon follows. What opens no session there is run as it stands.
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { HttpTransport, Session, StartingDesk } from '@beckon/protocol';
import { opensSession } from '../drivers/terminal/claudeArguments.ts';
import { defaultStateDir } from './defaultStateDir.ts';
import { runStraight } from './runStraight.ts';

export async function claude(given: readonly string[]): Promise<void> {
  const { own, args } = separate(given);
  const isAtTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!isAtTerminal || !opensSession(args)) return runStraight(args);
  await openSession(own, args);
}

/** Options of Beckon's, none of which `claude` has. */
interface OwnOptions {
  stateDir: string;
  /** As the settings say where left out. */
  sandbox?: boolean;
}

/** They come first: from the first word on that is not one of them, all is claude's. */
function separate(given: readonly string[]): { own: OwnOptions; args: string[] } {
  const args = [...given];
  const own: OwnOptions = { stateDir: process.env['BECKON_STATE_DIR'] || defaultStateDir };
  for (;;) {
    const [, attached] = /^--state-dir=(.+)$/.exec(args[0] ?? '') ?? [];
    if (args[0] === '--sandbox' || args[0] === '--no-sandbox') own.sandbox = args.shift() === '--sandbox';
    else if (attached !== undefined) {
      own.stateDir = attached;
      args.shift();
    } else if (args[0] === '--state-dir') own.stateDir = args.splice(0, 2)[1] ?? own.stateDir;
    else return { own: { ...own, stateDir: resolve(own.stateDir) }, args };
  }
}

async function openSession({ stateDir, sandbox }: OwnOptions, args: readonly string[]): Promise<void> {
  const { requireGateway, agentFolders } = await import('./connect.ts');
  const { sitDown, tellWhereItIs, tmuxOn } = await import('./desk.ts');
  const gateway = await requireGateway(stateDir);
  const session = await gateway.createSession({
    cwd: process.cwd(),
    driver: 'terminal',
    claudeArguments: [...args],
    desk: thisDesk(),
    ...(sandbox !== undefined && { sandbox }),
  });
  await untilOpened(gateway, session);
  const tmux = tmuxOn(stateDir);
  const folders = await agentFolders(gateway);
  process.exitCode = await sitDown(tmux, { sessionId: session.id, folders, isOwn: true });
  await tellWhereItIs(tmux, session.id);
}

function thisDesk(): StartingDesk {
  const { columns, rows } = process.stdout;
  return { environment: ownEnvironment(process.env), ...(columns > 1 && rows > 1 && { size: { columns, rows } }) };
}

/** What was here before Beckon, and npm where that has run it, added something. */
function ownEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const isThroughNpm = environment['BECKON_TYPED'] !== undefined;
  const isOwn = (name: string) => !name.startsWith('BECKON_') && !(isThroughNpm && name.startsWith('npm_'));
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && /^[A-Za-z_]\w*$/.test(name) && isOwn(name) ? [[name, value]] : [],
    ),
  );
}

/** Where its folder has to be asked about first, there is no terminal yet. */
async function untilOpened(gateway: HttpTransport, { id, asks }: Session): Promise<void> {
  const { BeckonError, comesBeforeAgent } = await import('@beckon/protocol');
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
