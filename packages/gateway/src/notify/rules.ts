// When a person is called, as a machine without a clock or a channel: it hears what has happened and how things are, and says
// what to do. Waiting is among that: whoever runs it tells it when a wait is over.
import type { AskId, Occasion, SessionId } from '@beckon/protocol';

/** Something that a person may be called for. */
export interface Matter {
  /** Names it, and the call for it. */
  id: string;
  occasion: Occasion;
  at: number;
  sessionId?: SessionId | undefined;
  /** Where it is about an ask. */
  askId?: AskId | undefined;
  /** What there is to say beside what it is: an error's sentence, a device's name. */
  detail?: string | undefined;
}

/** 0 for the first call, then the number of the reminder. */
export type Round = 0 | 1 | 2;

export interface DueMatter extends Matter {
  round: Round;
}

/** How things are at this moment. */
export interface Circumstances {
  /** Somebody has a page before their eyes. */
  isVisible: boolean;
  /** How long quiet hours still last; undefined where there are none now. */
  quietForMs: number | undefined;
}

export type CallEvent =
  | { type: 'arrived'; matter: Matter; earlier?: { round: Round; agoMs: number } | undefined }
  /** Somebody has had it before their eyes. */
  | { type: 'seen'; id: string }
  /** There is nothing left to be called for. */
  | { type: 'over'; id: string }
  | { type: 'waited'; wait: string }
  /** The quiet hours are others now. */
  | { type: 'quiet_hours_changed' };

export type CallEffect =
  | { type: 'wait'; wait: string; forMs: number }
  | { type: 'wait_no_longer'; wait: string }
  /** One matter, or several that come as one. Then `along` is what they take the place of, and is not over either. */
  | { type: 'call'; matters: DueMatter[]; along: Matter[] }
  /** Where several came as one: `summaryId`. */
  | { type: 'take_away'; id: string }
  /** It came with others, of which a channel may have been for this one alone. */
  | { type: 'take_away_where_alone'; id: string };

export const callTimes = {
  /** How long somebody who has a page open is given to look. */
  graceMs: 5_000,
  /** What comes within this after a call comes as one. While more keeps coming, it is twice as long each time. */
  gatherMs: 2_000,
  longestGatherMs: 30_000,
  /** After the first call. */
  remindAfterMs: [5 * 60_000, 30 * 60_000],
} as const;

/** The name of the call in which several things come as one. */
export const summaryId = 'summary';

interface Known {
  matter: Matter;
  /** The round that is due, or was called last. */
  round: Round;
  isSeen: boolean;
  /** It was called for by itself, so that there is something to take away. */
  wasCalled: boolean;
}

export class CallRules {
  readonly #known = new Map<string, Known>();
  /** What comes with the next call, and what quiet hours hold back. */
  readonly #gathered = new Set<string>();
  readonly #held = new Set<string>();
  /** What the last summary was about, as far as it is not over. */
  readonly #summarised = new Set<string>();
  /** While something was called for a moment ago. */
  #gatherMs: number | undefined;
  #effects: CallEffect[] = [];

  /** How many matters are kept in mind. */
  get size(): number {
    return this.#known.size;
  }

  /** Whether its person still has to be told of it. */
  isWaiting(id: string): boolean {
    return this.#known.get(id)?.isSeen === false;
  }

  step(event: CallEvent, now: Circumstances): CallEffect[] {
    this.#effects = [];
    switch (event.type) {
      case 'arrived':
        this.#arrived(event, now);
        break;
      case 'seen':
        this.#seen(event.id);
        break;
      case 'over':
        this.#over(event.id);
        break;
      case 'waited':
        this.#waited(event.wait, now);
        break;
      case 'quiet_hours_changed':
        if (this.#held.size > 0) this.#quietIsOver(now);
        break;
    }
    return this.#effects;
  }

  #arrived({ matter, earlier }: Extract<CallEvent, { type: 'arrived' }>, now: Circumstances): void {
    const { id } = matter;
    const known = this.#known.get(id);
    // An ask comes once; of a turn that ends again, the news takes the place of the old.
    if (known && matter.askId !== undefined) return;
    const fresh: Known = { matter, round: 0, isSeen: false, wasCalled: known?.wasCalled ?? false };
    this.#known.set(id, fresh);
    if (earlier) {
      this.#known.set(id, { ...fresh, round: earlier.round, wasCalled: true });
      return this.#awaitReminder(id, earlier.agoMs);
    }
    // Who signs in has a page open, and it is not for them.
    const isGraced = now.isVisible && matter.occasion !== 'device_signed_in';
    if (isGraced) this.#wait(`grace ${id}`, callTimes.graceMs);
    else this.#due(id, now);
  }

