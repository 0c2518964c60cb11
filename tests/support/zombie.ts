// A process that was killed and whose parent never asks how it ended, as tmux sometimes leaves `claude`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Child extends AsyncDisposable {
  pid: number;
  /** Resolves once it is a zombie. */
  kill(): Promise<void>;
}

/** It runs until it is killed. Its parent has given its place to a program that knows of no child. */
export async function unburiedChild(): Promise<Child> {
  const parent = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  // A shell that has not given its place away yet would ask.
  while (readFileSync(`/proc/${parent.pid}/comm`, 'latin1') !== 'sleep\n') await sleep(5);
  return {
    pid,
    async kill() {
      process.kill(pid, 'SIGKILL');
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) await sleep(5);
    },
    async [Symbol.asyncDispose]() {
      parent.kill('SIGKILL');
      await once(parent, 'exit');
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It was killed before, and is buried now.
      }
    },
  };
}

export async function leaveZombie(): Promise<Child> {
  const child = await unburiedChild();
  await child.kill();
  return child;
}
