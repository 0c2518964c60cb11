// `beckon serve`: opens the state directory, the gateway and the HTTP server, in that order, and closes them in the
// other.
import type { WhenUnanswered } from '@beckon/protocol';
import { wayOf } from '@beckon/protocol';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectsFolder } from '../drivers/claudeFolder.ts';
import { createSdkDriver } from '../drivers/sdk/sdkDriver.ts';
import { TerminalDriver } from '../drivers/terminal/terminalDriver.ts';
import { openGateway } from '../gateway.ts';
import { createLog } from '../logger.ts';
import type { Limits } from '../house.ts';
import { isWithinReach } from '../privateFolder.ts';
import { readPushOrigins } from '../notify/outbound.ts';
import type { GivenSettings } from '../settings.ts';
import { settleInTurn } from '../settling.ts';
import type { StateDirectory } from '../stateDirectory.ts';
import { openStateDirectory } from '../stateDirectory.ts';
import { serveGateway } from '../serveGateway.ts';
import { addressLines } from './addressLines.ts';
import { agentEnvironment, hasCredentials } from './agentEnvironment.ts';
import { openBrowser } from './browser.ts';
import { startDemo } from './demo.ts';
import { linkCommand } from './linkCommand.ts';
import type { ReachOptions } from './reachOptions.ts';
import { tlsFrom } from './tlsFiles.ts';
import { version } from './version.ts';

export interface ServeOptions extends ReachOptions {
  port: number;
  stateDir: string;
  demo: boolean;
  open: boolean;
  /** In minutes; 0 waits for ever. What is not given is as it is set. */
  askLimit?: number;
  whenUnanswered?: WhenUnanswered;
  /** In minutes. */
  idleLimit: number;
  maxAgents?: number;
  /** 0 for ever. */
  keepDays: number;
  claude?: string;
  logLevel: string;
}

/** Whatever ends it, a signal or a failure to start, what it has opened is closed again, the last first. */
export async function serve(options: ServeOptions): Promise<void> {
  // Listened for from the first moment: a start that is cut short leaves things in good order too.
  const stopping = stopSignal();
  const closers: (() => unknown)[] = [];
  const run = async () => {
    await open(options, closers, stopping);
    if (!stopping.aborted) await once(stopping, 'abort');
  };
  await settleInTurn([run, () => settleInTurn(closers.toReversed())]);
}