  #seen(id: string): void {
    const known = this.#known.get(id);
    if (!known) return;
    this.#known.set(id, { ...known, isSeen: true });
    this.#letRest(id);
  }

  #over(id: string): void {
    const known = this.#known.get(id);
    if (!known) return;
    this.#letRest(id);
    this.#known.delete(id);
    if (known.wasCalled) this.#effects.push({ type: 'take_away', id });
    if (!this.#summarised.delete(id)) return;
    if (!known.wasCalled) this.#effects.push({ type: 'take_away_where_alone', id });
    if (this.#summarised.size === 0) this.#effects.push({ type: 'take_away', id: summaryId });
  }

  #waited(wait: string, now: Circumstances): void {
    if (wait === 'gathering') return this.#gatheringIsOver();
    if (wait === 'quiet hours') return this.#quietIsOver(now);
    const [why, id = ''] = wait.split(/ (.*)/s, 2);
    const known = this.#known.get(id);
    if (!known || known.isSeen) return;
    if (why === 'grace') {
      // What is not an ask is not seen by itself: an open page has shown it.
      if (now.isVisible && known.matter.occasion !== 'ask') this.#known.delete(id);
      else this.#due(id, now);
      return;
    }
    this.#known.set(id, { ...known, round: known.round === 0 ? 1 : 2 });
    this.#due(id, now);
  }

  #due(id: string, now: Circumstances): void {
    if (now.quietForMs !== undefined) {
      this.#held.add(id);
      return this.#wait('quiet hours', now.quietForMs);
    }
    this.#gathered.add(id);
    if (this.#gatherMs === undefined) this.#call();
  }

  /** Whatever has gathered comes as one, and what follows is gathered. */
  #call(): void {
    const ids = [...this.#gathered];
    this.#gathered.clear();
    const isOne = ids.length === 1;
    const isNew = new Set(ids);
    const matters = this.#unseen(ids);
    const along = isOne ? [] : this.#unseen(this.#summarised).filter(({ id }) => !isNew.has(id));
    if (!isOne) for (const { id } of matters) this.#summarised.add(id);
    for (const id of ids) this.#called(id, isOne);
    if (matters.length > 0) this.#effects.push({ type: 'call', matters, along });
    this.#gatherMs = Math.min(
      this.#gatherMs === undefined ? callTimes.gatherMs : this.#gatherMs * 2,
      callTimes.longestGatherMs,
    );
    this.#wait('gathering', this.#gatherMs);
  }

  #unseen(ids: Iterable<string>): DueMatter[] {
    return [...ids].flatMap((id) => {
      const known = this.#known.get(id);
      return known && !known.isSeen ? [{ ...known.matter, round: known.round }] : [];
    });
  }

  #called(id: string, isOne: boolean): void {
    const known = this.#known.get(id);
    if (!known) return;
    this.#known.set(id, { ...known, wasCalled: known.wasCalled || isOne });
    // Who has signed in is never over, and nothing is to be taken away.
    if (known.matter.occasion === 'device_signed_in') this.#known.delete(id);
    else if (known.matter.occasion === 'ask')
      this.#awaitReminder(id, known.round === 0 ? 0 : callTimes.remindAfterMs[0]);
  }

  /** The next one; where several are due, as after a gateway that was not there for long, only the last. */
  #awaitReminder(id: string, agoMs: number): void {
    const known = this.#known.get(id);
    if (!known || known.round === 2) return;
    const [firstMs, lastMs] = callTimes.remindAfterMs;
    const isLast = known.round === 1 || agoMs >= lastMs;
    if (isLast && known.round === 0) this.#known.set(id, { ...known, round: 1 });
    // A clock that was set back makes it no longer than from the beginning.
    this.#wait(`reminder ${id}`, Math.max(0, (isLast ? lastMs : firstMs) - Math.max(0, agoMs)));
  }

  #gatheringIsOver(): void {
    this.#gatherMs = this.#gathered.size > 0 ? this.#gatherMs : undefined;
    if (this.#gathered.size > 0) this.#call();
  }

  #quietIsOver(now: Circumstances): void {
    if (now.quietForMs !== undefined) return this.#wait('quiet hours', now.quietForMs);
    for (const id of this.#held) this.#gathered.add(id);
    this.#held.clear();
    this.#effects.push({ type: 'wait_no_longer', wait: 'quiet hours' });
    if (this.#gathered.size > 0 && this.#gatherMs === undefined) this.#call();
  }

  /** It is not called for any more. */
  #letRest(id: string): void {
    this.#gathered.delete(id);
    this.#held.delete(id);
    for (const why of ['grace', 'reminder']) this.#effects.push({ type: 'wait_no_longer', wait: `${why} ${id}` });
  }

  #wait(wait: string, forMs: number): void {
    this.#effects.push({ type: 'wait', wait, forMs });
  }
}
