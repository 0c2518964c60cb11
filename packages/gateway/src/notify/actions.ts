// Buttons of notifications: which answers an ask offers outside of the page, and what becomes of a press. A press has no
// credential but its proof, and goes the same way as any answer.
import type { Answer, Ask, ChannelConfig, ChannelOptions, Device } from '@beckon/protocol';
import { BeckonError, isDisguised, isOpen, kindOf, offeredAnswers } from '@beckon/protocol';
import type { Ledger } from '../asks/ledger.ts';
import type { Clock } from '../clock.ts';
import { askText } from './askText.ts';
import type { Claims, Proofs } from './proofs.ts';
import { attemptOf, digestOf } from './proofs.ts';
import type { CallAction } from './sender.ts';

/** A channel, as far as buttons have to know it. */
export interface ButtonChannel {
  id: string;
  config: ChannelConfig;
  options: Pick<ChannelOptions, 'name' | 'isOn' | 'privacy' | 'hasButtons'>;
}

export interface ActionsOptions {
  proofs: Proofs;
  ledger: Pick<Ledger, 'get' | 'answer'>;
  /** Those that there are now. */
  channel: (id: string) => ButtonChannel | undefined;
  /** A device that is signed in. */
  device: (id: string) => Device | undefined;
  /** Refuses an approval of an edit where its file is not the one that was shown. */
  requireShownFile: (ask: Ask, answer: Extract<Answer, { type: 'approve' }>) => Promise<void>;
  /** Where a press can be sent from elsewhere; undefined where no such address is known. */
  url: () => string | undefined;
  clock: Pick<Clock, 'now'>;
}

/** An ask may wait for days; the buttons of a notification that old have been forgotten. */
const goodForMs = 24 * 60 * 60_000;

/** Some platforms show two, ntfy shows three. */
const mostActions = 3;
const longestLabel = 40;

export class Actions {
  readonly #options: ActionsOptions;

  constructor(options: ActionsOptions) {
    this.#options = options;
  }

  /** What can be answered from this channel, in the order in which it is offered; nothing where it takes the card to decide. */
  actionsFor(ask: Ask, channel: ButtonChannel): CallAction[] {
    const { proofs, clock, url } = this.#options;
    const expiresAt = Math.min(clock.now() + goodForMs, ask.expiresAt ?? Infinity);
    const about = {
      askId: ask.id,
      digest: digestOf(ask),
      channelId: this.#claimedId(channel),
      deviceId: deviceOf(channel),
      expiresAt,
    };
    return buttonsOf(ask, channel).map(({ label, answer }) => ({
      label,
      url: url(),
      proof: proofs.make({ ...about, answer: boundToFile(ask, answer) }),
    }));
  }

  /** Answers as a button says. Whoever shows a proof is told what went wrong, and nothing of the ask beyond that. */
  async answer(proof: string): Promise<void> {
    try {
      await this.#answer(proof);
    } catch (thrown) {
      if (thrown instanceof BeckonError && thrown.ask) throw new BeckonError(thrown.code, thrown.message);
      throw thrown;
    }
  }

