// The hook commands that wait for an answer, found by the state directory that they report to.
import { execFileSync } from 'node:child_process';
import { hookScriptName } from '../../packages/gateway/src/drivers/terminal/hooks/hookScript.ts';

export function waitingHookPids(stateDir: string): number[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`/${hookScriptName} PermissionRequest ${stateDir}/`))
    .map((line) => Number.parseInt(line, 10));
}

export function killWaitingHooks(stateDir: string): void {
  const pids = waitingHookPids(stateDir);
  if (pids.length === 0) throw new Error('no hook waits');
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}
