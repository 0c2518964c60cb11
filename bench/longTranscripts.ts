// A session with a conversation of 50 MB is joined while an ask of the real SDK agent is answered: what that adds to the answer's
// time, and for how long nothing else could happen in the gateway.
import { answersWhileJoining } from '../tests/support/answersWhileJoining.ts';
import { costOf, costText, startMeasured } from '../tests/support/floodStage.ts';
import type { Ratio } from './measure.ts';
import { median } from './measure.ts';

const rounds = 15;
const megabytes = 50;

export async function benchLongTranscripts(): Promise<Ratio[]> {
  await using beckon = await startMeasured();
  // What is loaded with the first agent is none of it.
  await answersWhileJoining(beckon, { rounds: 1, megabytes: 1 });
  await costOf(beckon);
  const { alone, whileJoining, joins } = await answersWhileJoining(beckon, { rounds, megabytes });
  const [quiet, busy] = [median(alone), median(whileJoining)];
  const cost = await costOf(beckon);
  const detail = `${busy.toFixed(0)} ms against ${quiet.toFixed(0)} ms, medians of ${rounds}; the end of the conversation was there after ${median(joins).toFixed(0)} ms; ${costText(cost)}`;
  return [
    {
      what: `answer → its result, while a session of ${megabytes} MB is joined, against without`,
      ratio: busy / quiet,
      limit: 1.5,
      detail,
    },
    { what: 'the longest stall meanwhile', ratio: cost.longestStallMs, unit: ' ms', limit: 50, detail: costText(cost) },
  ];
}
