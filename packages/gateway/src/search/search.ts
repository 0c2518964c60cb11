// Search as the gateway has it: when the index is brought up to date, who looks things up in it, and that there is none where
// its person does not want one. Nobody watches the disk: a pass runs when the gateway starts, some time after something has
// happened in a session, and when somebody searches.
import type { IndexState, SearchPage, SearchQuery, Settings, UsageQuery, UsageReport } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { removeIndex } from './indexFile.ts';
import { Finder, type RunningPass, startPass } from './processes.ts';
import { readQuery } from './readQuery.ts';
import type { Added, FoundPage, IndexNews } from './work.ts';

export interface SearchPlaces {
  /** The index, Beckon's own file. */
  indexPath: string;
  /** Claude's folder of transcripts. */
  projects: string;
}

export interface SearchOptions extends SearchPlaces {
  /** Beckon's database, whose log is searched too. */
  database?: string | undefined;
  settings: () => Pick<Settings, 'searchIndex' | 'searchLeavesOut'>;
  /** The session that is in a conversation of the agent's, where it is another than the conversation's own. */
  sessionIn: (conversationId: string) => string | undefined;
  clock: Clock;
}

/** The start of the gateway comes first. */
const firstPassAfterMs = 2000;
/** What happens in a session comes in bursts. */
const passAfterNewsMs = 20_000;
/** Whoever types searches with every key. */
const passAgainAfterMs = 2000;
/** The same question again is one that waits for what is being taken up, and no reason to look once more. */
const sameQuestionMs = 30_000;
/** A process that nobody asks anything holds memory for nothing. */
const finderStaysMs = 60_000;

/** One question must not keep all others waiting for ever. */
const longestFindMs = 20_000;

const nothing = { files: 0, folders: 0, lines: 0 };

