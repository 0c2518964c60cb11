// Every command with arguments that make no sense: what comes is a sentence, never a stack.
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { buildProgram } from '../../packages/gateway/src/cli/program.ts';
import { runBeckon } from '../support/commandLine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const env = { PATH: process.env['PATH'], HOME: folder.at('home'), BECKON_STATE_DIR: folder.at('state') };

/** The names of all commands, `hooks install` and the like too; `claude` takes whatever it is given. */
const commands = namesIn(buildProgram()).filter((name) => !['claude', 'complete'].includes(name));

function namesIn(command: ReturnType<typeof buildProgram>): string[] {
  return command.commands.flatMap((each) => [each.name(), ...namesIn(each).map((name) => `${each.name()} ${name}`)]);
}

/** A state directory in which nothing is as it should be. */
function brokenState(): string {
  const path = folder.at('broken');
  mkdirSync(`${path}/lock.db`, { recursive: true });
  mkdirSync(`${path}/token`, { recursive: true });
  mkdirSync(`${path}/beckon.db`, { recursive: true });
  writeFileSync(`${path}/gateway.json`, '{"pid": 1, "url": "nowhere"}');
  return path;
}

const nowhere = '/dev/null/x';

test.each(commands)('%s', async (name) => {
  const words = name.split(' ');
  const broken = brokenState();
  const runs = [
    [...words, '--nonsense'],
    [...words, 'zzzz', 'zzzz', 'zzzz', 'zzzz'],
    [...words, 'zzzz', '--state-dir', nowhere],
    [...words, 'zzzz', '--state-dir', broken],
    [...words, '--state-dir', broken],
  ];
  for (const args of runs) {
    const { code, stdout, stderr } = await runBeckon(args, { env });
    const output = `${stdout}${stderr}`;
    expect({ args, output }).not.toMatchObject({ output: expect.stringMatching(/^ {4}at /m) as string });
    if (code !== 0)
      expect({ args, stderr }).toMatchObject({ stderr: expect.stringMatching(/^(beckon|error): \S/) as string });
  }
});
