// `npm run simulate`: runs the simulation of tests/simulation on all cores. `--runs 1000000` for a night, `--from 5000` to
// begin with another seed than 1, `--seed 123` to be told one run step by step.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fail, importTypeScript, installPackages, requireNode, say } from './workspace.mjs';

/** More would not be read. */
const mostTold = 5;

requireNode();
if (process.argv[2] === 'one' || process.argv[2] === 'many') await runSeeds();
else await runOnAllCores();

/** In a process of its own; tests/simulation/main.ts reads the arguments. */
async function runSeeds() {
  await importTypeScript('tests/simulation/main.ts');
  process.exit();
}

async function runOnAllCores() {
  installPackages();
  const { seed, runs, from } = readArguments();
  if (seed !== undefined) {
    const [code] = await once(fork(fileURLToPath(import.meta.url), ['one', String(seed)]), 'exit');
    process.exit(code ?? 1);
  }
  const startedAt = Date.now();
  const workers = Math.min(availableParallelism(), runs);
  const progress = Array.from({ length: workers }, () => ({ done: 0, steps: 0 }));
  const failures = [];
  const sum = (field) => progress.reduce((total, worker) => total + worker[field], 0);
  const report = setInterval(() => say(`${sum('done')} of ${runs} runs, ${failures.length} failed`), 10_000);
  const codes = await Promise.all(
    progress.map(async (_, index) => {
      const first = from + Math.floor((runs * index) / workers);
      const end = from + Math.floor((runs * (index + 1)) / workers);
      const worker = fork(fileURLToPath(import.meta.url), ['many', String(first), String(end - first)]);
      worker.on('message', ({ failure, ...counts }) => {
        if (failure === undefined) progress[index] = counts;
        else failures.push(failure);
        if (failure !== undefined && failures.length <= mostTold) console.log(`${failure}\n`);
      });
      const [code] = await once(worker, 'exit');
      return code;
    }),
  );
  clearInterval(report);
  const seconds = (Date.now() - startedAt) / 1000;
  const each = ((seconds * 1000 * workers) / runs).toFixed(1);
  console.log(
    `${sum('done')} runs, ${sum('steps')} steps, ${failures.length} failed; ` +
      `${seconds.toFixed(0)} s on ${workers} cores, ${each} ms each`,
  );
  const isWhole = sum('done') === runs && codes.every((code) => code === 0);
  if (!isWhole) say(`Only ${sum('done')} of ${runs} runs were made: a process ended before it was done.`);
  process.exit(failures.length === 0 && isWhole ? 0 : 1);
}

function readArguments() {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { seed: text, runs: text, from: text } });
  const number = (name, otherwise) => {
    if (values[name] === undefined) return otherwise;
    const value = Number(values[name]);
    return Number.isSafeInteger(value) && value > 0 ? value : fail(`--${name} takes a positive number.`);
  };
  return { seed: number('seed'), runs: number('runs', 10_000), from: number('from', 1) };
}
