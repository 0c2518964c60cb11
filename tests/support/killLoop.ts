// The real gateway, real agents on the demo model and clients that answer, while kill -9 strikes gateway and agents at
// random moments. In the end the record is held against what the clients were told and against what really ran.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, say, scriptedPrompt, startDemoModel } from '@beckon/demo-model';
import type { Ask } from '@beckon/protocol';
import { isOver, randomKey } from '@beckon/protocol';
import type { Beckon } from './beckon.ts';
import { startBeckon } from './beckon.ts';
import { AnsweringClient } from './answeringClient.ts';
import { agentPids } from './sdkAgents.ts';
import { Random } from './random.ts';
import { tempFolder } from './tempFolder.ts';

export interface KillLoopOptions {
  rounds: number;
  seed: number;
  onRound?(round: number, what: string): void;
}

export interface KillLoopReport {
  kills: Record<Victim, number>;
  asks: number;
  acknowledged: number;
  ran: number;
  /** Asks by the state, or the reason of withdrawal, in which they ended. */
  ends: Record<string, number>;
  /** What should never be. */
  violations: string[];
}

const victims = ['gateway', 'agent', 'both'] as const;
type Victim = (typeof victims)[number];

const SESSIONS = 3;
const CALLS_PER_TURN = 2;

export async function runKillLoop({ rounds, seed, onRound }: KillLoopOptions): Promise<KillLoopReport> {
  using folder = tempFolder();
  const random = new Random(seed);
  const model = await startDemoModel();
  const beckon = await startBeckon({ modelUrl: model.url });
  const { transport } = beckon;
  const marks = new Marks(folder.at('ran.txt'));
  const clients = ['phone', 'desk'].map((name) => new AnsweringClient(transport, new Random(random.below(1e9)), name));
  const kills: KillLoopReport['kills'] = { gateway: 0, agent: 0, both: 0 };
  try {
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, () => transport.createSession({ cwd: folder.path, prompt: marks.prompt() })),
    );
    const keepBusy = new AbortController();
    const busy = Promise.all(sessions.map(({ id }) => keepSessionBusy(beckon, id, marks, keepBusy.signal)));

    for (let round = 1; round <= rounds; round++) {
      await sleep(random.below(2500));
      const victim = random.pick(victims) ?? 'both';
      kills[victim] += 1;
      if (victim !== 'gateway') killAgent(random.pick(sessions)?.id ?? '');
      if (victim !== 'agent') {
        await beckon.crash();
        await beckon.restart();
      }
      onRound?.(round, victim);
    }

    keepBusy.abort();
    await busy;
    const asks = await calm(beckon);
    for (const client of clients) await client.stop();
    return { kills, ...judge(asks, clients, marks) };
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
    await beckon[Symbol.asyncDispose]();
    await model.close();
  }
}

/** Commands that each leave a mark of their own when they run. */
class Marks {
  readonly #path: string;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Makes the model call a few of them, one after the other. */
  prompt(): string {
    const turns = Array.from({ length: CALLS_PER_TURN }, () => {
      const command = `echo mark-${++this.#count} >> ${this.#path}`;
      return { blocks: [call('Bash', { command, description: 'Leave a mark' })] };
    });
    return scriptedPrompt([...turns, { blocks: [say('Marked.')] }]);
  }

  runs(): Map<string, number> {
    const runs = new Map<string, number>();
    for (const mark of readLines(this.#path)) runs.set(mark, (runs.get(mark) ?? 0) + 1);
    return runs;
  }
}

/** Sends the next prompt whenever a session has nothing to do and nothing to wait for. */
async function keepSessionBusy({ transport }: Beckon, id: string, marks: Marks, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(200);
    try {
      const { state, asks } = await transport.getSession(id);
      const isFree = asks.length === 0 && (state === 'user_turn' || state === 'dead');
      if (isFree) await transport.sendMessage(id, { content: marks.prompt(), clientKey: randomKey() });
    } catch {
      // The gateway is away, or the agent died while it was started: the next time, then.
    }
  }
}

function killAgent(sessionId: string): void {
  for (const pid of agentPids(sessionId)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just gone by itself.
    }
  }
}

/** Nothing is killed any more: all that waits is answered, and in the end nothing waits. */
async function calm({ transport }: Beckon): Promise<Ask[]> {
  const deadline = Date.now() + CALM_MS;
  for (;;) {
    await sleep(500);
    const asks: Ask[] = [];
    for (let before: string | undefined; ;) {
      const page = await transport.listAsks({ state: 'all', limit: 200, ...(before !== undefined && { before }) });
      asks.push(...page.asks);
      before = page.next;
      if (before === undefined) break;
    }
    const { sessions } = await transport.listSessions();
    const isWorking = sessions.some(({ state }) => state === 'assistant_turn' || state === 'starting');
    if ((!isWorking && asks.every(isOver)) || Date.now() > deadline) return asks;
  }
}

function judge(asks: Ask[], clients: AnsweringClient[], marks: Marks): Omit<KillLoopReport, 'kills'> {
  const violations: string[] = [];
  const ends: Record<string, number> = {};
  const byId = new Map(asks.map((ask) => [ask.id, ask]));
  for (const ask of asks) {
    const end = ask.withdrawalReason ?? (ask.parked?.isOrphaned ? 'told in a message' : ask.state);
    ends[end] = (ends[end] ?? 0) + 1;
    if (!isOver(ask)) violations.push(`[L7] still waits: ${brief(ask)}`);
  }

  const acknowledged = clients.flatMap((client) => client.acknowledged);
  for (const { askId, type } of acknowledged) {
    const ask = byId.get(askId);
    if (ask?.answer?.type !== type)
      violations.push(`[L2] an acknowledged ${type} is gone: ${ask ? brief(ask) : askId}`);
    if (ask?.withdrawalReason && ask.withdrawalReason !== 'outcome_unknown') {
      violations.push(`[L2] an acknowledged ${type} was withdrawn: ${brief(ask)}`);
    }
  }

  const runs = marks.runs();
  const asksByMark = new Map<string, Ask[]>();
  for (const ask of asks) asksByMark.set(markIn(ask), [...(asksByMark.get(markIn(ask)) ?? []), ask]);
  for (const [mark, count] of runs) {
    const ofMark = asksByMark.get(mark) ?? [];
    if (count > 1) violations.push(`[L1] ${mark} ran ${count} times: ${ofMark.map(brief).join(', ')}`);
    if (!ofMark.some(({ answer }) => answer?.type === 'approve')) violations.push(`[L4] ${mark} ran unapproved`);
  }
  for (const [mark, ofMark] of asksByMark) {
    const count = runs.get(mark) ?? 0;
    const done = ofMark.find((ask) => ask.state === 'settled' && !ask.parked && ask.answer?.type === 'approve');
    if (done && count !== 1)
      violations.push(`[L2] an approved call has a result but ran ${count} times: ${brief(done)}`);
  }
  return { asks: asks.length, acknowledged: acknowledged.length, ran: runs.size, ends, violations };
}

function markIn({ input }: Ask): string {
  return /mark-\d+/.exec(String(input['command']))?.[0] ?? '';
}

function brief(ask: Ask): string {
  const { state, toolCallId, withdrawalReason, parked, answer } = ask;
  return JSON.stringify({ mark: markIn(ask), state, toolCallId, withdrawalReason, parked, answer: answer?.type });
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

const CALM_MS = 60_000;
