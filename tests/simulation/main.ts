// Runs seeds one after another for `npm run simulate`: one of them, told step by step, or a range, counted.
import { reportFailure } from './report.ts';
import { simulate } from './simulate.ts';

const [, , mode, first = '1', count = '1'] = process.argv;
if (mode === 'one') await tell(Number(first));
else await runAll(Number(first), Number(count));

async function tell(seed: number): Promise<void> {
  const run = await simulate(seed);
  process.stdout.write(
    run.failure
      ? `${reportFailure(run, Infinity)}\n`
      : `${run.trace.join('\n')}\nseed ${seed}: every promise was kept\n`,
  );
  process.exitCode = run.failure ? 1 : 0;
}

async function runAll(from: number, runs: number): Promise<void> {
  for (let seed = from, steps = 0; seed < from + runs; seed++) {
    const run = await simulate(seed);
    steps += run.trace.length;
    if (run.failure) process.send?.({ failure: reportFailure(run) });
    const isDue = (seed - from) % 500 === 499 || seed === from + runs - 1;
    if (isDue) process.send?.({ done: seed - from + 1, steps });
  }
}
