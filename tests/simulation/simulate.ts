// One run: a world from its seed, step after step, until everything has come to its end or a promise is broken.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { windDown } from './ending.ts';
import { happen } from './happenings.ts';
import { checkConversations, checkStep, checkViews } from './invariants.ts';
import type { WorldOptions } from './world.ts';
import { World } from './world.ts';

export interface Run {
  seed: number;
  steps: number;
  /** Of all that happened: equal where two runs were the same. */
  hash: string;
  trace: readonly string[];
  failure: Error | undefined;
}

export async function simulate(seed: number, options: WorldOptions = {}): Promise<Run> {
  const world = new World(seed, options);
  let failure: Error | undefined;
  const unhandled = (error: unknown) => {
    failure ??= new Error('an error that nobody handled', { cause: error });
  };
  process.on('unhandledRejection', unhandled);
  try {
    await live(world);
  } catch (error) {
    failure ??= error instanceof Error ? error : new Error(String(error));
  } finally {
    process.off('unhandledRejection', unhandled);
  }
  const { trace } = world;
  const hash = createHash('sha1').update(trace.join('\n')).digest('hex');
  return { seed, steps: world.temper.steps, hash, trace, failure: world.violation ?? failure };
}

async function live(world: World): Promise<void> {
  /** All that follows by itself from a step has followed when no microtask is left. */
  const settleDown = async () => {
    await setImmediate();
    checkStep(world);
  };
  await settleDown();
  for (let step = 0; step < world.temper.steps && !world.violation; step++) {
    happen(world);
    await settleDown();
    // One at a time: the others may fall as far behind as they like.
    if (step % 8 === 0) checkViews(world, world.clients.slice(0, 1));
    if (step % 8 === 4) checkConversations(world);
  }
  if (!world.violation) await windDown(world, { settleDown });
  world.crash('killed');
}
