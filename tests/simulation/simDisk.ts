// A disk that outlives the process, under the gateway's own SQL. It can be full, fail a write, lose power; and the process
// can die right before or right after any write.
import type { Ask } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Connection, Database } from '../../packages/gateway/src/store/sqlite/database.ts';
import { messageKey, SimTables } from './simTables.ts';

/** What happens to a write. One that `fails_but_stays` is seen again only by the process after this one. */
export type WriteFault = 'fails' | 'fails_but_stays' | 'process_dies_before' | 'process_dies_after';

interface Change {
  sql: string;
  values: Parameters<SimTables['change']>[1];
}

export class SimDisk {
  readonly tables = new SimTables();
  isFull = false;
  /** What is to happen with a write to come, and how many come before it. */
  nextFault: { fault: WriteFault; after: number } | undefined;
  /** Undoes what only a power failure can undo, newest last. */
  #notSynced: (() => void)[] = [];
  /** What a failed write may have left behind; the next write goes over it. */
  #leftBehind: Change[] = [];

  /** The disk as one life of the gateway has it open. `die` ends that life. */
  open(life: { isOver: boolean; die(): void }): Database {
    let listener: (error: BeckonError) => void = () => undefined;
    const trouble = (cause: DiskError) => {
      const error = new BeckonError('store_unavailable', cause.message, { cause });
      if (!life.isOver) listener(error);
      return error;
    };
    const connect = (isDurable: boolean) => this.#connection({ life, isDurable, trouble });
    return {
      durable: connect(true),
      relaxed: connect(false),
      setAside: undefined,
      setPatience: () => undefined,
      onTrouble: (heard) => void (listener = heard),
      close: () => undefined,
    };
  }

  /** The process is gone, and a new one reads what is there. */
  recover(isLeftBehindKept: boolean): void {
    if (isLeftBehindKept) for (const { sql, values } of this.#leftBehind) this.tables.change(sql, values);
    this.#leftBehind = [];
  }

  losePower(): void {
    for (const undo of this.#notSynced.toReversed()) undo();
    this.#notSynced = [];
  }

  heal(): void {
    this.isFull = false;
    this.nextFault = undefined;
  }

  asks(): Ask[] {
    return [...this.tables.asks.values()].map(({ json }) => JSON.parse(String(json)) as Ask);
  }

  ask(id: string): Ask | undefined {
    const json = this.tables.asks.get(id)?.['json'];
    return json === undefined ? undefined : (JSON.parse(String(json)) as Ask);
  }

  hasMessage(sessionId: string, id: string): boolean {
    return this.tables.messages.has(messageKey(sessionId, id));
  }

  #connection({ life, isDurable, trouble }: Opened): Connection {
    let transaction: { changes: Change[]; undos: (() => void)[] } | undefined;
    const write = <T>(work: () => T): T => {
      const own = { changes: [] as Change[], undos: [] as (() => void)[] };
      const undo = () => {
        for (const step of own.undos.toReversed()) step();
      };
      transaction = own;
      try {
        if (life.isOver) throw new BeckonError('store_unavailable', 'The process has died.');
        const result = work();
        if (own.changes.length > 0) this.#commit(own.changes, { life, isDurable, trouble });
        this.#notSynced.push(...own.undos);
        if (isDurable) this.#notSynced = [];
        return result;
      } catch (error) {
        if (!(error instanceof DiedAfter)) {
          undo();
          throw error;
        }
        // A process that died right after a write has written.
        if (!isDurable) this.#notSynced.push(...own.undos);
        throw new BeckonError('store_unavailable', 'The process has died.');
      } finally {
        transaction = undefined;
      }
    };
    const change: Connection['run'] = (sql, ...values) => {
      if (!transaction) return write(() => change(sql, ...values));
      const { changes, undo } = this.tables.change(sql, values);
      transaction.changes.push({ sql, values });
      transaction.undos.push(undo);
      return { changes };
    };
    const all: Connection['all'] = (sql, ...values) => {
      const rows = this.tables.query(sql, values);
      if (!rows) throw new Error(`the simulation does not know this statement: ${sql}`);
      return rows;
    };
    return { run: change, all, get: (sql, ...values) => all(sql, ...values)[0], transaction: write };
  }

  #commit(changes: Change[], { life, isDurable, trouble }: Opened): void {
    const fault = this.#faultNow();
    if (fault === 'process_dies_before') {
      life.die();
      throw new BeckonError('store_unavailable', 'The process has died.');
    }
    if (this.isFull) throw trouble(new DiskError('The disk is full.', 13));
    if (fault === 'fails' || fault === 'fails_but_stays') {
      this.#leftBehind = fault === 'fails' ? [] : changes;
      throw trouble(new DiskError('The disk reports an error.', 10));
    }
    this.#leftBehind = [];
    if (fault !== 'process_dies_after') return;
    if (isDurable) this.#notSynced = [];
    life.die();
    throw new DiedAfter();
  }

  #faultNow(): WriteFault | undefined {
    if (!this.nextFault) return undefined;
    if (this.nextFault.after-- > 0) return undefined;
    const { fault } = this.nextFault;
    this.nextFault = undefined;
    return fault;
  }
}

interface Opened {
  life: { isOver: boolean; die(): void };
  isDurable: boolean;
  trouble(cause: DiskError): BeckonError;
}

/** As SQLite reports it. */
class DiskError extends Error {
  readonly errcode: number;

  constructor(message: string, errcode: number) {
    super(message);
    this.errcode = errcode;
  }
}

class DiedAfter extends Error {}
