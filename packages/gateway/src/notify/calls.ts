// Calls a person: runs the rules on what is told of asks, sessions and devices, and sends what they say through every channel
// that is for it. Nobody waits for any of that: whoever tells something only leaves it here.
import type { Ask, AskId, ChannelId, ChannelTest, Device, GatewayEvent, SessionInfo, Settings } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { StoredChannel } from '../store/channelStore.ts';
import { CallReceipts } from './callReceipts.ts';
import type { Channels } from './channels.ts';
import { refOf } from './channels.ts';
import type { CallMaking } from './composing.ts';
import { Composing } from './composing.ts';
import type { Errand } from './line.ts';
import { Line, lineLimits } from './line.ts';
import { Occasions } from './occasions.ts';
import { cleaned } from './outcomes.ts';
import { quietForMs } from './quietHours.ts';
import type { CallEffect, CallEvent, DueMatter, Matter, Round } from './rules.ts';
import { CallRules, summaryId } from './rules.ts';
import type { Call, Sender, Senders, Sent } from './sender.ts';
import { testWords } from './words.ts';

/** As much of the ledger as calls need. They can change nothing of an ask but its receipts. */
interface CalledAsks {
  find(id: AskId): Ask | undefined;
  openAsks(): Ask[];
  noteCalled(id: AskId, call: Parameters<CallReceipts['add']>[1]): void;
}

export interface CallsOptions extends CallMaking {
  asks: CalledAsks;
  channels: Channels;
  senders: Partial<Senders>;
  clock: Clock;
  settings(): Pick<Settings, 'quietHours' | 'callReminders'>;
  /** Whether somebody has a page before their eyes. */
  isAnyVisible(): boolean;
  sessionOf(id: string): SessionInfo | undefined;
}

/** How much that was sent is remembered of each channel, to be taken away. */
const mostRemembered = 500;

export class Calls {
  readonly #options: CallsOptions;
  readonly #rules = new CallRules();
  readonly #occasions: Occasions;
  readonly #composing: Composing;
  readonly #receipts: CallReceipts;
  readonly #waits = new Map<string, () => void>();
  readonly #lines = new Map<ChannelId, Line>();
  /** The ids of the calls that each channel's service has taken. */
  readonly #taken = new Map<ChannelId, Set<string>>();
  /** What was told and is not looked at yet. */
  #told: (() => void)[] = [];
  #soon: NodeJS.Immediate | undefined;
  #isOpen = false;

