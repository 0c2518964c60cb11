// The command line: what each command is called and takes. What it does is in a file of its own, which is loaded when the
// command is run and not before: most of the time that a command takes is spent on loading.
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { AnswerOptions } from './answer.ts';
import type { AsksOptions, StatusOptions } from './asks.ts';
import { defaultSettingsPath } from './defaultSettingsPath.ts';
import { defaultStateDir } from './defaultStateDir.ts';
import type { ExportOptions } from './export.ts';
import type { HooksOptions } from './hooks.ts';
import type { LogOptions } from './log.ts';
import { misuseSentence } from './misuse.ts';
import { momentFrom } from './moment.ts';
import type { PairOptions } from './pair.ts';
import type { SearchOptions } from './search.ts';
import { addServe } from './serveCommand.ts';
import { version } from './version.ts';

interface Common {
  stateDir: string;
}
interface Listing extends Common {
  json: boolean;
}

/** The protocol's, which is not loaded here. */
const logKinds = ['answers', 'agents', 'access', 'gateway', 'receipts'];

/** What the words of an argument name, for completion. */
const asSession = 'the beginning of a session’s id';

export function buildProgram(): Command {
  const program = new Command('beckon')
    .description('Brings what your coding agents wait for to you, and your answer back to them.')
    .version(version)
    .configureOutput({ outputError: (text, write) => write(misuseSentence(text)) })
    .enablePositionalOptions();
  const stateDir = new Option('--state-dir <folder>', 'where Beckon keeps everything')
    .env('BECKON_STATE_DIR')
    .default(defaultStateDir);
  addServe(program, stateDir);
  addTerminals(program, stateDir);
  addAsks(program, stateDir);
  addSessions(program, stateDir);
  addAccess(program, stateDir);
  addLog(program, stateDir);
  addSearch(program, stateDir);
  addExport(program, stateDir);
  addHooks(program, stateDir);
  addCompletion(program);
  return program;
}

function addTerminals(program: Command, stateDir: Option): void {
  program
    .command('claude')
    .argument('[arguments...]', 'claude’s own arguments')
    .description('run claude as ever, in this folder and this terminal, with all of its own arguments')
    // All of them are claude's; they are read from the command line as they stand.
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async () => {
      const { claude } = await import('./claude.ts');
      await claude(process.argv.slice(3));
    });

  program
    .command('attach')
    .argument('[session]', asSession)
    .description('sit down at the terminal of a session')
    .addOption(stateDir)
    .option('--json', 'do not sit down; say how to, one JSON object a line', false)
    .action(async (session: string | undefined, options: Listing) => {
      const { attach } = await import('./attach.ts');
      await attach(session, located(options));
    });

  program
    .command('kill')
    .argument('<session>', asSession)
    .description('end a session, its agent too, and take it off the list')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (session: string, options: Listing) => {
      const { kill } = await import('./kill.ts');
      await kill(session, located(options));
    });
}

function addAsks(program: Command, stateDir: Option): void {
  program
    .command('asks')
    .description('print what waits for you, oldest first')
    .addOption(stateDir)
    .option('--watch', 'stay, and print what comes and what becomes of it', false)
    .option('--json', 'one JSON object a line', false)
    .action(async (options: AsksOptions) => {
      const { printAsks } = await import('./asks.ts');
      await printAsks(located(options));
    });

  program
    .command('answer')
    .argument('<ask>', 'the beginning of an ask’s id')
    .argument(
      '<answer...>',
      '`approve`, `deny`, `without-settings` (of a folder), or an answer to each question, in their order',
    )
    .description('answer what an agent waits for')
    .addOption(stateDir)
    .option('--message <text>', 'why not, for the agent to read')
    .option('--always', 'also allow from now on what the ask offers to always allow', false)
    .action(async (ask: string, words: string[], options: AnswerOptions) => {
      const { answer } = await import('./answer.ts');
      await answer(ask, words, located(options));
    });

  program
    .command('status')
    .description('say how much waits for you')
    .addOption(stateDir)
    .option('--short', 'for a status line: “2 wait”, or nothing', false)
    .option('--json', 'as JSON', false)
    .action(async (options: StatusOptions) => {
      const { printStatus } = await import('./asks.ts');
      await printStatus(located(options));
    });
}

