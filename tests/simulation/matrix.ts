// The phases of an ask against the faults that can meet it there: how to get there, what to break, and what comes of it.
import { Stage } from './stage.ts';
import type { Temper } from './temper.ts';

/** What comes of it in the end, once its person has approved; or why there is no such case. */
type Outcome =
  | 'runs once'
  | 'asked anew, runs once'
  | 'unknown, and said so'
  | 'never shown, never runs'
  | 'cannot be: no agent runs';

interface Phase {
  name: string;
  /** Where it takes another world. */
  temper?: Partial<Temper>;
  reach(stage: Stage): Promise<void>;
  normally: Outcome;
  except?: Partial<Record<FaultName, Outcome>>;
}

interface Fault {
  name: FaultName;
  strike(stage: Stage): void;
}

type FaultName =
  | 'gateway killed'
  | 'power lost'
  | 'agent killed'
  | 'client gone'
  | 'disk full'
  | 'connection cut'
  | 'clock jumps ahead'
  | 'clock jumps back';

const unknown = 'unknown, and said so';
const anew = 'asked anew, runs once';
const lost = 'never shown, never runs';
const noAgent = 'cannot be: no agent runs';

export const phases: Phase[] = [
  {
    name: 'raised, not yet written',
    async reach(stage) {
      await stage.until(() => stage.agent !== undefined);
      stage.world.disk.isFull = true;
      await stage.waiting();
    },
    normally: 'runs once',
    except: { 'gateway killed': lost, 'power lost': lost, 'agent killed': lost },
  },
  {
    name: 'open, shown to nobody',
    reach: (stage) => stage.waiting(),
    normally: 'runs once',
    // The agent had not written its call down yet.
    except: { 'power lost': anew, 'agent killed': anew },
  },
  {
    name: 'shown',
    async reach(stage) {
      await stage.waiting();
      await stage.until(() => stage.world.agenda.isEmpty);
      stage.client.read();
    },
    normally: 'runs once',
  },
  {
    name: 'answered, can still be taken back',
    temper: { answerDelaySeconds: 3 },
    async reach(stage) {
      await stage.waiting();
      await stage.until(() => stage.world.agenda.isEmpty);
      await stage.answered();
    },
    normally: 'runs once',
  },
  {
    name: 'answered, not yet handed over',
    async reach(stage) {
      await parked(stage);
      await stage.answered();
    },
    normally: 'runs once',
    except: { 'agent killed': noAgent },
  },
  {
    name: 'handed over',
    async reach(stage) {
      await stage.waiting();
      await stage.until(() => stage.world.agenda.isEmpty);
      await stage.answered();
    },
    normally: 'runs once',
    except: { 'gateway killed': unknown, 'power lost': unknown, 'agent killed': unknown },
  },
  {
    name: 'delivered',
    reach: (stage) => handedOver(stage, () => stage.ask?.state === 'delivered'),
    // A gateway that is killed leaves the agent to finish what it was told, and the next one finds the result.
    normally: 'runs once',
    except: { 'power lost': unknown, 'agent killed': unknown },
  },
  {
    name: 'running, result to come',
    reach: (stage) => handedOver(stage, () => stage.world.book.executions.length > 0),
    normally: 'runs once',
    except: { 'power lost': unknown, 'agent killed': unknown },
  },
  {
    name: 'settled',
    reach: (stage) => handedOver(stage, () => stage.ask?.state === 'settled'),
    normally: 'runs once',
  },
  { name: 'parked', reach: parked, normally: 'runs once', except: { 'agent killed': noAgent } },
  { name: 'orphaned', reach: orphaned, normally: anew, except: { 'agent killed': noAgent } },
  {
    name: 'answered, delivery failed',
    async reach(stage) {
      await parked(stage);
      stage.world.isWindingDown = false;
      stage.world.areStartsFailing = true;
      stage.approve();
      await stage.until(() => stage.ask?.failedDelivery !== undefined);
      stage.world.isWindingDown = true;
    },
    normally: 'runs once',
    except: { 'agent killed': noAgent },
  },
];

export const faults: Fault[] = [
  { name: 'gateway killed', strike: ({ world }) => world.crash('killed') },
  { name: 'power lost', strike: ({ world }) => world.crash('power') },
  { name: 'agent killed', strike: ({ agent }) => agent.die() },
  {
    name: 'client gone',
    strike({ world }) {
      for (const client of world.clients.splice(0)) client.cut();
    },
  },
  { name: 'disk full', strike: ({ world }) => void (world.disk.isFull = true) },
  { name: 'connection cut', strike: ({ client }) => client.cut() },
  { name: 'clock jumps ahead', strike: ({ world }) => world.clock.jump(24 * 60 * 60_000) },
  { name: 'clock jumps back', strike: ({ world }) => world.clock.jump(-60 * 60_000) },
];

async function handedOver(stage: Stage, isSo: () => boolean): Promise<void> {
  await stage.waiting();
  await stage.until(() => stage.world.agenda.isEmpty);
  await stage.answered();
  await stage.until(isSo);
}

async function parked(stage: Stage): Promise<void> {
  await stage.waiting();
  await stage.until(() => stage.world.agenda.isEmpty);
  await stage.until(() => stage.ask?.parked !== undefined);
  await stage.until(() => stage.world.agenda.isEmpty);
}

async function orphaned(stage: Stage): Promise<void> {
  await stage.waiting();
  stage.agent.die();
  await stage.until(() => stage.ask?.parked?.isOrphaned === true);
  await stage.until(() => stage.world.agenda.isEmpty);
}

/** What comes of an ask that a fault meets in this phase, in the words of the table. */
export async function meet(phase: Phase, fault: Fault): Promise<string> {
  const stage = new Stage(phase.temper);
  await phase.reach(stage);
  if (fault.name === 'agent killed' && !stage.agent.isAlive) return noAgent;
  fault.strike(stage);
  await stage.settleDown();
  await stage.goOn();
  stage.recover();
  await stage.finish();
  return outcomeOf(stage);
}

function outcomeOf({ world, ask }: Stage): string {
  const { executions, retold } = world.book;
  const runs = executions.length;
  if (!ask && runs === 0) return lost;
  if (ask?.withdrawalReason === 'outcome_unknown' && runs <= 1) return unknown;
  if (ask?.state === 'settled' && runs === 1) return retold.length > 0 ? anew : 'runs once';
  return `${ask?.state} ${ask?.withdrawalReason ?? ''}, ran ${runs} times`;
}

/** In Markdown, for the guide. */
export function matrixTable(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...faults.map(({ name }) => name)]),
    row(['---', ...faults.map(() => '---')]),
    ...phases.map(({ name, normally, except = {} }) =>
      row([`**${name}**`, ...faults.map((fault) => except[fault.name] ?? normally)]),
    ),
  ].join('\n');
}
