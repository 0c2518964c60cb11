// What a type of channel must do, and all it sees of the house: it is given a call and says what came of it.
import type { AskId, ChannelConfig, ChannelType, Occasion, RiskLevel, SessionId } from '@beckon/protocol';

/** What a person is told through a channel, already cut down to what the channel's privacy lets out. */
export interface Call {
  /** Names the call; a reminder, and its taking away, has the name of what it repeats. */
  id: string;
  occasion: Occasion;
  at: number;
  isReminder: boolean;
  title: string;
  /** Empty where the title says all that may be said. */
  body: string;
  /** Where the page shows it; undefined where no address of the gateway is known that others reach. */
  url: string | undefined;
  sessionId: SessionId | undefined;
  /** Where it is about one ask. */
  ask: { id: AskId; risk: RiskLevel | undefined } | undefined;
  /** What can be answered without opening the page, in the order in which they are offered. */
  actions: readonly CallAction[];
  /** How many asks wait now, for a badge. */
  waiting: number;
}

export interface CallAction {
  label: string;
  /** A `POST` of `{proof}` as JSON to this address gives the answer; undefined where nobody outside can reach it. */
  url: string | undefined;
  /** Good for this ask, its input, this answer and this channel, once. */
  proof: string;
}

/** What the service said, in words for the channel's person. Never holds a secret of the channel. */
export interface Sent {
  ok: boolean;
  detail: string;
  /** The service will never take anything for this channel again: the channel is to be dropped. */
  isGone?: boolean;
  /** It was not taken, and trying again later may help: nobody answered, or the service is busy or broken. */
  mayPass?: boolean;
  /** The service asks to be left alone for this long. */
  retryAfterMs?: number;
}

export interface Sender<Type extends ChannelType = ChannelType> {
  /** Resolves when the service has taken it, or has not; throws nothing. Ends soon after the signal. */
  send(config: ChannelConfig<Type>, call: Call, signal: AbortSignal): Promise<Sent>;
  /** Takes a call away that is over, where the service can: the same `call.id`. */
  takeAway?(config: ChannelConfig<Type>, call: Pick<Call, 'id' | 'waiting'>, signal: AbortSignal): Promise<Sent>;
}

/** One for each type of channel. */
export type Senders = { [Type in ChannelType]: Sender<Type> };
