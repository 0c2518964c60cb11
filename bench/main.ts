// Runs every benchmark, or those whose name contains the argument, and prints each as a ratio against its limit.
import { benchAsk } from './ask.ts';
import { benchBurst } from './burst.ts';
import { benchCalls } from './calls.ts';
import { benchCard } from './card.ts';
import { benchCommands } from './commands.ts';
import { benchConnect } from './connect.ts';
import { benchCredentials } from './credentials.ts';
import { benchFanout } from './fanout.ts';
import { benchHooks } from './hooks.ts';
import { benchInbox } from './inbox.ts';
import { benchJoining } from './joining.ts';
import { benchLongTranscripts } from './longTranscripts.ts';
import type { Ratio } from './measure.ts';
import { benchPage } from './page.ts';
import { benchParked } from './parked.ts';
import { benchPast } from './past.ts';
import { benchPush } from './push.ts';
import { benchRisk } from './risk.ts';
import { benchSearch } from './search.ts';
import { benchTranscript } from './transcript.ts';
import { benchTrust } from './trust.ts';
import { benchTurn } from './turn.ts';
import { benchWholeWay } from './wholeWay.ts';

const benchmarks: Record<string, () => Promise<Ratio[]>> = {
  ask: benchAsk,
  calls: benchCalls,
  credentials: benchCredentials,
  turn: benchTurn,
  'whole-way': benchWholeWay,
  burst: benchBurst,
  connect: benchConnect,
  fanout: benchFanout,
  parked: benchParked,
  push: benchPush,
  page: benchPage,
  card: benchCard,
  inbox: benchInbox,
  hooks: benchHooks,
  commands: benchCommands,
  transcript: benchTranscript,
  joining: benchJoining,
  'long-transcripts': benchLongTranscripts,
  past: benchPast,
  trust: benchTrust,
  risk: benchRisk,
  search: benchSearch,
};

const wanted = process.argv[2] ?? '';
for (const [name, bench] of Object.entries(benchmarks)) {
  if (!name.includes(wanted)) continue;
  for (const { what, ratio, limit, unit = '×', detail } of await bench()) {
    const mark = ratio <= limit ? '✓' : '✗';
    process.stdout.write(`${mark} ${what}: ${ratio.toFixed(2)}${unit} (aim ≤ ${limit}${unit})  ${detail}\n`);
  }
}
