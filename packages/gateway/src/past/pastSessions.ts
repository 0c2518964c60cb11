// Past sessions: the conversations that the agent has kept and Beckon does not run, as its transcripts tell of them. Nothing is
// kept here but an index that can be thrown away, and the trash.
import { join } from 'node:path';
import type { MessagePage, PageQuery, Session, SessionId, SessionPage, SessionQuery } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Place } from '../drivers/driver.ts';
import { runningConversations } from '../drivers/claude/processFile.ts';
import { forkTranscript } from '../drivers/claude/transcript/fork.ts';
import { readSummary } from '../drivers/claude/transcript/summary.ts';
import { pastCursor, readPastCursor } from '../pastCursor.ts';
import { isArchived, setArchived } from './archiveMark.ts';
import { PastIndex } from './pastIndex.ts';
import { describePast, type KeptSession, KnownFolders, pastFilter } from './pastSession.ts';
import { writeTitle } from './renaming.ts';
import { byActivity, Shelf } from './shelf.ts';
import type { TranscriptFile } from './transcriptFiles.ts';

export interface PastSessionsOptions {
  /** The folder with one folder of transcripts per project. */
  projects: string;
  /** Where the index and the trash are kept; without it nothing is, and nothing can be deleted. */
  folder?: string | undefined;
  /** Whether Beckon has this conversation in a session of its own. */
  isInBeckon: (id: SessionId) => boolean;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

const defaultPageSize = 50;
/** So many are looked at together. */
const atOnce = 16;
/** Of so many it is remembered where they ended when somebody opened them: one that still grows is read on from there. */
const mostOpened = 50;
/** Of so many it is remembered that they have left Beckon: whoever asks twice for that does so at once. */
const mostRemoved = 1000;

export class PastSessions {
  readonly #options: PastSessionsOptions;
  readonly #kept: Shelf;
  readonly #trash: Shelf | undefined;
  readonly #index: PastIndex;
  readonly #opened = new Map<SessionId, number>();
  readonly #removed = new Set<SessionId>();