async function open(options: ServeOptions, closers: (() => unknown)[], stopping: AbortSignal): Promise<void> {
  const log = createLog(options.logLevel);
  const tls = tlsFrom(options);
  const state = await openStateDirectory(options.stateDir);
  closers.push(() => state.release());
  const inherited = agentEnvironment(process.env);
  const isDemo = options.demo || !hasCredentials(inherited);
  const demo = isDemo ? await startDemo(state.path, inherited) : undefined;
  closers.push(() => demo?.model.close());

  const driver = createSdkDriver({
    env: demo?.environment ?? inherited,
    privateFolder: state.privateFolder,
    leftoversFolder: join(state.path, 'agents'),
    onTrouble: (error) => log.warn({ error }, 'could not note an agent'),
    ...(options.claude !== undefined && { claudePath: options.claude }),
  });
  const terminals = new TerminalDriver({
    stateDir: state.path,
    privateFolder: state.privateFolder,
    env: demo?.environment ?? inherited,
    ...(options.claude !== undefined && { claudePath: options.claude }),
    onTrouble: (error) => log.warn({ error }, 'trouble with a terminal'),
  });
  const gateway = await openGateway({
    drivers: [driver, terminals],
    about: { version, defaultCwd: demo?.workspace ?? process.cwd(), ...(demo && { demo: demo.about }) },
    databasePath: state.databasePath,
    pastFolder: state.path,
    isNearBeckon: (folder) => isWithinReach(state.privateFolder, folder),
    search: { indexPath: state.searchIndexPath, projects: projectsFolder(demo?.environment ?? inherited) },
    limits: limitsFrom(options),
    givenSettings: givenSettings(options),
    outbound: { pushOrigins: readPushOrigins(process.env['BECKON_PUSH_ORIGINS']) },
    keepDays: options.keepDays,
    log,
  });
  closers.push(async () => {
    await gateway.close();
    process.stdout.write(parkedWords(gateway.parts.ledger.openAsks().filter((ask) => wayOf(ask) !== 'direct').length));
  });
  if (gateway.warning !== undefined) process.stderr.write(`beckon: ${gateway.warning}\n`);
  const server = await serveGateway(gateway, {
    token: state.token,
    keepToken: (token) => state.replaceToken(token),
    linkCommand: linkCommand(options),
    log,
    host: options.host,
    port: options.port,
    allowedHosts: options.allowHost,
    trustedProxies: options.trustedProxy,
    ...(options.publicUrl !== undefined && { publicUrl: options.publicUrl }),
    ...(tls && { tls }),
  });
  closers.push(() => server.close());
  announce(state, server.url);
  if (stopping.aborted) return;

  const url = server.signInUrl();
  process.stdout.write(`${url}\n`);
  const openAsks = gateway.parts.ledger.openAsks().length;
  const lines = [...greeting(options, demo?.about.howToSignIn, openAsks), ...addressLines(server.addresses())];
  process.stdout.write(`${lines.join('\n')}\n\nPress Ctrl-C to stop.\n`);
  if (options.open) leadBrowserTo(url, options.stateDir, closers);
}

/** Without a browser the link is on the screen all the same. */
function leadBrowserTo(url: string, stateDir: string, closers: (() => unknown)[]): void {
  try {
    const opened = openBrowser(url, stateDir);
    closers.push(() => opened[Symbol.dispose]());
  } catch (error) {
    process.stderr.write(
      `beckon: could not open a browser: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}

/** On a disk that is full what waits can still be shown and, once there is room again, answered. */
function announce(state: StateDirectory, url: string): void {
  try {
    state.announce(url);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`beckon: other commands, such as \`link\`, will not find this gateway: ${why}\n`);
  }
}

function givenSettings({ askLimit, whenUnanswered }: ServeOptions): GivenSettings {
  return {
    ...(askLimit !== undefined && { askLimitMinutes: { value: askLimit, words: `--ask-limit ${askLimit}` } }),
    ...(whenUnanswered && { whenUnanswered: { value: whenUnanswered, words: `--when-unanswered ${whenUnanswered}` } }),
  };
}

function limitsFrom({ idleLimit, maxAgents }: ServeOptions): Partial<Limits> {
  return {
    idleAfterMs: idleLimit * 60_000,
    ...(maxAgents !== undefined && { maxAgents }),
  };
}

function parkedWords(count: number): string {
  if (count === 0) return '';
  const asks = count === 1 ? '1 ask is parked: its answer' : `${count} asks are parked: an answer`;
  return `${asks} brings the agent back, after the next start.\n`;
}

function greeting(options: ServeOptions, howToSignIn: string | undefined, openAsks: number): string[] {
  const lines = [
    '',
    `Beckon ${version} is running. Open the link above: it signs one browser in, once.`,
    `State: ${options.stateDir}`,
  ];
  if (openAsks > 0) lines.push(`${openAsks === 1 ? '1 ask waits' : `${openAsks} asks wait`} for your answer.`);
  if (howToSignIn !== undefined) {
    const why = options.demo ? '' : ', because no Claude credentials were found';
    lines.push(`The real agent runs on a demo model in a scratch workspace${why}.`, howToSignIn);
  }
  return lines;
}

/** The first signal stops in good order; the second at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      process.stdout.write('Stopping; the sessions will be there again with the next start.\n');
      stopping.abort();
    });
  }
  return stopping.signal;
}
