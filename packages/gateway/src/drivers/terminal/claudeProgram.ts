// Which `claude` a terminal runs: the user's own where it is on their PATH, else the one that comes with the Agent SDK.
import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { BeckonError } from '@beckon/protocol';

export function findClaude(path: string | undefined, wanted: string | undefined): string {
  const found = wanted ?? onPath(path ?? '') ?? withSdk();
  if (found !== undefined && isProgram(found)) return found;
  throw new BeckonError(
    'agent_unavailable',
    wanted === undefined
      ? 'There is no `claude` on the PATH of your login shell, and none came with Beckon. Install Claude Code, or say with --claude where it is.'
      : `${wanted} is missing or cannot be run. Check the path given with --claude.`,
  );
}

/** What it prints as its version, for example `2.1.325 (Claude Code)`; nothing where it does not say. */
export async function claudeVersion(program: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return (await promisify(execFile)(program, ['--version'], { env, timeout: 10_000 })).stdout;
  } catch {
    return '';
  }
}

function onPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, 'claude'))
    .find(isProgram);
}

function withSdk(): string | undefined {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk'));
  const platform = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
  for (const name of [platform, `${platform}-musl`]) {
    try {
      return resolve(`${name}/claude`);
    } catch {
      // Not the one for this machine.
    }
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