export class Search {
  readonly #options: SearchOptions;
  #pass: RunningPass | undefined;
  #isAgain = false;
  #passedAt = Number.NEGATIVE_INFINITY;
  /** What was asked last, and when that set off a pass. */
  #question = { key: '', at: Number.NEGATIVE_INFINITY };
  /** A pass that somebody who searches waits for is about to begin. */
  #isPassDue = false;
  #finder: Finder | undefined;
  #cancelPass: (() => void) | undefined;
  #cancelFinder: (() => void) | undefined;
  #isClosed = false;
  #leftOut: string;
  #state: IndexState = { isBusy: false, indexedBytes: 0, totalBytes: 0, skipped: nothing };

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#leftOut = this.#scope();
    if (options.settings().searchIndex) this.#passLater(firstPassAfterMs);
    else removeIndex(options.indexPath);
  }

  get state(): IndexState {
    return { ...this.#state, isBusy: this.#pass !== undefined || this.#isPassDue };
  }

  async search({ q, limit = 20, before }: SearchQuery): Promise<SearchPage> {
    const { clock, sessionIn } = this.#options;
    this.#requireOn();
    const query = readQuery(q, clock.now());
    if (query.problems.length > 0) throw new BeckonError('invalid_request', query.problems.join(' '));
    this.#freshen(q);
    const found = (await this.#ask({ is: 'find', query, limit, before })) as FoundPage | undefined;
    const { hits = [], next } = found ?? {};
    return {
      hits: hits.map(({ sessionId, ...hit }) => ({
        ...hit,
        ...(sessionId !== undefined && { sessionId: sessionIn(sessionId) ?? sessionId }),
      })),
      ...(next !== undefined && { next }),
      index: this.state,
    };
  }

  async usage(query: UsageQuery): Promise<UsageReport> {
    const { sessionIn } = this.#options;
    this.#requireOn();
    this.#freshen('usage');
    const added = ((await this.#ask({ is: 'usage', query })) as Added | undefined) ?? noUsageYet;
    const bySession = added.bySession.map(({ key, ...row }) => ({ ...row, key: sessionIn(key) ?? key }));
    return { ...added, bySession, index: this.state };
  }

  /** Something happened that will be looked for. */
  heard(): void {
    if (this.#isOn) this.#passLater(passAfterNewsMs);
  }

  /** Switched off, or with other folders left out, there is no index from this moment on; a new one is made where it is wanted. */
  settingsChanged(): void {
    const scope = this.#scope();
    if (scope === this.#leftOut) return;
    this.#leftOut = scope;
    this.#passedAt = Number.NEGATIVE_INFINITY;
    this.#question = { key: '', at: Number.NEGATIVE_INFINITY };
    this.#throwAway();
    if (this.#isOn) this.#passNow();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isAgain = false;
    const [pass, finder] = [this.#pass, this.#finder];
    this.#stop();
    await pass?.ended;
    await finder?.ended;
  }

  get #isOn(): boolean {
    return !this.#isClosed && this.#options.settings().searchIndex;
  }

  #scope(): string {
    const { searchIndex, searchLeavesOut } = this.#options.settings();
    return JSON.stringify({ searchIndex, searchLeavesOut });
  }

  #requireOn(): void {
    if (this.#isClosed) throw new BeckonError('shutting_down', 'Beckon has been shut down.');
    if (this.#isOn) return;
    throw new BeckonError('search_off', 'Search is switched off. Switch it on in the settings, under “Search”.');
  }

  async #ask(work: DistributiveOmit<Parameters<Finder['ask']>[0], 'path'>): Promise<FoundPage | Added | undefined> {
    const { indexPath, clock } = this.#options;
    const finder = (this.#finder ??= this.#newFinder());
    this.#cancelFinder?.();
    let isTooLong = false;
    const cancelLimit = clock.after(longestFindMs, () => {
      isTooLong = true;
      if (this.#finder === finder) this.#endFinder();
      else finder.kill();
    });
    try {
      const found = await finder.ask({ ...work, path: indexPath });
      if (isTooLong) throw new BeckonError('invalid_request', tooLong);
      return found;
    } finally {
      cancelLimit();
      this.#cancelFinder?.();
      if (this.#finder === finder && !this.#isClosed) {
        this.#cancelFinder = clock.after(finderStaysMs, () => !finder.isBusy && this.#endFinder());
      }
    }
  }

  #newFinder(): Finder {
    const finder = new Finder();
    void this.#forget(finder);
    return finder;
  }

  /** Somebody wants to know what there is now. */
  #freshen(key: string): void {
    const now = this.#options.clock.now();
    if (this.#question.key === key && now - this.#question.at < sameQuestionMs) return;
    this.#question = { key, at: now };
    const waitMs = this.#passedAt + passAgainAfterMs - now;
    if (this.#pass || waitMs <= 0) return this.#passNow();
    this.#isPassDue = true;
    this.#cancelPass?.();
    this.#cancelPass = undefined;
    this.#passLater(waitMs);
  }

  #passLater(afterMs: number): void {
    this.#cancelPass ??= this.#options.clock.after(afterMs, () => this.#passNow());
  }

  #passNow(): void {
    this.#cancelPass?.();
    this.#cancelPass = undefined;
    this.#isPassDue = false;
    if (!this.#isOn) return;
    if (this.#pass) return void (this.#isAgain = true);
    const { indexPath, projects, database, settings } = this.#options;
    const leftOut = settings().searchLeavesOut;
    const work = { path: indexPath, projects, leftOut, ...(database !== undefined && { database }) };
    const pass = startPass(work, (news) => this.#pass === pass && this.#heardFrom(news));
    this.#pass = pass;
    void this.#follow(pass);
  }

  async #follow(pass: RunningPass): Promise<void> {
    await pass.ended;
    if (this.#pass !== pass) return;
    this.#pass = undefined;
    this.#passedAt = this.#options.clock.now();
    if (!this.#isAgain) return;
    this.#isAgain = false;
    this.#isPassDue = true;
    this.#passLater(passAgainAfterMs);
  }

  async #forget(finder: Finder): Promise<void> {
    await finder.ended;
    if (this.#finder === finder) this.#finder = undefined;
  }

  #heardFrom(news: IndexNews): void {
    const { trouble: _, ...state } = this.#state;
    switch (news.is) {
      case 'progress':
        this.#state = { ...this.#state, ...news.progress };
        return;
      case 'done': {
        const { indexedBytes, totalBytes, skipped } = news.result;
        this.#state = { ...state, indexedBytes, totalBytes, skipped };
        return;
      }
      case 'failed':
        this.#state = { ...state, trouble: news.message };
    }
  }

  #throwAway(): void {
    const { indexPath } = this.#options;
    const ending = this.#pass?.ended;
    this.#stop();
    removeIndex(indexPath);
    // Killed processes may have been about to make it.
    void ending?.then(() => !this.#pass && !this.#isOn && removeIndex(indexPath));
    this.#state = { isBusy: false, indexedBytes: 0, totalBytes: 0, skipped: nothing };
  }

  #stop(): void {
    this.#cancelPass?.();
    this.#cancelPass = undefined;
    this.#pass?.kill();
    this.#pass = undefined;
    this.#isAgain = false;
    this.#isPassDue = false;
    this.#endFinder();
  }

  #endFinder(): void {
    this.#cancelFinder?.();
    this.#cancelFinder = undefined;
    this.#finder?.kill();
    this.#finder = undefined;
  }
}

const tooLong = 'That takes too long to be looked up. Say more exactly what to look for.';

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

const noUsageYet: Added = {
  total: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 },
  byDay: [],
  byFolder: [],
  byModel: [],
  bySession: [],
  waits: { byTool: [], byHour: [], longest: [] },
};
