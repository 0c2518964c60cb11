// What it costs to look whether a folder would run something by itself, where it does not: that comes before every start.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whatRuns } from '../packages/gateway/src/drivers/claude/folder/whatRuns.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, wallClock } from './measure.ts';

const rounds = 200;
const warmUp = 20;

export async function benchTrust(): Promise<Ratio[]> {
  using folder = temporaryFolder();
  const cwd = join(folder.path, 'some/where/deep/repository/packages/one');
  mkdirSync(join(cwd, '.claude/agents'), { recursive: true });
  writeFileSync(join(cwd, '.claude/agents/reviewer.md'), '---\nname: reviewer\n---\nYou review.');
  execFileSync('git', ['init', '--quiet', join(folder.path, 'some/where/deep/repository')]);
  const samples: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const startedAt = wallClock();
    const { items } = await whatRuns({ HOME: folder.path }, cwd);
    if (items.length > 0) throw new Error('the folder was to run nothing');
    if (round >= warmUp) samples.push(wallClock() - startedAt);
  }
  const slowest = Math.max(...samples).toFixed(1);
  const detail = `median of ${rounds} looks in a repository eight folders deep, the slowest ${slowest} ms`;
  return [{ what: 'trust check of a folder that runs nothing', ratio: median(samples), limit: 5, unit: ' ms', detail }];
}
