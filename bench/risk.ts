// What it costs to judge a command when it is asked about: everything else waits for that.
import { riskOf } from '../packages/gateway/src/asks/risk/risk.ts';
import type { Ratio } from './measure.ts';
import { wallClock } from './measure.ts';

const rounds = 1000;
const warmUp = 200;
const where = { cwd: '/home/ana/shop', home: '/home/ana' };

/** As agents write them: a few commands in a row, a message, a file. */
const block = `cd packages/web && npm test -- --run 2>&1 | tail -40
for name in a b c; do echo "$(basename "$name") of $(date +%s)" >> build/log.txt; done
git add -A && git commit -m "Show the price — in the buyer’s currency" || exit 1
cat > src/price.ts <<'EOF'
export const price = (amount: number) => amount + ' €';
EOF
`;
const ordinary = block.repeat(Math.floor(10_000 / block.length));
/** Those that took longest of those that were tried. */
const odd = ['find . -exec ', '$(', '`"', '${a:-', 'cat <<E ', 'rm x\n', '‐a ', 'sh -c "sh -c '].map((piece) =>
  piece.repeat(64_000 / piece.length),
);

export async function benchRisk(): Promise<Ratio[]> {
  const samples = Array.from({ length: warmUp + rounds }, () => timeOf(ordinary)).slice(warmUp);
  const p99 = samples.toSorted((a, b) => a - b)[Math.floor(rounds * 0.99)] ?? Number.NaN;
  const worst = Math.max(...odd.map((command) => Math.min(...Array.from({ length: 5 }, () => timeOf(command)))));
  const [each, slowest] = [`of ${rounds} times`, `the slowest of ${odd.length}, each the best of 5`];
  return [
    { what: 'risk of a command of 10 kB, p99', ratio: p99, limit: 2, unit: ' ms', detail: each },
    { what: 'risk of the oddest command of 64 kB', ratio: worst, limit: 100, unit: ' ms', detail: slowest },
  ];
}

function timeOf(command: string): number {
  const startedAt = wallClock();
  riskOf('Bash', { command }, where);
  return wallClock() - startedAt;
}
