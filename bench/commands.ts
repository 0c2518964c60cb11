// What a command of the user's costs, from its start to its end, with a gateway that runs: each against `node -e 0` in the
// same run, since the machine may be busy.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startBeckon } from '../tests/support/beckon.ts';
import type { Ratio } from './measure.ts';
import { median, timed } from './measure.ts';

const rounds = 21;
const program = fileURLToPath(new URL('../packages/gateway/dist/command/main.js', import.meta.url));

/** Where nothing else runs, Node starts in 40 ms: this is 150 ms there. */
const limit = 3.75;

const commands = [['--version'], ['status'], ['ls'], ['complete', '--', 'attach', '']];

export async function benchCommands(): Promise<Ratio[]> {
  await using beckon = await startBeckon();
  const env = { ...process.env, BECKON_STATE_DIR: beckon.stateDir };
  const run = (...args: string[]) => timed(() => spawnSync(process.execPath, args, { env, stdio: 'ignore' }));
  const bare: number[] = [];
  const ours = commands.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    bare.push(await run('-e', '0'));
    for (const [index, args] of commands.entries()) ours[index]?.push(await run(program, ...args));
  }
  return commands.map((args, index) => {
    const [own, node] = [median(ours[index] ?? []), median(bare)];
    return {
      what: `beckon ${args.filter((word) => /^[-\w]+$/.test(word) && word !== '--').join(' ')}, against node -e 0`,
      ratio: own / node,
      limit,
      detail: `${own.toFixed(0)} ms against ${node.toFixed(0)} ms, medians of ${rounds}`,
    };
  });
}
