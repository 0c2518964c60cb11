// How long some work keeps everything else in this process waiting, in milliseconds of work: what other processes do to the
// clock meanwhile does not count.
import { setImmediate } from 'node:timers/promises';

export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const before = process.cpuUsage();
      await setImmediate();
      const { user, system } = process.cpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  };
  const watching = watch();
  await work();
  isOver = true;
  await watching;
  return longest;
}
