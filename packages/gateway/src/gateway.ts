// The composition root: the parts of the house, in the order in which an ask meets them.
import type { About, GatewayAddress, Transport } from '@beckon/protocol';
import { addressesForPhone, AnswerDelay, askEvent, isAskEvent } from '@beckon/protocol';
import { Devices } from './access/devices.ts';
import { TrustedFolders } from './access/trustedFolders.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import { defaultMostAgents, StartQueue } from './agents/startQueue.ts';
import { openSqliteStores } from './store/sqlite/sqliteStores.ts';
import type { Stores } from './store/stores.ts';
import { TroubleWatch } from './store/troubleWatch.ts';
import type { Driver, DriverRoute } from './drivers/driver.ts';
import { AuditLog } from './log/auditLog.ts';
import { startRetention } from './log/retention.ts';
import { TypingBursts } from './log/typingBursts.ts';
import type { AdmissionOptions } from './asks/admission.ts';
import { admission } from './asks/admission.ts';
import { AnswerDrafts } from './asks/answerDrafts.ts';
import { Delays } from './asks/delays.ts';
import { Ledger } from './asks/ledger.ts';
import { judge } from './asks/risk/judge.ts';
import { Comparisons } from './editedFiles/comparisons.ts';
import { fileOf, withFile } from './editedFiles/withFile.ts';
import { abridge } from './largeInputs/abridge.ts';
import { readWholeInput } from './largeInputs/keeping.ts';
import { isLargeInput } from './largeInputs/largeAsks.ts';
import type { Logger } from './logger.ts';
import { silentLog } from './logger.ts';
import { Attempts } from './sessions/attempts.ts';
import type { EventTail } from './telling/eventLog.ts';
import { EventLog } from './telling/eventLog.ts';
import type { House, Limits } from './house.ts';
import { PastSessions } from './past/pastSessions.ts';
import { Actions } from './notify/actions.ts';
import { Calls } from './notify/calls.ts';
import { Channels } from './notify/channels.ts';
import type { OutboundOptions } from './notify/outbound.ts';
import { Outbound } from './notify/outbound.ts';
import { Proofs } from './notify/proofs.ts';
import { PushSubscriptions } from './notify/pushSubscriptions.ts';
import type { Senders } from './notify/sender.ts';
import { createSenders } from './notify/senders/index.ts';
import { pushSender } from './notify/senders/push.ts';
import { vapidKeys } from './notify/vapid.ts';
import { GrantedRules } from './rules/grantedRules.ts';
import type { GivenSettings } from './settings.ts';
import { PersonSettings } from './settings.ts';
import type { SearchPlaces } from './search/search.ts';
import { Search } from './search/search.ts';
import { lookingWith } from './sessions/lookingWith.ts';
import { SessionRegistry } from './sessions/registry.ts';
import { Presence } from './telling/presence.ts';
import { ShownReceipts } from './telling/shownReceipts.ts';
import { settleInTurn } from './settling.ts';
import { keptApart } from './transports/apart.ts';
import type { GatewayParts } from './transports/gatewayParts.ts';
import { DirectTransport } from './transports/direct.ts';
import { requireShownFile } from './transports/shownFile.ts';

export interface GatewayOptions {
  drivers: Driver[];
  about: Omit<About, 'drivers'>;
  /** Where to keep everything; without it, in memory. */
  databasePath?: string;
  /** Open stores in place of a path; they are closed with the gateway. */
  stores?: Stores;
  limits?: Partial<Limits>;
  /** Settings that hold for this run, whatever its person has set. */
  givenSettings?: GivenSettings;
  /** How much of what was told is kept for clients that come back. */
  eventTail?: EventTail;
  /** How long what is over stays in the log; 0 for ever. */
  keepDays?: number;
  /** Where the index of past sessions and their trash are kept; without it, there is neither. */
  pastFolder?: string;
  /** What is added to asks, and what rules answer them, before anyone is told. */
  admission?: AdmissionOptions;
  /** Whether Beckon's own files can be reached from a session's folder, so that more is asked about there. */
  isNearBeckon?: (folder: string) => boolean;
  /** What calls are sent with, in place of the senders of its own. */
  senders?: Partial<Senders>;
  /** How senders reach services: `BECKON_PUSH_ORIGINS`, for one. */
  outbound?: Omit<OutboundOptions, 'clock'>;
  /** Where the index for searching is kept, and what it is made of; without it nothing can be searched. */
  search?: SearchPlaces;
  clock?: Clock;
  log?: Logger;
}

export interface Gateway extends AsyncDisposable {
  /** For the transports that serve clients. */
  parts: GatewayParts;
  /** What the drivers' agents report to, for a server to mount. */
  routes: readonly DriverRoute[];
  /** To be called by a server that has mounted the routes: from now on agents find them there. */
  listening(server: { url: string; addresses?: () => GatewayAddress[] }): void;
  /** A client in this process, by the name of what it runs in: “Obsidian”. */
  connect(name: string): Transport;
  /** What its person should know about this start. */
  warning: string | undefined;
  /** Ends every agent and settles everything that was open. */
  close(): Promise<void>;
}

