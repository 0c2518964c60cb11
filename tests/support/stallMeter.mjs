// Loaded into a gateway's process ahead of the gateway (`node --import`): measures for how long nothing else could happen in it,
// and its memory. Told so with SIGUSR2, it writes both to a file that is named after the process, and begins anew.
import { renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const everyMs = 5;
let [longestStallMs, longestPauseMs] = [0, 0];
let mostRss = 0;
let last = { at: performance.now(), cpu: process.cpuUsage() };

// By the clock, and no more than the processor has worked meanwhile: on a busy machine others' work is none of its stalls.
setInterval(() => {
  const now = { at: performance.now(), cpu: process.cpuUsage() };
  const workedMs = (now.cpu.user + now.cpu.system - last.cpu.user - last.cpu.system) / 1000;
  longestStallMs = Math.max(longestStallMs, Math.min(now.at - last.at - everyMs, workedMs));
  longestPauseMs = Math.max(longestPauseMs, now.at - last.at - everyMs);
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
  last = now;
}, everyMs).unref();

process.on('SIGUSR2', () => {
  const path = join(tmpdir(), `beckon-stalls-${process.pid}.json`);
  writeFileSync(`${path}.new`, JSON.stringify({ longestStallMs, longestPauseMs, mostRss }));
  renameSync(`${path}.new`, path);
  [longestStallMs, longestPauseMs, mostRss] = [0, 0, 0];
});