function addSessions(program: Command, stateDir: Option): void {
  program
    .command('ls')
    .description('list sessions, those that wait for you first')
    .addOption(stateDir)
    .option('--json', 'one JSON object a line', false)
    .action(async (options: Listing) => {
      const { listSessions } = await import('./sessions.ts');
      await listSessions(located(options));
    });

  program
    .command('send')
    .argument('<session>', asSession)
    .argument('<text>', 'what to say to the agent')
    .description('send a message to a session')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (session: string, text: string, options: Listing) => {
      const { send } = await import('./sessions.ts');
      await send(session, text, located(options));
    });

  program
    .command('wait')
    .argument('<session>', asSession)
    .description('wait until a session is ready (exit code 0), needs you (3) or has ended (4)')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (session: string, options: Listing) => {
      const { wait } = await import('./sessions.ts');
      await wait(session, located(options));
    });
}

function addAccess(program: Command, stateDir: Option): void {
  program
    .command('link')
    .description('print a one-time link that signs a further browser in to the running gateway')
    .addOption(stateDir)
    .action(async (options: Common) => {
      const { link } = await import('./link.ts');
      await link(located(options).stateDir);
    });

  program
    .command('pair')
    .description('show a QR code and a link that let a phone in, and wait until it has used it')
    .addOption(stateDir)
    .option('--address <url>', 'where the phone reaches the gateway, if not at the best of its addresses')
    .option('--name <name>', 'what the phone is to be called, unless it says otherwise')
    .option('--json', 'one JSON object a line: the link, then what became of it', false)
    .action(async (options: PairOptions) => {
      const { pair } = await import('./pair.ts');
      await pair(located(options));
    });

  const devices = program
    .command('devices')
    .description('list the devices that are signed in to the running gateway')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (options: Listing) => {
      const { listDevices } = await import('./devices.ts');
      await listDevices(located(options));
    });

  devices
    .command('remove')
    .argument('<id>', 'the device’s id, or how that begins')
    .description('sign a device out for good')
    .addOption(stateDir)
    .action(async (id: string, options: Common) => {
      const { removeDevice } = await import('./devices.ts');
      await removeDevice(located(options).stateDir, id);
    });

  const settings = program
    .command('settings')
    .description('list what is kept for all devices: how long agents wait, what new sessions start with, the theme')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (options: Listing) => {
      const { listSettings } = await import('./settings.ts');
      await listSettings(located(options));
    });

  settings
    .command('get')
    .argument('<name>', 'the setting’s name')
    .description('print one of them')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (name: string, options: Listing) => {
      const { getSetting } = await import('./settings.ts');
      await getSetting(name, located(options));
    });

  settings
    .command('set')
    .argument('<name>', 'the setting’s name')
    .argument('<value>', 'what it is to be; “default” for the driver’s own mode or the agent’s own model')
    .description('set one of them, for all devices')
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (name: string, value: string, options: Listing) => {
      const { setSetting } = await import('./settings.ts');
      await setSetting({ name, value }, located(options));
    });

  program
    .command('doctor')
    .description(
      'check that everything is there, and that each address leads here; exit code 1 where something is wrong',
    )
    .addOption(stateDir)
    .option('--json', 'as JSON', false)
    .action(async (options: Listing) => {
      const { doctor } = await import('./doctor.ts');
      await doctor(located(options));
    });

  program
    .command('token')
    .description('say where the token is that lets programs in')
    .addOption(stateDir)
    .option('--rotate', 'replace it, which ends whatever uses the old one', false)
    .action(async (options: Common & { rotate: boolean }) => {
      const { token } = await import('./token.ts');
      await token(located(options));
    });
}

