// `beckon serve`, the default command, and the options that it takes.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addReach } from './reachOptions.ts';
import type { ServeOptions } from './serve.ts';

export function addServe(program: Command, stateDir: Option): void {
  const command = program
    .command('serve', { isDefault: true })
    .description('run the gateway and its page (the default)')
    .addOption(new Option('--port <number>', 'port to listen on').env('BECKON_PORT').default(4517).argParser(readPort));
  addReach(command)
    .addOption(stateDir)
    .option('--demo', 'run the real agent on a scripted demo model, in a scratch workspace', false)
    .option('--no-open', 'do not open a browser')
    .addOption(
      new Option(
        '--ask-limit <minutes>',
        'how long an agent waits for an answer; 0 is for ever (default: as set on the page, 10 until then)',
      )
        .env('BECKON_ASK_LIMIT')
        .argParser(readMinutes),
    )
    .addOption(
      new Option(
        '--when-unanswered <what>',
        'what comes then: `park` ends its process and keeps the ask, whose answer brings the agent back; `deny` tells the agent no (default: as set on the page, `park` until then)',
      )
        .env('BECKON_WHEN_UNANSWERED')
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
      new Option(
        '--claude <path>',
        'the claude executable to run instead of the one that comes with the Agent SDK',
      ).env('BECKON_CLAUDE'),
    )
    .addOption(new Option('--log-level <level>').env('BECKON_LOG_LEVEL').default('warn').choices(logLevels))
    .action(async (options: ServeOptions) => {
      const { serve } = await import('./serve.ts');
      await serve({ ...options, stateDir: resolve(options.stateDir) });
    });
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'];

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
