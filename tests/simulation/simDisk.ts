// A disk that outlives the process, under the gateway's own stores. It can be full, fail a write, lose power; and the
// process can die right before or right after any write.
import type { Ask } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Durability } from '../../packages/gateway/src/store/askStore.ts';
import type { TroubleReport } from '../../packages/gateway/src/store/disk.ts';
import { readKeptAsk } from '../../packages/gateway/src/store/keptAsk.ts';
import { messageKey } from '../../packages/gateway/src/store/memory/memorySessionStore.ts';
import { createMemoryStores } from '../../packages/gateway/src/store/memory/memoryStores.ts';
import type { Change } from '../../packages/gateway/src/store/memory/memoryTables.ts';
import { MemoryTables } from '../../packages/gateway/src/store/memory/memoryTables.ts';
import type { StoredChannel } from '../../packages/gateway/src/store/channelStore.ts';
import type { StoredSession } from '../../packages/gateway/src/store/sessionStore.ts';
import type { Stores } from '../../packages/gateway/src/store/stores.ts';

/** What happens to a write. One that `fails_but_stays` is seen again only by the process after this one. */
export type WriteFault = 'fails' | 'fails_but_stays' | 'process_dies_before' | 'process_dies_after';

/** The gateway's process, as the disk knows it. */
interface Process {
  life: { isOver: boolean; die(): void };
  /** Who hears that something is wrong with the disk. */
  hear: TroubleReport;
}

export class SimDisk {
  readonly #tables = new MemoryTables();
  isFull = false;
  /** What is to happen with a write to come, and how many come before it. */
  nextFault: { fault: WriteFault; after: number } | undefined;
  /** What only a power failure can undo, newest last. */
  #notSynced: Change[] = [];
  /** What a failed write may have left behind; the next write goes over it. */
  #leftBehind: readonly Change[] = [];

  /** The disk as one life of the gateway has it open. `die` ends that life. */
  open(life: Process['life'], now: () => number): Stores {
    const process: Process = { life, hear: () => undefined };
    const memory = {
      tables: this.#tables,
      write: <T>(durability: Durability, work: () => T) => this.#write(process, durability, work),
    };
    return {
      ...createMemoryStores(memory, now),
      disk: {
        setAside: undefined,
        setPatience: () => undefined,
        onTrouble: (listener) => void (process.hear = listener),
        takeRoom: () => this.#commit(process, 'durable', []),
        shrinking: () => [],
        close: () => undefined,
      },
    };
  }

  /** The process is gone, and a new one reads what is there. */
  recover(isLeftBehindKept: boolean): void {
    if (isLeftBehindKept) for (const { redo } of this.#leftBehind) redo();
    this.#leftBehind = [];
  }

  losePower(): void {
    for (const { undo } of this.#notSynced.toReversed()) undo();
    this.#notSynced = [];
  }

  heal(): void {
    this.isFull = false;
    this.nextFault = undefined;
  }

  /** A session that is there before any gateway is. */
  keep(session: StoredSession): void {
    this.#tables.sessions.put(session.id, { json: JSON.stringify(session) });
  }

  /** The same of a channel. */
  keepChannel(channel: StoredChannel): void {
    this.#tables.channels.put(channel.id, { json: JSON.stringify(channel) });
  }

  asks(): Ask[] {
    return this.#tables.asks.inOrder().map(([, { json }]) => readKeptAsk(JSON.parse(json) as object));
  }

  ask(id: string): Ask | undefined {
    const row = this.#tables.asks.get(id);
    return row && readKeptAsk(JSON.parse(row.json) as object);
  }

  /** Whether an ask was opened with the answer of this one; there it may have been taken back since. */
  wasCarried(id: string): boolean {
    return this.#tables.log
      .inOrder(({ type }) => type === 'ask_opened')
      .some(([, { json }]) => (JSON.parse(json) as { ask: Ask }).ask.carriedFrom === id);
  }

  hasMessage(sessionId: string, id: string): boolean {
    return this.#tables.messages.get(messageKey(sessionId, id)) !== undefined;
  }

  #write<T>(process: Process, durability: Durability, work: () => T): T {
    if (process.life.isOver) throw dead();
    const result = this.#tables.transaction(work, (changes) => {
      if (changes.length > 0) this.#commit(process, durability, changes);
    });
    // It may have died right after the write: that is kept, and nobody hears of it.
    if (process.life.isOver) throw dead();
    return result;
  }

  /** Throws where nothing of it is kept. */
  #commit({ life, hear }: Process, durability: Durability, changes: readonly Change[]): void {
    const trouble = (message: string) => {
      const error = new BeckonError('store_unavailable', message);
      hear(error, { isDamage: false });
      return error;
    };
    const fault = this.#faultNow();
    if (fault === 'process_dies_before') {
      life.die();
      throw dead();
    }
    if (this.isFull) throw trouble('The disk is full.');
    if (fault === 'fails' || fault === 'fails_but_stays') {
      this.#leftBehind = fault === 'fails' ? [] : changes;
      throw trouble('The disk reports an error.');
    }
    this.#leftBehind = [];
    this.#notSynced = durability === 'durable' ? [] : [...this.#notSynced, ...changes];
    if (fault === 'process_dies_after') life.die();
  }

  #faultNow(): WriteFault | undefined {
    if (!this.nextFault) return undefined;
    if (this.nextFault.after-- > 0) return undefined;
    const { fault } = this.nextFault;
    this.nextFault = undefined;
    return fault;
  }
}

function dead(): BeckonError {
  return new BeckonError('store_unavailable', 'The process has died.');
}
