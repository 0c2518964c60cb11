// Attacks a Beckon of its own, and prints what was tried, what was expected and what happened. `npm run attack` runs this.
// Further attacks: a file in attacks/, and a line here.
import { startMeasured } from '../support/floodStage.ts';
import type { Attack, AttackGroup, Happened } from './attack.ts';
import { credentials } from './attacks/credentials.ts';
import { floods } from './attacks/floods.ts';
import { forgedHooks } from './attacks/forgedHooks.ts';
import { forgedMode } from './attacks/forgedMode.ts';
import { hostileFolders } from './attacks/hostileFolders.ts';
import { hosts } from './attacks/hosts.ts';
import { presses } from './attacks/presses.ts';
import { sockets } from './attacks/sockets.ts';
import { stateTaken } from './attacks/stateTaken.ts';
import { strangers } from './attacks/strangers.ts';
import { transcripts } from './attacks/transcripts.ts';
import { tokenReaders } from './attacks/waysToToken.ts';

const groups: readonly AttackGroup[] = [
  hostileFolders,
  presses,
  hosts,
  strangers,
  credentials,
  sockets,
  tokenReaders,
  forgedHooks,
  forgedMode,
  transcripts,
  floods,
  stateTaken,
];

/** An attack that is not over by then has held something up. */
const patienceMs = 180_000;

/** `wanted`: part of the title of a group; all where it is left out. Says how many attacks came to what they must not. */
export async function attack(wanted = ''): Promise<number> {
  let failed = 0;
  const say = (line: string) => process.stdout.write(`${line}\n`);
  for (const { title, attacks } of groups.filter((group) => group.title.toLowerCase().includes(wanted.toLowerCase()))) {
    say(`\n### ${title}\n\n| tried | expected | happened | |\n|---|---|---|---|`);
    // One each, so that what one group leaves behind is nothing to the next.
    await using beckon = await startMeasured();
    for (const each of attacks) {
      const { isOk, what } = await inTime(each, () => each.run(beckon));
      if (!isOk) failed++;
      say(`| ${cell(each.tries)} | ${cell(each.expects)} | ${cell(what)} | ${isOk ? 'ok' : '**NOT**'} |`);
    }
  }
  say(failed === 0 ? '\nAll of them came to nothing.' : `\n${failed} came to what they must not.`);
  return failed;
}

async function inTime({ tries }: Attack, run: () => Promise<Happened>): Promise<Happened> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Happened>((resolve) => {
    timer = setTimeout(
      () => resolve({ isOk: false, what: `not over after ${patienceMs / 1000} s: ${tries}` }),
      patienceMs,
    );
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return { isOk: false, what: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
