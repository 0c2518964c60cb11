// Makes a call of what it is about, for one channel, when it is sent: what was true when it was due may not be any more.
import type { Ask, AskId } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { StoredChannel } from '../store/channelStore.ts';
import type { DueMatter, Matter } from './rules.ts';
import type { Call, CallAction } from './sender.ts';
import type { CalledSession } from './words.ts';
import { summaryWords, wordsFor } from './words.ts';

/** What a call is made with. */
export interface CallMaking {
  /** Where the page shows something, by its path; undefined where no address is known that others reach. */
  url(path: string): string | undefined;
  /** What can be answered from a channel without opening the page. */
  actionsFor(ask: Ask, channel: StoredChannel): readonly CallAction[];
}

export interface ComposingOptions extends CallMaking {
  asks: { find(id: AskId): Ask | undefined; openAsks(): readonly Ask[] };
  clock: Clock;
  sessionOf(id: string): CalledSession | undefined;
}

interface Content {
  matters: readonly DueMatter[];
  /** What else the call stands for. */
  along: readonly Matter[];
}

export class Composing {
  readonly #options: ComposingOptions;

  constructor(options: ComposingOptions) {
    this.#options = options;
  }

  call(id: string, { matters, along }: Content, channel: StoredChannel): Call {
    const common = { ...this.empty(), id, isReminder: matters.every(({ round }) => round > 0) };
    const [first] = matters;
    if (first && matters.length + along.length === 1) return { ...common, ...this.#about(first, channel) };
    const asks = matters.filter(({ occasion }) => occasion === 'ask');
    return {
      ...common,
      occasion: asks.length > 0 ? 'ask' : (first?.occasion ?? 'ask'),
      ...summaryWords([...matters, ...along], channel.options.privacy),
      url: this.#options.url('/inbox'),
    };
  }

  /** About nothing. */
  empty(): Omit<Call, 'id' | 'occasion' | 'title' | 'body' | 'url'> {
    return {
      at: this.#options.clock.now(),
      isReminder: false,
      sessionId: undefined,
      ask: undefined,
      actions: [],
      waiting: this.waiting(),
    };
  }

  /** How many asks wait now. */
  waiting(): number {
    return this.#options.asks.openAsks().length;
  }

  #about(matter: DueMatter, channel: StoredChannel): Omit<Call, 'id' | 'isReminder' | 'waiting'> {
    const { asks, sessionOf, url, actionsFor } = this.#options;
    const { occasion, at, sessionId, askId } = matter;
    const ask = askId === undefined ? undefined : asks.find(askId);
    const session = sessionId === undefined ? undefined : sessionOf(sessionId);
    const isAsked = occasion === 'ask' && ask !== undefined;
    return {
      occasion,
      at,
      ...wordsFor(matter, { ask, session }, channel.options),
      url: url(pathTo(matter)),
      sessionId,
      ask: ask && { id: ask.id, risk: ask.risk?.level },
      actions: isAsked ? actionsFor(ask, channel) : [],
    };
  }
}

function pathTo({ occasion, sessionId, askId }: Matter): string {
  if (occasion === 'device_signed_in') return '/settings';
  if (askId !== undefined) return `/inbox?ask=${askId}`;
  return sessionId === undefined ? '/inbox' : `/sessions/${sessionId}`;
}
