// Random lives of asks against a model that states the invariants: raised, raised again, answered by several clients
// with and without the same key, well or malformed, withdrawn, delivered, settled; the disk fails now and then, and the
// process dies and starts again on what the disk holds.
import { setImmediate } from 'node:timers/promises';
import type { Answer, Ask, AskState } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalDraft, questionDraft, sessionId } from '../../../../tests/support/asks.ts';
import { FaultyStore } from '../../../../tests/support/faultyStore.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { auditLogOf } from '../../../../tests/support/testAuditLog.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import type { Outcome } from './waits.ts';
import { admission } from './admission.ts';
import { Ledger } from './ledger.ts';
import { createMemoryAskStore } from '../store/memory/memoryAskStore.ts';
import { createSqliteAskStore } from '../store/sqlite/sqliteAskStore.ts';
import type { AskStore } from '../store/askStore.ts';

/** What the invariants say about one ask. */
interface ModelAsk {
  id: string;
  call: string;
  input: string;
  state: AskState;
  /** The state that a crash falls back to: the last one that was written. */
  written: AskState;
  winner?: { answer: Answer; clientKey: string };
}

interface Model {
  /** In the order in which they were raised. */
  asks: ModelAsk[];
}

/** The ledger at work: its store, what it told, and the agents that wait for it. */
class Real {
  ledger: Ledger;
  disk: FaultyStore;
  readonly #reopen: () => Promise<AskStore>;
  told: { ask: Ask; stored: Ask | undefined }[] = [];
  /** By ask: how many agents wait, and what they have heard. */
  waits = new Map<string, { count: number; heard: string[] }>();

  constructor(store: AskStore, reopen: () => Promise<AskStore>) {
    this.#reopen = reopen;
    this.disk = new FaultyStore(store);
    this.ledger = this.#start();
  }

  /** Nothing is finished in good order: the waiting agents are gone, and what was only in memory with them. */
  async crash(): Promise<void> {
    this.disk = new FaultyStore(await this.#reopen());
    this.waits = new Map();
    this.ledger = this.#start();
  }

  wait(id: string): void {
    const wait = this.waits.get(id) ?? { count: 0, heard: [] };
    this.waits.set(id, wait);
    wait.count += 1;
    void this.ledger.outcome(id).then((outcome) => wait.heard.push(shortOutcome(outcome)));
  }

  #start(): Ledger {
    const { disk } = this;
    return new Ledger({
      store: disk.store,
      now: () => 1,
      admit: admission(),
      listeners: [(ask) => this.told.push({ ask, stored: disk.store.find(ask.id) })],
      onUnwritten: () => undefined,
    });
  }
}

const isUnfinished = ({ state }: { state: AskState }) => state !== 'settled' && state !== 'withdrawn';
const newest = ({ asks }: Model, call: string) => asks.findLast((ask) => ask.call === call);
const shortOutcome = (outcome: Outcome) =>
  outcome.type === 'answered' ? JSON.stringify(outcome.answer) : outcome.type;

/** Checked after every command: the ledger says what the model says, and nobody was told too early. */
async function check(model: Model, real: Real): Promise<void> {
  await setImmediate();
  const { ledger, told, waits } = real;
  const listed = (asks: { id: string; state: AskState }[]) => asks.map(({ id, state }) => ({ id, state }));
  expect(listed(ledger.unfinished())).toEqual(listed(model.asks.filter(isUnfinished)));
  expect(listed(ledger.openAsks())).toEqual(listed(model.asks.filter(({ state }) => state === 'open')));
  expect(listed(ledger.page({ limit: 200 }).asks)).toEqual(listed(model.asks.toReversed()));
  for (const ask of model.asks) {
    expect(real.disk.store.find(ask.id)).toMatchObject({ state: ask.written });
    // [L4] An agent goes on with what a person said, or hears that it is void; each wait once, and at once.
    const { count, heard } = waits.get(ask.id) ?? { count: 0, heard: [] };
    for (const outcome of heard)
      expect(['withdrawn', ask.winner && JSON.stringify(ask.winner.answer)]).toContain(outcome);
    expect(heard).toHaveLength(ask.state === 'open' ? 0 : count);
  }
  // [L2] [L3] What was told of an ask or an answer is on disk.
  for (const { ask, stored } of told.splice(0)) {
    expect(stored).toBeDefined();
    if (ask.state === 'open' || ask.state === 'answered') expect(stored).toEqual(ask);
  }
}

type Step = fc.AsyncCommand<Model, Real>;

function command(name: string, run: (model: Model, real: Real) => void | Promise<void>): Step {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real);
      await check(model, real);
    },
    toString: () => name,
  };
}

