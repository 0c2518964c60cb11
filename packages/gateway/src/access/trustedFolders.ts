// The folders that a person has trusted, or opened without their settings. A decision is good for what the folder would
// run, word for word: once that changes, the folder is asked about again [L12].
import { createHash, randomUUID } from 'node:crypto';
import { join, sep } from 'node:path';
import type {
  Answerer,
  Device,
  FolderJudgement,
  FolderLook,
  ShownTrustItem,
  SinceDecided,
  TrustDecision,
  TrustedFolder,
  TrustItem,
} from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { AuditLog } from '../log/auditLog.ts';
import type { StoredTrust, TrustStore } from '../store/trustStore.ts';

export interface TrustedFoldersOptions {
  store: TrustStore;
  clock: Clock;
  auditLog: Pick<AuditLog, 'note'>;
  /** What is in a folder at this moment; undefined where nobody can tell. */
  look?: (folder: string) => Promise<FolderLook | 'gone' | undefined>;
}

export class TrustedFolders {
  readonly #options: TrustedFoldersOptions;

  constructor(options: TrustedFoldersOptions) {
    this.#options = options;
  }

  /** Where nothing was decided yet, what has changed is told by the items that were shown before. */
  judge({ folder, items, trustedInAgent }: FolderLook, shownBefore?: readonly ShownTrustItem[]): FolderJudgement {
    const kept = this.#options.store.find(folder);
    const digest = digestOf(items);
    const standing = kept?.digest === digest ? kept.decision : undefined;
    if (standing !== undefined && standing !== 'forgotten') return { decision: standing, digest, shown: [...items] };
    // What was decided here counts for more than what the agent's own program has noted, also where it was taken back.
    const isNoNeed = items.length === 0 || this.#isAgentsWordGood(trustedInAgent);
    if (isNoNeed) return { decision: 'no_need', digest, shown: [...items] };
    if (!kept || standing === 'forgotten') {
      return { decision: undefined, digest, shown: withChanges(shownBefore ?? items, items) };
    }
    return { decision: undefined, digest, shown: withChanges(kept.items, items), lastDecidedAt: kept.decidedAt };
  }

  /**
   * Where anything was decided here about that folder, or about one in it, the agent's own program may have noted it for
   * that alone: it knows neither what was shown nor that a folder can be opened without its settings.
   */
  #isAgentsWordGood(trustedInAgent: string | undefined): boolean {
    if (trustedInAgent === undefined) return false;
    const within = join(trustedInAgent, sep);
    return !this.#options.store.list().some(({ folder }) => join(folder, sep).startsWith(within));
  }

  /** Keeps what its person has decided. */
  keep({ folder, items }: Pick<FolderLook, 'folder' | 'items'>, decision: TrustDecision, decidedBy: Answerer): void {
    const { store, clock, auditLog } = this.#options;
    const digest = digestOf(items);
    const id = store.find(folder)?.id ?? randomUUID();
    store.save({ id, folder, decision, items: [...items], digest, decidedAt: clock.now(), decidedBy });
    auditLog.note({ type: 'folder_decided', data: { folder, digest, decision, decidedBy } });
  }

  /** The latest first, each with what has become of it. */
  async list(): Promise<TrustedFolder[]> {
    const kept = this.#options.store.list().filter(isStanding);
    const folders = await Promise.all(
      kept.map(async ({ digest, ...folder }): Promise<TrustedFolder> => {
        const since = await this.#since(folder.folder, digest);
        return { ...folder, ...(since && { since }) };
      }),
    );
    return folders.toSorted((a, b) => b.decidedAt - a.decidedAt);
  }

  async #since(folder: string, digest: string): Promise<SinceDecided | undefined> {
    // A folder that cannot be looked at is listed all the same.
    const found = await this.#options.look?.(folder).catch(() => undefined);
    if (!found || found === 'gone') return found;
    if (digestOf(found.items) === digest) return 'same';
    return found.items.length > 0 ? 'changed' : 'empty';
  }

  /** The folder is asked about again, from the next agent on that starts there. */
  forget(id: string, by: Device): void {
    const { store, auditLog } = this.#options;
    const kept = store.list().find((each) => each.id === id);
    if (!kept || !isStanding(kept)) {
      const message = 'Nothing is decided about that folder. It may have been taken off the list on another device.';
      throw new BeckonError('trusted_folder_not_found', message);
    }
    store.save({ ...kept, decision: 'forgotten' });
    auditLog.note({ type: 'folder_forgotten', data: { folder: kept.folder, by } });
  }
}

function isStanding(kept: StoredTrust): kept is StoredTrust & { decision: TrustDecision } {
  return kept.decision !== 'forgotten';
}

function digestOf(items: readonly TrustItem[]): string {
  return createHash('sha256')
    .update(JSON.stringify(items.map(asText)))
    .digest('hex');
}

/** The items as they are now, then those that are gone. What was marked before stays so: nobody may have seen that yet. */
function withChanges(before: readonly ShownTrustItem[], now: readonly TrustItem[]): ShownTrustItem[] {
  const known = new Map(before.flatMap((item) => (item.change === 'removed' ? [] : [[asText(item), item]])));
  const found = new Set(now.map(asText));
  const scripts = new Map(before.filter(isScript).map((item) => [item.file, item]));
  const changed = new Set<TrustItem>();
  const items = now.map((item): ShownTrustItem => {
    const same = known.get(asText(item));
    if (same) return same;
    const earlier = isScript(item) ? scripts.get(item.file) : undefined;
    if (!earlier) return { ...item, change: 'added' };
    changed.add(earlier);
    return earlier.text === item.text ? item : { ...item, change: earlier.change ?? 'changed' };
  });
  const gone = before.filter((item) => !found.has(asText(item)) && !changed.has(item));
  return [...items, ...gone.map((item) => ({ ...item, change: 'removed' as const }))];
}

/** Known by its file: its text is another one whenever its content is. */
function isScript({ what }: TrustItem): boolean {
  return what === 'script';
}

/** All that is shown of an item. */
function asText({ what, name, text, file }: TrustItem): string {
  return JSON.stringify([what, name, text, file]);
}