  async #answer(proof: string): Promise<void> {
    const { proofs, ledger, requireShownFile } = this.#options;
    const claims = proofs.read(proof);
    const { answer } = claims;
    this.#answererOf(claims);
    const ask = ledger.get(claims.askId);
    if (digestOf(ask) !== claims.digest) throw new BeckonError('ask_withdrawn', changed);
    if (answer.type === 'approve') await requireShownFile(ask, answer);
    // What has come meanwhile counts: the device may be gone, and the ask another.
    const by = this.#answererOf(claims);
    this.#requireOffered(ledger.get(claims.askId), claims);
    ledger.answer({ askId: claims.askId }, answer, {
      type: 'device',
      ...by,
      clientKey: attemptOf(proof),
      isFromNotification: true,
    });
  }

  /** Who answers with this proof; throws where it is not good any more. */
  #answererOf({ channelId, deviceId, expiresAt }: Claims): Device {
    const { clock } = this.#options;
    const channel = this.#channelOf(channelId);
    if (!channel || deviceOf(channel) !== deviceId) throw new BeckonError('unauthorized', noChannel);
    if (!channel.options.isOn || !channel.options.hasButtons) throw new BeckonError('forbidden', noButtons);
    const device = deviceId === undefined ? channelAsDevice(channel) : this.#options.device(deviceId);
    if (!device) throw new BeckonError('unauthorized', noDevice);
    if (clock.now() > expiresAt) throw new BeckonError('unauthorized', expired);
    return device;
  }

  /** As it was when the proof was made: one that leads elsewhere since is another. */
  #channelOf(claimed: string): ButtonChannel | undefined {
    const channel = this.#options.channel(claimed.split('.', 1)[0] ?? '');
    return channel && this.#claimedId(channel) === claimed ? channel : undefined;
  }

  /**
   * Whoever gives a channel another address, topic or secret does so because the old one is nobody's business any more: what
   * was sent there answers nothing. A browser's subscription may be renewed: its device is what counts.
   */
  #claimedId({ id, config }: ButtonChannel): string {
    if (config.type === 'push') return id;
    const fields = Object.entries(config).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return `${id}.${this.#options.proofs.markOf(JSON.stringify(fields))}`;
  }

  /** What was decided about the ask since may have taken its buttons away. One that is over says so itself. */
  #requireOffered(ask: Ask, { channelId, answer }: Claims): void {
    const channel = this.#channelOf(channelId);
    const isOffered = (offered: { answer: Answer }) => isSameButton(offered.answer, answer);
    if (!isOpen(ask) || (channel && buttonsOf(ask, channel).some(isOffered))) return;
    throw new BeckonError('forbidden', needsCard);
  }
}

const noChannel = 'The channel that this came through has been removed, or leads elsewhere now. Nothing was answered.';
const noDevice = 'This device has been removed. Nothing was answered.';
const noButtons = 'This channel no longer answers. Open Beckon, and answer there.';
const expired = 'This button is too old. Open Beckon, and answer there.';
const changed = 'What is asked has changed since this was sent. Open Beckon, and look at it there.';
const needsCard = 'This has to be looked at before it is answered. Open Beckon, and answer there.';

function buttonsOf(ask: Ask, { options: { privacy, hasButtons } }: ButtonChannel) {
  // Whoever is not shown what would run does not decide on it.
  if (!hasButtons || privacy !== 'full' || !isOpen(ask) || !askText(ask).isWhole) return [];
  const offered = offeredAnswers(ask);
  const isPlain = ({ label }: { label: string }) => label.length <= longestLabel && !isDisguised(label, 'text');
  if (!isCalm(ask) || !offered.every(isPlain)) return [];
  return offered.slice(0, mostActions);
}

/** What nothing can be said about is no reason to be calm. Where nothing would run, there is nothing to say. */
function isCalm(ask: Ask): boolean {
  const { runs } = kindOf(ask);
  const level = ask.risk?.level ?? (offeredAnswers(ask).some(({ answer }) => runs(answer)) ? 'unknown' : 'low');
  return level === 'low' || level === 'medium';
}

/** An approval of an edit is for the file as it was when the notification was sent. */
function boundToFile(ask: Ask, answer: Answer): Answer {
  if (answer.type !== 'approve' || ask.file?.version === undefined) return answer;
  return { ...answer, fileVersion: ask.file.version };
}

function isSameButton(offered: Answer, given: Answer): boolean {
  const { fileVersion: _, ...rest } = { fileVersion: undefined, ...given };
  return JSON.stringify(offered) === JSON.stringify(rest);
}

function deviceOf({ config }: ButtonChannel): string | undefined {
  return config.type === 'push' ? config.deviceId : undefined;
}

function channelAsDevice({ id, options: { name } }: ButtonChannel): Device {
  return { id: `channel:${id}`, name };
}