/** Runs what may hit the failing disk; says whether it did. */
function survives(real: Real, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof BeckonError && error.code === 'store_unavailable') return false;
    throw error;
  } finally {
    real.disk.failingWrite = 0;
  }
}

const draft = (call: string, input: string) =>
  call === 'q'
    ? questionDraft({ toolCallId: call, input: { input } })
    : approvalDraft({ toolCallId: call, input: { input }, suggestions: [] });

/** Moves an ask on as the agent does; where the disk fails, the step holds in memory only. */
function follow(ask: ModelAsk | undefined, change: { from: AskState[]; to: AskState; writes: boolean }): void {
  if (!ask || !change.from.includes(ask.state)) return;
  ask.state = change.to;
  if (change.writes) ask.written = change.to;
}

const open = (call: string, input: string, failingWrite: number) =>
  command(`open(${call}, ${input}, fails ${failingWrite})`, (model, real) => {
    const earlier = newest(model, call);
    const joins = earlier !== undefined && isUnfinished(earlier) && earlier.input === input;
    const supersedes = earlier !== undefined && isUnfinished(earlier) && !joins;
    real.disk.failingWrite = failingWrite;
    let id = '';
    const isOpen = survives(real, () => (id = real.ledger.open(draft(call, input)).id));
    expect(isOpen).toBe(joins || failingWrite !== 1);
    // That the one before is over is written with the new one, where it could not be when it was.
    if (earlier && !joins && isOpen) earlier.written = earlier.state;
    // The withdrawal of the superseded one and the new one are one write.
    if (supersedes && isOpen)
      follow(earlier, { from: ['open', 'answered', 'delivered'], to: 'withdrawn', writes: true });
    if (joins) expect(id).toBe(earlier.id);
    else if (isOpen) model.asks.push({ id, call, input, state: 'open', written: 'open' });
    if (isOpen) real.wait(id);
  });

const answers: Record<string, { answer: Answer; isValidFor: (call: string) => boolean }> = {
  approve: { answer: { type: 'approve' }, isValidFor: (call) => call !== 'q' },
  deny: { answer: { type: 'deny' }, isValidFor: () => true },
  changed: { answer: { type: 'approve', updatedInput: { a: 1 } }, isValidFor: (call) => call !== 'q' },
  whole: { answer: { type: 'answers', answers: { '0': 'SQLite', '1': 'x' } }, isValidFor: (call) => call === 'q' },
  tooFew: { answer: { type: 'answers', answers: { '0': 'SQLite' } }, isValidFor: () => false },
  remembered: { answer: { type: 'approve', remember: true }, isValidFor: () => false },
};

interface Attempt {
  call: string;
  name: string;
  clientKey: string;
  /** Names the ask by its id: the newest of its call, or the one before it. */
  bound: 'no' | 'newest' | 'previous';
  fails: boolean;
}

const answer = ({ call, name, clientKey, bound, fails }: Attempt) =>
  command(`answer(${call}, ${name}, ${clientKey}, ${bound}${fails ? ', fails' : ''})`, (model, real) => {
    const ofCall = model.asks.filter((ask) => ask.call === call);
    const ask = bound === 'previous' ? ofCall.at(-2) : ofCall.at(-1);
    const askId = bound === 'no' ? undefined : (ask?.id ?? sessionId);
    const { answer: given, isValidFor } = answers[name]!;
    const isAmbiguous = bound === 'no' && ofCall.length > 1;
    const attempt = { given, isValid: isValidFor(call), clientKey, fails };
    const expected = isAmbiguous ? 409 : expectedReply(ask, attempt);
    real.disk.failingWrite = fails ? 1 : 0;
    let reply: number | Ask;
    try {
      reply = real.ledger.answer({ sessionId, toolCallId: call, askId }, given, {
        type: 'device',
        id: 'd1',
        name: 'test',
        clientKey,
      });
    } catch (error) {
      reply = BeckonError.from(error).status;
      // [L1] The loser is told who won.
      if (reply === 409 && !isAmbiguous) expect((error as BeckonError).ask?.answer).toEqual(ask?.winner?.answer);
    }
    real.disk.failingWrite = 0;
    expect(typeof reply === 'number' ? reply : 200).toBe(expected);
    if (expected === 200 && ask?.state === 'open') {
      Object.assign(ask, { state: 'answered', written: 'answered', winner: { answer: given, clientKey } });
    }
  });

/** [L1] [L9] in the order in which they hold. */
function expectedReply(
  ask: ModelAsk | undefined,
  { given, isValid, clientKey, fails }: { given: Answer; isValid: boolean; clientKey: string; fails: boolean },
): number {
  if (!ask) return 404;
  if (!isValid) return (given.type === 'answers') === (ask.call === 'q') ? 400 : 404;
  const { winner } = ask;
  if (winner?.clientKey === clientKey && JSON.stringify(winner.answer) === JSON.stringify(given)) return 200;
  if (ask.state === 'withdrawn') return 410;
  if (ask.state !== 'open') return 409;
  return fails ? 503 : 200;
}