function addLog(program: Command, stateDir: Option): void {
  program
    .command('log')
    .description('print what was asked, answered, granted, started and stopped; oldest first')
    .addOption(stateDir)
    .option('--json', 'one JSON object a line', false)
    .option('--since <when>', 'a date, a time, or how long ago: 2026-11-15, 2026-11-15T14:00, 30m, 2h, 3d', readSince)
    .option('--session <id>', 'of one session: its id, or how that begins')
    .addOption(new Option('--kind <kind...>', 'only entries of these kinds').choices(logKinds))
    .action(async (options: LogOptions) => {
      const { printLog } = await import('./log.ts');
      await printLog(located(options));
    });
}

function addSearch(program: Command, stateDir: Option): void {
  program
    .command('search')
    .argument('<query...>', 'words, \'"an exact phrase"\', folder:, tool:, before:, after:, is:asked, is:denied')
    .description('find what was ever said or done in any session, and what was asked; the latest first')
    .addOption(stateDir)
    .option('--json', 'one JSON object a line', false)
    .addOption(new Option('--limit <number>', 'how many to show at most, up to 100').default(20).argParser(readLimit))
    .action(async (query: string[], options: SearchOptions) => {
      const { search } = await import('./search.ts');
      await search(query, located(options));
    });
}

function addExport(program: Command, stateDir: Option): void {
  program
    .command('export')
    .argument('<session>', asSession)
    .description('write a session’s conversation as Markdown or as one HTML page')
    .addOption(stateDir)
    .addOption(new Option('--format <format>').choices(['markdown', 'html']).default('markdown'))
    .option('--out <file>', 'the file to write; standard output without it')
    .action(async (session: string, options: ExportOptions) => {
      const { exportSession } = await import('./export.ts');
      await exportSession(session, located(options));
    });
}

function addHooks(program: Command, stateDir: Option): void {
  const hooks = program
    .command('hooks')
    .description('let sessions of `claude` that you start yourself appear in Beckon');
  const settings = new Option('--settings <file>', 'the settings file').default(defaultSettingsPath(process.env));
  const add = (name: string, description: string) =>
    hooks.command(name).description(description).addOption(settings).addOption(stateDir);
  const change = (name: 'install' | 'uninstall', description: string) =>
    add(name, description)
      .option('--yes', 'do not ask', false)
      .option('--dry-run', 'show the change, and change nothing', false)
      .action(async (options: HooksOptions) => {
        const { installUserHooks, uninstallUserHooks } = await import('./hooks.ts');
        const act = name === 'install' ? installUserHooks : uninstallUserHooks;
        await act({ ...located(options), settings: resolve(options.settings) });
      });
  change('install', 'put Beckon’s hooks into your Claude settings, after showing the change');
  change('uninstall', 'take them out again, and nothing else');
  add('status', 'say whether they are installed, and when one last arrived').action(
    async (options: Common & { settings: string }) => {
      const { hooksStatus } = await import('./hooksStatus.ts');
      await hooksStatus({ ...located(options), settings: resolve(options.settings) });
    },
  );
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .argument('<shell>', '`bash`, `zsh` or `fish`')
    .description('print what makes a shell complete Beckon’s commands, options and sessions')
    .action(async (shell: string) => {
      const { printCompletion } = await import('./completion.ts');
      printCompletion(shell);
    });

  // What the shells' scripts run, with the words up to the cursor.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async () => {
      const { complete } = await import('./complete.ts');
      await complete(buildProgram(), process.argv.slice(4));
    });
}

function located<T extends Common>(options: T): T {
  return { ...options, stateDir: resolve(options.stateDir) };
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}

function readSince(text: string): number {
  const since = momentFrom(text, Date.now());
  if (since !== undefined) return since;
  throw new InvalidArgumentError('Give a date, a time, or how long ago: 2026-11-15, 2026-11-15T14:00, 30m, 2h, 3d.');
}