const defaultLimits: House['limits'] = {
  maxAgents: defaultMostAgents(),
  idleAfterMs: 30 * 60_000,
};

const defaultKeepDays = 90;

const longestDelayMs = 1000 * Math.max(...AnswerDelay.values);

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { drivers, about, databasePath, clock = systemClock } = options;
  const now = () => clock.now();
  const stores = options.stores ?? (await openSqliteStores(databasePath, now));
  const { disk } = stores;
  const troubles = new TroubleWatch({ disk, clock, log: options.log ?? silentLog });
  const log = troubles.calmLog;
  const auditLog = new AuditLog({
    store: stores.log,
    onUnwritten: (error, { type }) => log.error({ error, type }, 'could not write to the audit log'),
  });

  // Asks are born in a driver, live in the ledger …
  const cwdOf = (sessionId: string) => sessions.cwdOf(sessionId);
  const judged = judge({ cwdOf, isNearBeckon: options.isNearBeckon });
  const ledger = new Ledger({
    store: stores.asks,
    now,
    admit: admission({
      ...options.admission,
      enrich: [judged, ...(options.admission?.enrich ?? [])],
    }),
    delayMs: () => settings.current.answerDelaySeconds * 1000,
    // Who hears of a step of an ask, in this order.
    listeners: [
      (ask, step) => events.append(ask.sessionId, askEvent(ask, step)),
      (ask, step) => sessions.askStepped(ask, step),
      (ask) => delays.heed(ask),
      (ask) => drafts.heed(ask),
      (ask) => calls.heed(ask),
    ],
    onUnwritten: (error, { id, state }) => log.error({ error, askId: id, state }, 'could not save a step of an ask'),
  });

  const delays = new Delays({ ledger, clock, longestMs: longestDelayMs });

  // … are shown to every client …
  const drafts = new AnswerDrafts({ tell: (draft) => events.appendDraft(draft) });
  const settings = new PersonSettings({
    store: stores.settings,
    given: options.givenSettings,
    auditLog,
    onChange: (changed) => {
      events.appendSettings(changed);
      calls.settingsChanged();
      search?.settingsChanged();
    },
  });
  const events = new EventLog({
    ...options.eventTail,
    snapshot: () => sessions.snapshot(),
    trouble: () => troubles.trouble,
    settings: () => settings.current,
    drafts: () => drafts.all(),
  });
  const shown = new ShownReceipts(clock, ledger);
  const { ask: fixedAskLimit, ...fixedLimits } = options.limits ?? {};
  const limits = { ...defaultLimits, ...fixedLimits };
  const house: House = {
    clock,
    log,
    events,
    store: stores.sessions,
    inputs: stores.inputs,
    ledger,
    drivers: Object.fromEntries(drivers.map((driver) => [driver.name, driver])),
    limits,
    askLimit: () => fixedAskLimit ?? settings.askLimit,
    startQueue: new StartQueue({ most: limits.maxAgents, clock }),
    trust: new TrustedFolders({ store: stores.trust, clock, auditLog, look: lookingWith(drivers) }),
  };
  const sessions = new SessionRegistry(house);
  const transcripts = drivers.find((driver) => driver.transcripts !== undefined)?.transcripts;
  const past =
    transcripts === undefined
      ? undefined
      : new PastSessions({
          projects: transcripts,
          folder: options.pastFolder,
          isInBeckon: (id) => sessions.inConversation(id) !== undefined,
          clock,
          onTrouble: (error) => log.warn({ error }, 'could not keep the index of past sessions'),
        });
  events.onAppend((event) => {
    if (event.type !== 'session_status' || !event.data.session.createdOn) return;
    const { id, conversationId = id, createdAt } = event.data.session;
    past?.noteInBeckon(conversationId, createdAt);
  });

  // … their person is called where nobody looks …
  const fileOfAsk: GatewayParts['fileOf'] = ({ toolName, abridged }, input) =>
    fileOf({ toolName, input, abridged }, clock);
  let addresses = (): GatewayAddress[] => [];
  const publicUrl = (path: string) => {
    const [first] = addressesForPhone(addresses());
    return first && new URL(path, first.url).href;
  };
  const presence = new Presence(clock);
  const devices = new Devices({
    store: stores.devices,
    clock,
    auditLog,
    onAdded: (device) => calls.deviceSignedIn(device),
    onGone: (device) => push.forget(device),
  });
  const channels = new Channels({
    store: stores.channels,
    clock,
    auditLog,
    onChange: (id) => calls.channelChanged(id),
  });
  const outbound = new Outbound({ ...options.outbound, clock });
  const vapid = vapidKeys(stores.channels);
  const push = new PushSubscriptions({
    channels,
    vapid,
    outbound,
    clock,
    isDevice: (id) => devices.find(id) !== undefined,
  });
  const actions = new Actions({
    proofs: new Proofs(stores.channels),
    ledger,
    clock,
    channel: (id) => channels.find(id),
    device: (id) => devices.find(id),
    requireShownFile: (ask, answer) => requireShownFile({ ledger, fileOf: fileOfAsk }, ask, answer),
    url: () => publicUrl('/api/actions'),
  });
  const calls = new Calls({
    asks: ledger,
    channels,
    senders: {
      ...createSenders({ outbound, clock }),
      push: pushSender({ outbound, clock, vapid }),
      ...options.senders,
    },
    clock,
    settings: () => settings.current,
    isAnyVisible: () => presence.isAnyVisible(),
    sessionOf: (id) => sessions.infoOf(id),
    url: publicUrl,
    actionsFor: (ask, channel) => actions.actionsFor(ask, channel),
  });
  events.onAppend((event) => calls.hear(event));
  troubles.tell({
    onChange: (trouble) => events.appendTrouble(trouble),
    catchUp({ since, message }) {
      ledger.writeUnwritten();
      sessions.saveAll();
      auditLog.append({ type: 'store_recovered', data: { since, message } }, 'durable');
    },
  });
  auditLog.note({ type: 'gateway_started', data: { version: about.version } });
  if (disk.setAside !== undefined) {
    auditLog.note({ type: 'database_set_aside', data: { path: disk.setAside } });
  }
  const closeStore = [() => troubles.close(), () => disk.close()];
  try {
    await sessions.restore();
    delays.start();
    calls.start();
    events.forgetTail();
  } catch (error) {
    const rethrow = () => {
      throw error;
    };
    await settleInTurn([rethrow, () => calls.close(), () => delays.close(), () => sessions.abandon(), ...closeStore]);
  }
  // What is in memory is gone soon enough.
  const isKept = (options.stores ?? databasePath) !== undefined;
  const retention =
    isKept &&
    startRetention({
      stores,
      auditLog,
      forgetSessions: (before) => sessions.forget(before),
      clock,
      keepDays: options.keepDays ?? defaultKeepDays,
      onFailure: (error) => log.warn({ error }, 'could not tidy up the log'),
    });

  // All that was ever said or done is found again.
  const search =
    options.search &&
    new Search({
      ...options.search,
      database: databasePath,
      settings: () => settings.current,
      sessionIn: (conversationId) => sessions.idInConversation(conversationId),
      clock,
    });
  events.onAppend((event) => {
    if ('sessionId' in event && (event.type === 'done' || isAskEvent(event))) search?.heard();
  });

  // … and are answered through a transport.
  const comparisons = new Comparisons({
    clock,
    inputOf: async ({ abridged, input }) =>
      abridged ? readWholeInput(stores.inputs, abridged) : Buffer.from(JSON.stringify(input)),
  });
  const parts: GatewayParts = {
    about: { ...about, drivers: drivers.map(({ name, description }) => ({ name, ...description })) },
    sandboxOf: async (name) => house.drivers[name]?.sandbox?.(),
    sessions,
    ...(past && { past }),
    ledger,
    inputs: stores.inputs,
    fileOf: fileOfAsk,
    judgeInput: async ({ abridged: _, file: __, ...ask }, input) => {
      const carried = isLargeInput(input) ? await abridge(Buffer.from(JSON.stringify(input))) : { input };
      const { risk, file } = await withFile(judged({ ...ask, ...carried }), clock);
      return { ...(risk && { risk }), ...(file && { file }) };
    },
    comparisons,
    drafts,
    auditLog,
    events,
    shown,
    attempts: new Attempts({ store: stores.attempts, clock, log }),
    devices,
    trust: house.trust,
    settings,
    rules: new GrantedRules({
      auditLog,
      ledger,
      drivers: house.drivers,
      sessionOf: (id) => sessions.placeOf(id),
    }),
    typing: new TypingBursts(clock),
    channels,
    push,
    actions,
    calls,
    presence,
    ...(search && { search }),
  };
  const close = once(() =>
    settleInTurn([
      () => calls.close(),
      () => outbound[Symbol.dispose](),
      () => shown.close(),
      () => search?.close(),
      () => comparisons.close(),
      () => delays.close(),
      () => sessions.close(),
      () => past?.close(),
      () => auditLog.note({ type: 'gateway_stopped', data: {} }),
      () => retention && retention.close(),
      ...closeStore,
    ]),
  );
  return {
    parts,
    routes: drivers.flatMap(({ routes = [] }) => routes),
    listening(server) {
      if (server.addresses) addresses = server.addresses;
      for (const driver of drivers) driver.listening?.(server);
    },
    connect: (name) => keptApart(new DirectTransport(parts, { id: `local:${name}`, name })),
    warning: troubles.trouble?.message,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= work());
}
