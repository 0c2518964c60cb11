#!/usr/bin/env node
// The command line: what each command is called and takes. What it does is in a file of its own.
import { resolve } from 'node:path';
import { BeckonError } from '@beckon/protocol';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ClaudeMode } from '../drivers/claude/modes.ts';
import type { AnswerOptions } from './answer.ts';
import { answer } from './answer.ts';
import { printAsks, printStatus } from './asks.ts';
import { defaultStateDir } from './defaultStateDir.ts';
import { listDevices, removeDevice } from './devices.ts';
import { installUserHooks, uninstallUserHooks } from './hooks.ts';
import { defaultSettingsPath } from './hooksFile.ts';
import { hooksStatus } from './hooksStatus.ts';
import { link } from './link.ts';
import { momentFrom, printLog } from './log.ts';
import { serve } from './serve.ts';
import { listSessions, send, wait } from './sessions.ts';
import { attach, claude } from './terminals.ts';
import { token } from './token.ts';
import { version } from './version.ts';

const program = new Command('beckon')
  .description('Brings what your coding agents wait for to you, and your answer back to them.')
  .version(version)
  .enablePositionalOptions();

const stateDir = new Option('--state-dir <folder>', 'where Beckon keeps everything')
  .env('BECKON_STATE_DIR')
  .default(defaultStateDir);

program
  .command('serve', { isDefault: true })
  .description('run the gateway and its page (the default)')
  .addOption(new Option('--port <number>', 'port to listen on').env('BECKON_PORT').default(4517).argParser(readPort))
  .addOption(new Option('--host <address>', 'address to listen on').env('BECKON_HOST').default('127.0.0.1'))
  .addOption(stateDir)
  .option('--allow-host <name>', 'a further name by which browsers reach this gateway; may be repeated', collect, [])
  .option('--demo', 'run the real agent on a scripted demo model, in a scratch workspace', false)
  .option('--no-open', 'do not open a browser')
  .addOption(
    new Option('--ask-limit <minutes>', 'how long an agent waits for an answer; 0 is for ever')
      .env('BECKON_ASK_LIMIT')
      .default(10)
      .argParser(readMinutes),
  )
  .addOption(
    new Option(
      '--when-unanswered <what>',
      'what comes then: `park` ends its process and keeps the ask, whose answer brings the agent back; `deny` tells the agent no',
    )
      .env('BECKON_WHEN_UNANSWERED')
      .default('park')
      .choices(['park', 'deny']),
  )
  .addOption(
    new Option(
      '--idle-limit <minutes>',
      'end an agent that has had nothing to do for this long; a message brings it back',
    )
      .env('BECKON_IDLE_LIMIT')
      .default(30)
      .argParser(readMinutes),
  )
  .addOption(
    new Option(
      '--max-agents <number>',
      'how many agents run at once; others wait for room (default: as many as half of the memory holds, at least 4)',
    )
      .env('BECKON_MAX_AGENTS')
      .argParser(readCount),
  )
  .addOption(
    new Option(
      '--keep-days <days>',
      'forget asks that are over, the log of them, and sessions at rest after this long; 0 never does',
    )
      .env('BECKON_KEEP_DAYS')
      .default(90)
      .argParser(readDays),
  )
  .addOption(
    new Option('--claude <path>', 'the claude executable to run instead of the one that comes with the Agent SDK').env(
      'BECKON_CLAUDE',
    ),
  )
  .addOption(new Option('--log-level <level>').env('BECKON_LOG_LEVEL').default('warn').choices(logLevels()))
  .action((options: Parameters<typeof serve>[0]) => serve({ ...options, stateDir: resolve(options.stateDir) }));

program
  .command('claude')
  .argument('[arguments...]', 'claude’s own arguments, after --')
  .description('start a session as claude in a terminal, in this folder, and attach to it right here')
  .addOption(stateDir)
  .option('--model <name>', 'the model to start with')
  .addOption(new Option('--permission-mode <mode>', 'the permission mode to start in').choices(ClaudeMode.options))
  .option('--sandbox', 'run its commands in a sandbox, or not at all')
  .option('--no-sandbox', 'run its commands without a sandbox, whatever the settings say')
  .action((claudeArguments: string[], options: Omit<Parameters<typeof claude>[0], 'claudeArguments'>) =>
    claude({ ...options, claudeArguments, stateDir: resolve(options.stateDir) }),
  );

program
  .command('attach')
  .argument('[session]', 'the beginning of a session’s id')
  .description('sit down at the terminal of a session')
  .addOption(stateDir)
  .action((session: string | undefined, options: { stateDir: string }) => attach(resolve(options.stateDir), session));

program
  .command('link')
  .description('print a one-time link that signs a further browser in to the running gateway')
  .addOption(stateDir)
  .action((options: { stateDir: string }) => link(resolve(options.stateDir)));

const devices = program
  .command('devices')
  .description('list the devices that are signed in to the running gateway')
  .addOption(stateDir)
  .option('--json', 'as JSON', false)
  .action((options: { stateDir: string; json: boolean }) =>
    listDevices({ ...options, stateDir: resolve(options.stateDir) }),
  );

devices
  .command('remove')
  .argument('<id>', 'the device’s id, or how that begins')
  .description('sign a device out for good')
  .addOption(stateDir)
  .action((id: string, options: { stateDir: string }) => removeDevice(resolve(options.stateDir), id));

program
  .command('token')
  .description('say where the token is that lets programs in')
  .addOption(stateDir)
  .option('--rotate', 'replace it, which ends whatever uses the old one', false)
  .action((options: { stateDir: string; rotate: boolean }) =>
    token({ ...options, stateDir: resolve(options.stateDir) }),
  );

