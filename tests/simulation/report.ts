// What a person has to see of a run that failed, and how to see it again.
import type { Run } from './simulate.ts';

const shownSteps = 60;

export function reportFailure({ seed, trace, failure }: Run, steps = shownSteps): string {
  const cause = failure?.cause instanceof Error ? `\n${failure.cause.stack}` : '';
  const left = Math.max(0, trace.length - steps);
  return [
    `seed ${seed}: ${failure?.message}${cause}`,
    ...(left > 0 ? [`  … ${left} steps before`] : []),
    ...trace.slice(left).map((step) => `  ${step}`),
    `Again: npm run simulate -- --seed ${seed}`,
  ].join('\n');
}