  constructor(options: PastSessionsOptions) {
    const { projects, folder, onTrouble } = options;
    this.#options = options;
    this.#kept = new Shelf(projects);
    this.#trash = folder === undefined ? undefined : new Shelf(join(folder, 'trash', 'projects'));
    this.#index = new PastIndex({
      path: folder === undefined ? undefined : join(folder, 'past.jsonl'),
      read: ({ path }) => readSummary(path),
      onTrouble,
    });
  }

  /** The latest activity first. Reads no more transcripts than it takes to fill the page, and none that it has read before. */
  async list({ scope = 'past', before, limit = defaultPageSize, ...filter }: SessionQuery): Promise<SessionPage> {
    const isWanted = pastFilter(filter);
    const shelf = scope === 'trash' ? this.#trash : this.#kept;
    const files = (await shelf?.files()) ?? [];
    const rest = files.slice(before === undefined ? 0 : placeAfter(files, before));
    const running = await runningConversations(this.#options.projects);
    const folders = new KnownFolders();
    const found: Session[] = [];
    for (let start = 0; start < rest.length && found.length <= limit; start += atOnce) {
      const some = rest.slice(start, start + atOnce).filter((file) => isWanted.byTime(file));
      const kept = await Promise.all(some.map((file) => this.#look(file, shelf === this.#trash)));
      const wanted = kept
        .filter((one) => one !== undefined)
        .filter((one) => isInScope(one, scope) && isWanted.byContent(one));
      found.push(...(await Promise.all(wanted.map((one) => describePast(one, { running, folders })))));
    }
    if (before === undefined && shelf === this.#kept) this.#index.keepOnly(new Set(files.map(({ path }) => path)));
    void this.#index.write();
    const sessions = found.slice(0, limit);
    const last = sessions.at(-1);
    return {
      sessions,
      ...(last && found.length > limit && { next: `0-${last.lastActivityAt}-${last.id}` }),
      ...(shelf?.skipped && { skipped: shelf.skipped }),
    };
  }

  async get(id: SessionId): Promise<Session> {
    const { kept } = await this.#find(id);
    void this.#index.write();
    return this.#describe(kept);
  }

  async has(id: SessionId): Promise<boolean> {
    return (await this.#kept.find(id)) !== undefined || (await this.#trash?.find(id)) !== undefined;
  }

  /** From the end, as the agent has kept it. */
  async messages(id: SessionId, { before, limit = 100 }: PageQuery): Promise<Omit<MessagePage, 'seq'>> {
    const { kept, shelf } = await this.#find(id);
    const { file } = kept;
    const offset = before === undefined ? this.#open(file) : (this.#opened.get(id) ?? file.size);
    const place = shelf.conversations.place(file.path, { offset, isTurnOver: true });
    const page = await shelf.conversations.page(place, { ...readPastCursor(before), limit });
    const session = before === undefined ? await this.#describe(kept) : undefined;
    return { messages: page.messages, asks: [], ...pastCursor(page), ...(session && { session }) };
  }

  /** The session, where an agent can be started to go on with it. */
  async requireResumable(id: SessionId): Promise<Session> {
    const session = await this.get(id);
    const { past, cwd } = session;
    if (past?.place === 'trash') {
      throw new BeckonError('session_not_found', 'This session is in the trash. Restore it to go on with it.');
    }
    await this.requireFree(id);
    if (past?.isFolderGone) {
      const message = `The folder of this session, ${cwd}, is not there any more. Put it back, or start a session elsewhere.`;
      throw new BeckonError('folder_not_found', message);
    }
    return session;
  }

  /** Where it ends now, for whoever goes on with it. */
  async placeOf(id: SessionId): Promise<Place> {
    const { kept, shelf } = await this.#find(id);
    return shelf.conversations.place(kept.file.path, { offset: kept.file.size, isTurnOver: true });
  }

  /** Throws where an agent that is not Beckon's is in this conversation: two would write over each other. */
  async requireFree(id: SessionId): Promise<void> {
    if (!(await runningConversations(this.#options.projects)).has(id)) return;
    const message =
      'An agent is in this session right now, outside of Beckon. Go on there, or end it first: two agents in one conversation would lose what the other says.';
    throw new BeckonError('runs_elsewhere', message);
  }

  async rename(id: SessionId, title: string): Promise<void> {
    const { kept, shelf } = await this.#find(id);
    await writeTitle(kept.file, title);
    shelf.changed();
  }

  async archive(id: SessionId, archived: boolean): Promise<void> {
    const file = await this.#kept.find(id);
    if (!file) throw noSuchSession();
    await setArchived(file, archived, this.#options.clock.now());
  }

  /** It was in Beckon until now. */
  noteRemoved(id: SessionId): void {
    this.#removed.add(id);
    const [oldest] = this.#removed;
    if (this.#removed.size > mostRemoved && oldest !== undefined) this.#removed.delete(oldest);
  }

  /** To the trash. Who asks a second time for one that has just left Beckon means that, unless they say otherwise. */
  async throwAway(id: SessionId, from?: 'past'): Promise<'trash'> {
    if (!this.#trash) throw new BeckonError('not_supported', 'This gateway has no trash to put a session into.');
    const file = await this.#kept.find(id);
    if (!file) throw noSuchSession();
    if (from === undefined && this.#removed.has(id)) {
      const message =
        'This session is no longer in Beckon. To move what the agent has kept of it to the trash, say from=past.';
      throw new BeckonError('session_not_found', message);
    }
    await this.requireFree(id);
    await this.#kept.move(file, this.#trash);
    return 'trash';
  }

  async deleteForGood(id: SessionId): Promise<'gone'> {
    const file = await this.#trash?.find(id);
    if (!file) throw new BeckonError('session_not_found', 'There is no such session in the trash.');
    await this.#trash?.remove(file);
    return 'gone';
  }

  async restore(id: SessionId): Promise<Session> {
    const file = await this.#trash?.find(id);
    if (!file || !this.#trash) throw new BeckonError('session_not_found', 'There is no such session in the trash.');
    if (await this.#kept.find(id)) {
      throw new BeckonError('session_exists', 'A session of this id is in the list. Delete that one first.');
    }
    await this.#trash.move(file, this.#kept);
    return this.get(id);
  }

  async fork(id: SessionId, messageId?: string): Promise<Session> {
    const file = await this.#kept.find(id);
    if (!file) throw noSuchSession();
    const { title = 'Untitled' } = (await this.#index.summary(file)) ?? {};
    const own = `${title.slice(0, LONGEST_FORKED_TITLE)} (fork)`;
    const forked = await forkTranscript({ transcript: file.path, messageId, title: own });
    this.#kept.changed();
    return this.get(forked);
  }

  /** The agent does not keep that a conversation was in Beckon. */
  noteInBeckon(id: SessionId, at: number): void {
    this.#index.noteInBeckon(id, at);
  }

  /** Writes what is left to be written. */
  async close(): Promise<void> {
    for (const shelf of [this.#kept, this.#trash]) shelf?.close();
    await this.#index.write();
  }

  async #describe(kept: KeptSession): Promise<Session> {
    const running = await runningConversations(this.#options.projects);
    return describePast(kept, { running, folders: new KnownFolders() });
  }

  async #find(id: SessionId): Promise<{ kept: KeptSession; shelf: Shelf }> {
    for (const shelf of [this.#kept, ...(this.#trash ? [this.#trash] : [])]) {
      const file = await shelf.find(id);
      const kept = file && (await this.#read(file, shelf === this.#trash));
      if (kept) return { kept, shelf };
    }
    throw noSuchSession();
  }

  /** Undefined for one that is none of these, or nobody has said anything in. */
  async #look(file: TranscriptFile, isInTrash: boolean): Promise<KeptSession | undefined> {
    return !isInTrash && this.#options.isInBeckon(file.sessionId) ? undefined : this.#read(file, isInTrash);
  }

  async #read(file: TranscriptFile, isInTrash: boolean): Promise<KeptSession | undefined> {
    const summary = await this.#index.summary(file);
    if (!summary) return undefined;
    const place = isInTrash ? 'trash' : (await isArchived(file)) ? 'archive' : 'list';
    return { file, summary, place, inBeckonSince: this.#index.inBeckonSince(file.sessionId) };
  }

  #open({ sessionId, size }: TranscriptFile): number {
    this.#opened.delete(sessionId);
    this.#opened.set(sessionId, size);
    const [oldest] = this.#opened.keys();
    if (oldest !== undefined && this.#opened.size > mostOpened) this.#opened.delete(oldest);
    return size;
  }
}

const LONGEST_FORKED_TITLE = 100;

function isInScope({ place }: KeptSession, scope: NonNullable<SessionQuery['scope']>): boolean {
  return place === (scope === 'past' ? 'list' : scope);
}

/** Where the page begins that comes after this cursor. */
function placeAfter(files: readonly TranscriptFile[], cursor: string): number {
  const [, at, ...id] = cursor.split('-');
  const last = { mtimeMs: Number(at), sessionId: id.join('-') };
  const index = files.findIndex((file) => byActivity(file, last) > 0);
  return index === -1 ? files.length : index;
}

function noSuchSession(): BeckonError {
  return new BeckonError('session_not_found', 'There is no such session. It may have been removed on another device.');
}