program
  .command('log')
  .description('print what was asked, answered, granted, started and stopped; oldest first')
  .addOption(stateDir)
  .option('--json', 'one JSON object a line', false)
  .option('--since <when>', 'a date, a time, or how long ago: 2026-11-15, 2026-11-15T14:00, 30m, 2h, 3d', readSince)
  .option('--session <id>', 'of one session: its id, or how that begins')
  .action((options: Parameters<typeof printLog>[0]) => printLog({ ...options, stateDir: resolve(options.stateDir) }));

program
  .command('asks')
  .description('print what waits for you, oldest first')
  .addOption(stateDir)
  .option('--watch', 'stay, and print what comes and what becomes of it', false)
  .option('--json', 'one JSON object a line', false)
  .action((options: Parameters<typeof printAsks>[0]) => printAsks({ ...options, stateDir: resolve(options.stateDir) }));

program
  .command('answer')
  .argument('<ask>', 'the beginning of an ask’s id')
  .argument('<answer...>', '`approve`, `deny`, or an answer to each question, in their order')
  .description('answer what an agent waits for')
  .addOption(stateDir)
  .option('--message <text>', 'why not, for the agent to read')
  .option('--always', 'also allow from now on what the ask offers to always allow', false)
  .action((ask: string, words: string[], options: AnswerOptions) =>
    answer(ask, words, { ...options, stateDir: resolve(options.stateDir) }),
  );

program
  .command('status')
  .description('say how much waits for you')
  .addOption(stateDir)
  .option('--short', 'for a status line: “2 wait”, or nothing', false)
  .option('--json', 'as JSON', false)
  .action((options: Parameters<typeof printStatus>[0]) =>
    printStatus({ ...options, stateDir: resolve(options.stateDir) }),
  );

program
  .command('ls')
  .description('list sessions, those that wait for you first')
  .addOption(stateDir)
  .option('--json', 'one JSON object a line', false)
  .action((options: Parameters<typeof listSessions>[0]) =>
    listSessions({ ...options, stateDir: resolve(options.stateDir) }),
  );

program
  .command('send')
  .argument('<session>', 'the beginning of a session’s id')
  .argument('<text>', 'what to say to the agent')
  .description('send a message to a session')
  .addOption(stateDir)
  .action((session: string, text: string, options: { stateDir: string }) =>
    send(session, text, { stateDir: resolve(options.stateDir) }),
  );

program
  .command('wait')
  .argument('<session>', 'the beginning of a session’s id')
  .description('wait until a session is ready (exit code 0), needs you (3) or has ended (4)')
  .addOption(stateDir)
  .option('--json', 'as JSON', false)
  .action((session: string, options: { stateDir: string; json: boolean }) =>
    wait(session, { ...options, stateDir: resolve(options.stateDir) }),
  );

const hooks = program.command('hooks').description('let sessions of `claude` that you start yourself appear in Beckon');

hooksCommand('install', 'put Beckon’s hooks into your Claude settings, after showing the change')
  .option('--yes', 'do not ask', false)
  .action((options: HooksArguments & { yes: boolean }) => installUserHooks(resolved(options)));

hooksCommand('uninstall', 'take them out again, and nothing else')
  .option('--yes', 'do not ask', false)
  .action((options: HooksArguments & { yes: boolean }) => uninstallUserHooks(resolved(options)));

hooksCommand('status', 'say whether they are installed, and when one last arrived').action((options: HooksArguments) =>
  hooksStatus(resolved(options)),
);

program.parseAsync().catch((thrown: unknown) => {
  const error = BeckonError.from(thrown);
  process.stderr.write(
    `beckon: ${error.code === 'internal' && !(thrown instanceof BeckonError) ? describe(thrown) : error.message}\n`,
  );
  process.exitCode = error.code === 'already_answered' || error.code === 'ask_withdrawn' ? tooLate : 1;
});

/** For scripts: somebody else was first, or nobody waits any more. */
const tooLate = 2;

interface HooksArguments {
  stateDir: string;
  settings: string;
}

function hooksCommand(name: string, description: string): Command {
  const settings = new Option('--settings <file>', 'the settings file').default(defaultSettingsPath(process.env));
  return hooks.command(name).description(description).addOption(settings).addOption(stateDir);
}

function resolved<T extends HooksArguments>(options: T): T {
  return { ...options, stateDir: resolve(options.stateDir), settings: resolve(options.settings) };
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() !== '' && Number.isFinite(minutes) && minutes >= 0) return minutes;
  throw new InvalidArgumentError('It must be a number of minutes, 0 or more.');
}

function readCount(text: string): number {
  const count = Number(text);
  if (/^\d{1,6}$/.test(text) && count > 0) return count;
  throw new InvalidArgumentError('It must be a whole number, 1 or more.');
}

function readDays(text: string): number {
  const days = Number(text);
  if (text.trim() !== '' && Number.isFinite(days) && days >= 0) return days;
  throw new InvalidArgumentError('It must be a number of days, 0 or more.');
}

function readSince(text: string): number {
  const since = momentFrom(text, Date.now());
  if (since !== undefined) return since;
  throw new InvalidArgumentError('Give a date, a time, or how long ago: 2026-11-15, 2026-11-15T14:00, 30m, 2h, 3d.');
}

function collect(name: string, names: string[]): string[] {
  return [...names, name];
}

function logLevels(): string[] {
  return ['silent', 'error', 'warn', 'info', 'debug'];
}
