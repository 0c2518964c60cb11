// Joining a session that has run for long: with nothing known of it, at the next start, and after a gateway was away while
// all of it was said. How the time grows with the conversation, and for how long nothing else could happen meanwhile.
import { systemClock } from '../packages/gateway/src/clock.ts';
import { terminalDescription } from '../packages/gateway/src/drivers/terminal/description.ts';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PastConversations } from '../packages/gateway/src/drivers/claude/pastConversations.ts';
import type { Driver } from '../packages/gateway/src/drivers/driver.ts';
import { TerminalAgent } from '../packages/gateway/src/drivers/terminal/terminalAgent.ts';
import { openGateway } from '../packages/gateway/src/gateway.ts';
import { conversationLines, messagesPerTurn } from '../tests/support/conversationLines.ts';
import type { Ratio } from './measure.ts';
import { temporaryFolder } from './measure.ts';

const short = 2000;
const long = 20_000;
const rounds = 5;

/** In milliseconds on the processor: what else the machine does is left out. */
interface Join {
  took: number;
  longestBlock: number;
}

export async function benchJoining(): Promise<Ratio[]> {
  const samples = { first: samplesOf(), again: samplesOf(), away: samplesOf() };
  for (let round = 0; round < rounds; round++) {
    for (const count of [short, long] as const) {
      using folder = temporaryFolder();
      const session = new LongSession(folder.path, count);
      samples.first[count].push(await session.join());
      samples.again[count].push(await session.join());
      using other = temporaryFolder();
      const left = new LongSession(other.path, 200);
      await left.join();
      left.goOn(count);
      samples.away[count].push(await left.join());
    }
  }
  const ways = {
    first: 'joining a session that nobody knows',
    again: 'joining it again at the next start',
    away: 'joining a session in which all was said while no gateway ran',
  };
  return Object.entries(ways).map(([way, what]) => {
    const { [short]: few, [long]: many } = samples[way as keyof typeof ways];
    // The best of each: what disturbs a round only ever adds to it.
    const [fast, slow] = [few, many].map((joins) => Math.min(...joins.map(({ took }) => took))) as [number, number];
    const block = Math.min(...many.map(({ longestBlock }) => longestBlock));
    return {
      what: `${what}, ${long.toLocaleString('en')} messages against ${short.toLocaleString('en')}`,
      ratio: slow / fast,
      limit: 11,
      detail: `${slow.toFixed(0)} ms against ${fast.toFixed(0)} ms; nothing else could happen for ${block.toFixed(0)} ms at the longest, the best of ${rounds}`,
    };
  });
}

const samplesOf = (): Record<typeof short | typeof long, Join[]> => ({ [short]: [], [long]: [] });

/** A session in a terminal of its person's own, with a gateway's database beside it. */
class LongSession {
  readonly #folder: string;
  readonly #projects: string;
  readonly #transcript: string;
  readonly #sessionId = randomUUID();

  constructor(folder: string, messages: number) {
    this.#folder = folder;
    this.#projects = join(folder, 'projects');
    mkdirSync(join(this.#projects, '-work'), { recursive: true });
    this.#transcript = join(this.#projects, '-work', `${this.#sessionId}.jsonl`);
    writeFileSync(this.#transcript, '');
    this.goOn(messages);
  }

  goOn(messages: number): void {
    const lines = conversationLines(messages / messagesPerTurn);
    appendFileSync(this.#transcript, lines.map((line) => `${line}\n`).join(''));
  }

  /** Opens a gateway, waits until it has joined the session, and closes it. */
  async join(): Promise<Join> {
    const { driver, joined } = this.#driver();
    const about = { version: '0', defaultCwd: this.#folder };
    const gateway = await openGateway({ drivers: [driver], about, databasePath: join(this.#folder, 'beckon.db') });
    await gateway.close();
    return joined;
  }

  #driver(): { driver: Driver; joined: Promise<Join> } {
    const [sessionId, transcript] = [this.#sessionId, this.#transcript];
    const past = new PastConversations(this.#projects);
    let onJoined: (join: Join) => void = () => undefined;
    const joined = new Promise<Join>((resolve) => (onJoined = resolve));
    const driver: Driver = {
      name: 'terminal',
      description: terminalDescription,
      start: () => Promise.reject(new Error('it runs already')),
      past: (end, query) => past.page(end, query),
      watch(found) {
        const joinIt = async (host: ConstructorParameters<typeof TerminalAgent>[0]['host']) => {
          const start = process.cpuUsage();
          const blocks = watchForBlocks();
          const agent = new TerminalAgent({
            clock: systemClock,
            sessionId,
            host,
            transcript,
            past,
            readTranscriptPath: () => Promise.resolve(undefined),
            readProcessFile: () => Promise.resolve(undefined),
            terminal: undefined,
            process: undefined,
            spent: undefined,
            hooksAreBack: Promise.resolve(),
            onTrouble: () => undefined,
            onKept: () => undefined,
            onGone: () => undefined,
          });
          await agent.catchUp();
          onJoined({ took: processorTimeSince(start), longestBlock: blocks.longest() });
          return agent;
        };
        found({ sessionId, cwd: '/work', permissionMode: 'default', model: undefined, join: joinIt });
        return Promise.resolve();
      },
    };
    return { driver, joined };
  }
}

function processorTimeSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The longest time between two ticks of a timer. */
function watchForBlocks(): { longest(): number } {
  let last = process.cpuUsage();
  let longest = 0;
  const look = () => {
    longest = Math.max(longest, processorTimeSince(last));
    last = process.cpuUsage();
  };
  const timer = setInterval(look, 1);
  return {
    longest() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}
