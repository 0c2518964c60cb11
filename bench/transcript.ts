// Following a transcript: how many bytes are read for each that is appended, and what it takes to make events of its lines,
// against a bare JSON.parse of the same lines.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { followTranscript } from '../packages/gateway/src/drivers/claude/transcript/followTranscript.ts';
import { TranscriptReader } from '../packages/gateway/src/drivers/claude/transcript/reader.ts';
import type { Ratio } from './measure.ts';
import { median, temporaryFolder, timed } from './measure.ts';

const turns = 3000;
const rounds = 25;

export async function benchTranscript(): Promise<Ratio[]> {
  const lines = conversation();
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

/** What the CLI 2.1.325 writes, without its records of its own requests, which would flatter the reader. */
function conversation(): string[] {
  return Array.from({ length: turns }, (_, turn) => turnLines(turn)).flat();
}

function turnLines(turn: number): string[] {
  const toolCallId = `toolu_01${String(turn).padStart(22, '0')}`;
  const input = { command: `grep -rn "value ${turn}" src | head -40`, description: 'Find where the value is used' };
  const output = `src/file.ts:${turn}:  const value = compute(input, options);\n`.repeat(40);
  return [
    line('user', {
      promptId: randomUUID(),
      message: { role: 'user', content: `Where is value ${turn} used, and why?` },
      permissionMode: 'default',
      origin: { kind: 'human' },
      promptSource: 'typed',
      turnOrigin: 'human',
      turnPosition: { promptIndex: turn, turnIndex: turn },
    }),
    assistantLine(`msg_a${turn}`, { type: 'text', text: 'I look for it in the sources first. '.repeat(4) }),
    assistantLine(`msg_a${turn}`, { type: 'tool_use', name: 'Bash', input, id: toolCallId }),
    line('user', {
      promptId: randomUUID(),
      message: {
        role: 'user',
        content: [{ tool_use_id: toolCallId, type: 'tool_result', content: output, is_error: false }],
      },
      toolUseResult: { stdout: output, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
      sandboxed: false,
      sourceToolAssistantUUID: randomUUID(),
      permissionDecision: { decision: 'accept', source: 'user_temporary', grantScope: 'once', reasonCode: 'unknown' },
    }),
    assistantLine(`msg_b${turn}`, { type: 'text', text: 'It is used here, for the following reason. '.repeat(12) }),
    line('system', { subtype: 'turn_duration', durationMs: 812, messageCount: 6 * turn, isMeta: false }),
  ];
}

function assistantLine(id: string, block: object): string {
  const usage = {
    input_tokens: 12_000,
    cache_creation_input_tokens: 200,
    cache_read_input_tokens: 11_000,
    output_tokens: 150,
    output_tokens_details: { thinking_tokens: 0 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 200 },
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    fallback_credit: null,
  };
  const model = 'claude-opus-5-5';
  return line('assistant', {
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage,
      stop_details: null,
    },
    apiBlockIndex: 0,
    requestRef: randomUUID(),
    requestedModel: model,
    promptCacheRequested: '5m',
    effort: 'medium',
    perTurnEffort: 'medium',
    madeBy: 'model',
  });
}

let lineCount = 0;

function line(type: string, fields: object): string {
  const sessionId = '11111111-1111-4111-8111-111111111111';
  return JSON.stringify({
    parentUuid: randomUUID(),
    isSidechain: false,
    ...fields,
    type,
    uuid: randomUUID(),
    timestamp: new Date(Date.UTC(2026, 0) + lineCount++ * 700).toISOString(),
    userType: 'external',
    entrypoint: 'cli',
    cwd: '/home/ann/projects/website',
    sessionId,
    version: '2.1.325',
    gitBranch: 'main',
    session_id: sessionId,
  });
}
