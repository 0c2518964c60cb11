// What people have filled in and not sent, for as long as the asks are open. In memory only: it is no answer, and no part of
// the log. After a restart the devices bring what they still have.
import type { AnswerDraft, Ask, Device, DraftField, ShareDraft } from '@beckon/protocol';
import { BeckonError, isOpen, largestDraft } from '@beckon/protocol';

export interface AnswerDraftsOptions {
  /** Tells every client which fields have changed. */
  tell(draft: AnswerDraft): void;
}

/** Of those begun first the oldest goes; its devices still have it. */
const mostDrafts = 200;

export class AnswerDrafts {
  readonly #options: AnswerDraftsOptions;
  readonly #drafts = new Map<string, Record<string, DraftField>>();

  constructor(options: AnswerDraftsOptions) {
    this.#options = options;
  }

  /** What comes too late for an ask is of no use to anyone, and does no harm. */
  share(ask: Ask, { writer, fields, onlyMissing = false }: ShareDraft, device: Device): void {
    if (!isOpen(ask)) return;
    const before = this.#drafts.get(ask.id) ?? {};
    const written = Object.entries(fields).filter(
      ([name, text]) => before[name]?.text !== text && !(onlyMissing && Object.hasOwn(before, name)),
    );
    if (written.length === 0) return;
    const { id, name: deviceName } = device;
    const changed = Object.fromEntries(
      written.map(([name, text]) => [name, { text, writer, device: { id, name: deviceName } }]),
    );
    const after = { ...before, ...changed };
    if (sizeOf(after) > largestDraft) {
      throw new BeckonError('invalid_request', `“fields”: a draft holds at most ${largestDraft} characters.`);
    }
    this.#drafts.delete(ask.id);
    this.#drafts.set(ask.id, after);
    const [oldest] = this.#drafts.keys();
    if (this.#drafts.size > mostDrafts && oldest !== undefined) this.#drafts.delete(oldest);
    this.#options.tell({ askId: ask.id, fields: changed });
  }

  /** To be told of every step of an ask: one that is not open any more has no draft. */
  heed(ask: Ask): void {
    if (!isOpen(ask)) this.#drafts.delete(ask.id);
  }

  all(): AnswerDraft[] {
    return [...this.#drafts].map(([askId, fields]) => ({ askId, fields }));
  }
}

function sizeOf(fields: Record<string, DraftField>): number {
  return Object.entries(fields).reduce((sum, [name, { text }]) => sum + name.length + text.length, 0);
}