const deliver = (call: string, fails: boolean) =>
  command(`deliver(${call}${fails ? ', fails' : ''})`, (model, real) => {
    const ask = newest(model, call);
    // Nothing is delivered that was not written down as handed before.
    if (ask?.state === 'answered') {
      real.ledger.hand(ask.id);
      ask.written = 'answered';
    }
    real.disk.failingWrite = fails ? 1 : 0;
    expect(survives(real, () => real.ledger.delivered(ask?.id ?? 'none'))).toBe(true);
    follow(ask, { from: ['answered'], to: 'delivered', writes: !fails });
  });

const settle = (call: string, fails: boolean) =>
  command(`settle(${call}${fails ? ', fails' : ''})`, (model, real) => {
    real.disk.failingWrite = fails ? 1 : 0;
    expect(survives(real, () => real.ledger.observe(sessionId, call, 'ran'))).toBe(true);
    follow(newest(model, call), { from: ['answered', 'delivered'], to: 'settled', writes: !fails });
  });

const withdraw = (call: string, fails: boolean) =>
  command(`withdraw(${call}${fails ? ', fails' : ''})`, (model, real) => {
    const ask = newest(model, call);
    real.disk.failingWrite = fails ? 1 : 0;
    expect(survives(real, () => real.ledger.withdraw(ask?.id ?? 'none', 'interrupted'))).toBe(true);
    follow(ask, { from: ['open', 'answered', 'delivered'], to: 'withdrawn', writes: !fails });
  });

/** The process dies and starts again; `restored` as the gateway does it, which withdraws what nobody waits for. */
const crash = (restored: boolean) =>
  command(`crash(${restored ? 'restored' : ''})`, async (model, real) => {
    await real.crash();
    for (const ask of model.asks) ask.state = ask.written;
    if (restored) real.ledger.withdrawAll('agent_gone');
    for (const ask of model.asks) {
      if (restored) follow(ask, { from: ['open', 'answered', 'delivered'], to: 'withdrawn', writes: true });
      // [L2] Whoever asks for the outcome again hears the answer that was acknowledged before the crash.
      else if (isUnfinished(ask)) real.wait(ask.id);
    }
  });

const call = fc.constantFrom('a', 'b', 'q');
const rarely = fc.integer({ min: 0, max: 5 }).map((number) => number === 0);
const commands = fc.commands(
  [
    fc
      .tuple(call, fc.constantFrom('x', 'x', 'x', 'y'), fc.constantFrom(0, 0, 0, 0, 1, 2))
      .map((given) => open(...given)),
    fc
      .record<Attempt>({
        call,
        name: fc.constantFrom(...Object.keys(answers)),
        clientKey: fc.constantFrom('k1', 'k2', 'k3'),
        bound: fc.constantFrom('no', 'newest', 'previous'),
        fails: rarely,
      })
      .map(answer),
    fc.tuple(call, rarely).map((given) => deliver(...given)),
    fc.tuple(call, rarely).map((given) => settle(...given)),
    fc.tuple(call, rarely).map((given) => withdraw(...given)),
    fc.boolean().map(crash),
  ],
  { maxCommands: 60, size: 'large' },
);

test('[L1] [L2] [L3] [L4] [L5] [L7] [L9] hold in any order of events, in memory', async () => {
  const run = fc.asyncProperty(commands, async (steps) => {
    const store = createMemoryAskStore();
    const setup = () => ({ model: { asks: [] }, real: new Real(store, async () => store) });
    await fc.asyncModelRun(setup, steps);
  });
  await fc.assert(run, { numRuns: 300 });
});

test('[L1] [L2] [L3] [L4] [L5] [L7] [L9] hold in any order of events and crashes, on disk', async () => {
  using folder = tempFolder();
  let fileCount = 0;
  const run = fc.asyncProperty(commands, async (steps) => {
    const path = folder.at(`${(fileCount += 1)}.db`);
    const opened = [await openDatabase(path)];
    const reopen = async () => {
      // The handles of the process that died are left as they are, as far as the file can tell.
      const database = await openDatabase(path);
      opened.push(database);
      return createSqliteAskStore(database, auditLogOf(database));
    };
    try {
      const store = createSqliteAskStore(opened[0]!, auditLogOf(opened[0]!));
      await fc.asyncModelRun(() => ({ model: { asks: [] }, real: new Real(store, reopen) }), steps);
    } finally {
      for (const database of opened) database.close();
    }
  });
  await fc.assert(run, { numRuns: 80 });
}, 30_000);
