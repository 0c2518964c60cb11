// Whether this machine has what Beckon needs: a state directory that nobody else reads, claude with an account, and tmux.
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { BeckonError } from '@beckon/protocol';
import { claudeVersion, findClaude } from '../../drivers/terminal/claudeProgram.ts';
import { loginPath } from '../../drivers/terminal/tmux/loginPath.ts';
import { requireVersion, tmuxMissing } from '../../drivers/terminal/tmux/version.ts';
import { databasePath, tokenPath } from '../../stateDirectory.ts';
import { agentEnvironment, hasCredentials } from '../agentEnvironment.ts';
import type { Check } from './check.ts';
import { makeCheck } from './check.ts';

export function checkStateDirectory(path: string): Check {
  const check = (level: Check['level'], text: string) => makeCheck('state directory', level, text);
  try {
    const files = [tokenPath(path), databasePath(path)].filter((file) => existsSync(file));
    const open = [path, ...files].filter(isOpenToOthers);
    const [first] = open;
    if (first === undefined) return check('ok', `${path} is open to nobody else.`);
    const more = open.length > 1 ? ` and ${open.length - 1} more` : '';
    return check('problem', `${first}${more} can be read by other users of this machine: the next start closes it.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return check('note', `${path} is not there yet: the first start makes it.`);
    }
    return check('problem', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0;
}

export async function checkPrograms(environment: NodeJS.ProcessEnv): Promise<Check[]> {
  const own = agentEnvironment(environment);
  const env = { ...environment, PATH: await loginPath(own) };
  return [await checkClaude(env), checkAccount(environment), await checkTmux(env)];
}

async function checkClaude(env: NodeJS.ProcessEnv): Promise<Check> {
  return inWords('claude', 'problem', async () => {
    const program = findClaude(env['PATH'], env['BECKON_CLAUDE']);
    const version = (await claudeVersion(program, env)).trim();
    if (version === '') throw new BeckonError('agent_unavailable', `${program} does not run.`);
    return `${program} is ${version}.`;
  });
}

function checkAccount(environment: NodeJS.ProcessEnv): Check {
  return hasCredentials(agentEnvironment(environment))
    ? makeCheck('account', 'ok', 'Claude has an account or a key to work with.')
    : makeCheck(
        'account',
        'note',
        'No Claude credentials were found: sign in with “claude”, or agents run on the demo model.',
      );
}

async function checkTmux(env: NodeJS.ProcessEnv): Promise<Check> {
  return inWords('tmux', 'note', async () => {
    const printed = await promisify(execFile)('tmux', ['-V'], { env }).catch((cause: unknown) => {
      throw tmuxMissing(cause);
    });
    requireVersion(printed.stdout);
    return `${printed.stdout.trim()} runs sessions in terminals.`;
  });
}

/** `otherwise` is how bad it is where it does not work. */
async function inWords(about: string, otherwise: Check['level'], find: () => Promise<string>): Promise<Check> {
  try {
    return makeCheck(about, 'ok', await find());
  } catch (error) {
    return makeCheck(about, otherwise, error instanceof Error ? error.message : String(error));
  }
}
