// Following a transcript: how many bytes are read for each that is appended, and what it takes to make events of its lines,
// against a bare JSON.parse of the same lines.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { followTranscript } from '../packages/gateway/src/drivers/claude/transcript/followTranscript.ts';
import { TranscriptReader } from '../packages/gateway/src/drivers/claude/transcript/reader.ts';
import { conversationLines } from '../tests/support/conversationLines.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const turns = 3000;
const rounds = 25;

export async function benchTranscript(): Promise<Ratio[]> {
  const lines = conversationLines(turns);
  return [await following(lines), reading(lines)];
}

/** Written as the CLI writes, a few lines at a time, with the follower woken by each. */
async function following(lines: string[]): Promise<Ratio> {
  using folder = temporaryFolder();
  const path = join(folder.path, 'transcript.jsonl');
  let seen = 0;
  let reached: () => void = () => undefined;
  const wait = () => new Promise<void>((resolve) => (reached = resolve));
  const latencies: number[] = [];
  let appended = 0;
  await using followed = followTranscript(path, {
    onLine: () => (++seen === appended ? reached() : undefined),
    onSkipped: () => undefined,
    onReset: () => undefined,
    onRefused: (reason) => {
      throw new Error(reason);
    },
  });
  let bytes = 0;
  for (let start = 0; start < 2000; start += 4) {
    const text = `${lines.slice(start, start + 4).join('\n')}\n`;
    appended = start + 4;
    latencies.push(
      await timed(() => {
        const arrived = wait();
        appendFileSync(path, text);
        return arrived;
      }),
    );
    bytes += Buffer.byteLength(text);
  }
  return {
    what: 'following a transcript, bytes read per byte appended',
    ratio: followed.bytesRead / bytes,
    limit: 1,
    detail: `${(bytes / 1e6).toFixed(1)} MB in ${latencies.length} appends, each told after ${median(latencies).toFixed(2)} ms`,
  };
}

function reading(lines: string[]): Ratio {
  const samples = { bare: [] as number[], reader: [] as number[] };
  let events = 0;
  for (let round = 0; round < rounds; round++) {
    samples.bare.push(
      processorTime(() => {
        for (const text of lines) JSON.parse(text);
      }),
    );
    samples.reader.push(
      processorTime(() => {
        const reader = new TranscriptReader();
        for (const text of lines) events += reader.read(text).events.length;
      }),
    );
  }
  // The best of each: what disturbs a round only ever adds to it.
  const [bare, reader] = [Math.min(...samples.bare), Math.min(...samples.reader)];
  return {
    what: 'a transcript’s lines made into events, against a bare JSON.parse',
    ratio: reader / bare,
    limit: 1.3,
    detail: `${reader.toFixed(0)} ms against ${bare.toFixed(0)} ms for ${lines.length} lines and ${events / rounds} events, the best of ${rounds}`,
  };
}

/** In milliseconds: nothing here waits, and what else the machine does is left out. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