  constructor(options: CallsOptions) {
    this.#options = options;
    const { clock, asks, sessionOf } = options;
    this.#composing = new Composing(options);
    this.#receipts = new CallReceipts(clock, (id, call) => asks.noteCalled(id, call));
    this.#occasions = new Occasions({
      clock,
      sessionOf,
      arrived: (matter) => this.#later(() => this.#step({ type: 'arrived', matter })),
      over: (id) => this.#later(() => this.#step({ type: 'over', id })),
    });
  }

  /** From now on. What was asked before is called for, unless an earlier gateway did. */
  start(): void {
    this.#isOpen = true;
    for (const ask of this.#options.asks.openAsks()) this.heed(ask);
  }

  /** To be told of every step of an ask. */
  heed(ask: Ask): void {
    if (this.#isWanted) this.#later(() => this.#stepped(ask));
  }

  /** To be told of everything that clients are. */
  hear(event: GatewayEvent): void {
    if (this.#isWanted) this.#occasions.hear(event);
  }

  deviceSignedIn({ id, name }: Device): void {
    const at = this.#options.clock.now();
    const matter: Matter = { id: `device ${id}`, occasion: 'device_signed_in', at, detail: name };
    if (this.#isWanted) this.#later(() => this.#step({ type: 'arrived', matter }));
  }

  settingsChanged(): void {
    this.#later(() => this.#step({ type: 'quiet_hours_changed' }));
  }

  /** One that is gone or off sends nothing any more. */
  channelChanged(id: ChannelId): void {
    if (this.#options.channels.find(id)?.options.isOn) return;
    this.#lines.get(id)?.close();
    this.#lines.delete(id);
    this.#taken.delete(id);
  }

  /** Sends something now, whatever waits in the channel's line. */
  async test(channel: StoredChannel, device: Device): Promise<ChannelTest> {
    const call: Call = {
      ...this.#composing.empty(),
      id: `test ${channel.id}`,
      occasion: 'ask',
      ...testWords,
      url: this.#options.url('/settings'),
    };
    const sent = await new Promise<Sent>((resolve) => {
      const line = new Line(this.#options.clock);
      const tell = (outcome: Sent) => {
        resolve(outcome);
        line.close();
      };
      line.add({
        id: call.id,
        attempts: 1,
        tell,
        send: (signal) => this.#senderOf(channel).send(channel.config, call, signal),
      });
    });
    const { ok, detail } = this.#heard(channel, sent);
    this.#options.channels.noteTest(channel, { ok, detail }, device);
    return { ok, detail };
  }

  close(): void {
    this.#isOpen = false;
    clearImmediate(this.#soon);
    this.#told = [];
    this.#occasions.close();
    this.#receipts.close();
    for (const cancel of this.#waits.values()) cancel();
    this.#waits.clear();
    for (const line of this.#lines.values()) line.close();
  }

  /** Without channels there is nobody to be called, and nothing to do. */
  get #isWanted(): boolean {
    return this.#isOpen && this.#options.channels.hasAny;
  }

  /** Whoever tells something goes on before anything comes of it. */
  #later(work: () => void): void {
    if (!this.#isOpen) return;
    this.#told.push(work);
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      for (const each of this.#told.splice(0)) each();
    });
  }

  #stepped(ask: Ask): void {
    const { id, sessionId, createdAt: at } = ask;
    const undelivered = `undelivered ${id}`;
    if (isOpen(ask)) {
      const earlier = this.#earlierCall(ask);
      const isSeen = (ask.seen ?? []).length > 0;
      const matter: Matter = { id, occasion: 'ask', at, sessionId, askId: id };
      if (!isSeen || earlier) this.#step({ type: 'arrived', matter, earlier });
      if (isSeen) this.#step({ type: 'seen', id });
    } else this.#step({ type: 'over', id });
    if (ask.phase !== 'undelivered') return this.#step({ type: 'over', id: undelivered });
    const detail = ask.failedDelivery?.message;
    const matter: Matter = { id: undelivered, occasion: 'answer_undelivered', at, sessionId, askId: id, detail };
    this.#step({ type: 'arrived', matter });
  }

  /** That its person was called for it already, by this gateway or one before. */
  #earlierCall({ called = [] }: Ask): { round: Round; agoMs: number } | undefined {
    const [first] = called.filter(({ ok }) => ok);
    if (!first) return undefined;
    const round = Math.max(...called.map(({ reminder = 0 }) => reminder));
    return { round: round >= 2 ? 2 : round === 1 ? 1 : 0, agoMs: this.#options.clock.now() - first.at };
  }

  #step(event: CallEvent): void {
    const { clock, settings, isAnyVisible } = this.#options;
    // What nobody is called for would only make what comes after it wait, to come as one with it.
    if (event.type === 'arrived' && !this.#isForAny(event.matter)) return;
    const quiet = quietForMs(settings().quietHours, clock.now());
    for (const effect of this.#rules.step(event, { isVisible: isAnyVisible(), quietForMs: quiet })) this.#do(effect);
  }

  #isForAny({ occasion }: Matter): boolean {
    const { channels } = this.#options;
    return channels.list().some(({ options }) => options.isOn && options.occasions.includes(occasion));
  }

  #do(effect: CallEffect): void {
    switch (effect.type) {
      case 'wait':
        this.#waits.get(effect.wait)?.();
        this.#waits.set(
          effect.wait,
          this.#options.clock.after(effect.forMs, () => {
            this.#waits.delete(effect.wait);
            this.#step({ type: 'waited', wait: effect.wait });
          }),
        );
        break;
      case 'wait_no_longer':
        this.#waits.get(effect.wait)?.();
        this.#waits.delete(effect.wait);
        break;
      case 'call':
        for (const channel of this.#options.channels.list()) this.#call(channel, effect.matters, effect.along);
        break;
      case 'take_away':
        for (const channel of this.#options.channels.list()) this.#takeAway(channel, effect.id);
        break;
      case 'take_away_where_alone':
        for (const channel of this.#options.channels.list()) {
          if (this.#taken.get(channel.id)?.has(effect.id)) this.#takeAway(channel, effect.id);
          else this.#lines.get(channel.id)?.drop(effect.id);
        }
        break;
    }
  }

  #call(channel: StoredChannel, all: readonly DueMatter[], allAlong: readonly Matter[]): void {
    const { isOn, occasions, isBackup } = channel.options;
    if (!isOn) return;
    const { callReminders } = this.#options.settings();
    const isForIt = ({ occasion }: Matter) => occasions.includes(occasion);
    const isItsTurn = ({ round }: DueMatter) => (isBackup ? round === 2 : round === 0 || callReminders);
    const matters = all.filter((matter) => isForIt(matter) && isItsTurn(matter));
    const along = isBackup ? [] : allAlong.filter(isForIt);
    const [first] = matters;
    if (!first) return;
    const id = matters.length + along.length === 1 ? first.id : summaryId;
    let sending: readonly DueMatter[] = [];
    this.#lineOf(channel.id).add({
      id,
      attempts: lineLimits.attempts,
      send: (signal) => {
        const current = this.#options.channels.find(channel.id);
        sending = matters.filter((matter) => this.#isWaiting(matter));
        const [only, ...more] = sending;
        if (!current || !only || (more.length === 0 && this.#wasCalledIn(only, channel.id))) return undefined;
        const rest = along.filter((matter) => this.#isWaiting(matter));
        const call = this.#composing.call(id, { matters: sending, along: rest }, current);
        return this.#senderOf(current).send(current.config, call, signal);
      },
      tell: (sent) => this.#sent(channel, { id, matters: sending.length > 0 ? sending : matters, sent }),
    });
  }

  #sent(
    channel: StoredChannel,
    { id, matters, sent }: { id: string; matters: readonly DueMatter[]; sent: Sent },
  ): void {
    const { ok, detail } = this.#heard(channel, sent);
    const reminder = Math.min(...matters.map(({ round }) => round));
    const asks = matters.flatMap(({ askId, occasion }) => (askId !== undefined && occasion === 'ask' ? [askId] : []));
    const call = { channel: refOf(channel), ok, detail, ...(reminder > 0 && { reminder }) };
    this.#receipts.add(asks, call);
    if (!ok) return;
    this.#remember(channel.id, id);
    // It was over by the time that the service had taken it.
    if (!matters.some((matter) => this.#isWaiting(matter))) this.#takeAway(channel, id);
  }

  /** What the service said, without what must not be said. Where it takes nothing any more, the channel goes. */
  #heard(channel: StoredChannel, sent: Sent): ChannelTest {
    const { channels, clock } = this.#options;
    const outcome = cleaned(sent, channel.config);
    channels.noteLast(channel.id, { at: clock.now(), ...outcome });
    if (sent.isGone) channels.giveUp(channel.id, outcome.detail);
    return outcome;
  }

  #takeAway(channel: StoredChannel, id: string): void {
    const taken = this.#taken.get(channel.id)?.delete(id) ?? false;
    const isWithdrawn = this.#lines.get(channel.id)?.drop(id) ?? false;
    // An earlier gateway may have called: the ask itself tells.
    const wasCalled = taken || (!isWithdrawn && this.#wasCalled(id, channel.id));
    const sender = this.#senderOf(channel);
    if (!wasCalled || !channel.options.isOn || !sender.takeAway) return;
    const errand: Errand = {
      id,
      attempts: 2,
      send: (signal) => sender.takeAway?.(channel.config, { id, waiting: this.#composing.waiting() }, signal),
      tell: (sent) => void (sent.isGone && this.#heard(channel, sent)),
    };
    this.#lineOf(channel.id).add(errand);
  }

  #wasCalled(askId: string, channelId: ChannelId): boolean {
    const { called = [] } = this.#options.asks.find(askId) ?? {};
    return called.some(({ ok, channel }) => ok && channel.id === channelId);
  }

  /** It may have been taken meanwhile, where an ask was over and is open again. */
  #wasCalledIn({ askId, occasion, round }: DueMatter, channelId: ChannelId): boolean {
    if (askId === undefined || occasion !== 'ask') return false;
    const { called = [] } = this.#options.asks.find(askId) ?? {};
    return called.some(({ ok, channel, reminder = 0 }) => ok && channel.id === channelId && reminder === round);
  }

  /** Whether its person still has to be told of it. */
  #isWaiting({ id, occasion }: Matter): boolean {
    return occasion === 'device_signed_in' || this.#rules.isWaiting(id);
  }

  #remember(channelId: ChannelId, id: string): void {
    const taken = this.#taken.get(channelId) ?? new Set();
    taken.add(id);
    const [oldest] = taken;
    if (taken.size > mostRemembered && oldest !== undefined) taken.delete(oldest);
    this.#taken.set(channelId, taken);
  }

  #lineOf(id: ChannelId): Line {
    const line = this.#lines.get(id) ?? new Line(this.#options.clock);
    this.#lines.set(id, line);
    return line;
  }

  /** Each type has a sender of its own; the compiler cannot see that through the lookup. */
  #senderOf({ config }: StoredChannel): Sender {
    return this.#options.senders[config.type] ?? noSender;
  }
}

const noSender: Sender = {
  send: async () => ({ ok: false, detail: 'This Beckon cannot send through channels of that type.' }),
};
