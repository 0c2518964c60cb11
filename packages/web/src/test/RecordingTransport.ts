// A gateway in a few lines: remembers what it was asked, and answers as a test tells it to. The transport is the seam
// between page and gateway, so nothing behind it is imitated.
import { BeckonError, defaultSettings } from '@beckon/protocol';
import type {
  About,
  AskLog,
  Channel,
  ChannelTest,
  FileComparison,
  GatewayAddress,
  GrantedRule,
  InputPiece,
  Judgement,
  LogPage,
  LoginCodeState,
  MessagePage,
  PaneEvent,
  PushState,
  ReceivedEvent,
  SearchPage,
  Session,
  SessionPage,
  Settings,
  SignedInDevice,
  Transport,
  TrustedFolder,
  UsageReport,
} from '@beckon/protocol';
import { driver, pushChannel } from './fixtures.ts';
import { PaneStream } from './PaneStream.ts';

type Method = Exclude<keyof Transport, 'events' | 'watchPane'>;
type Call = { [M in Method]: { method: M; args: Parameters<Transport[M]> } }[Method];

export class RecordingTransport implements Transport {
  readonly calls: Call[] = [];
  /** Methods listed here fail with that error until it is taken away. */
  readonly failures = new Map<Method, BeckonError>();
  #hold: Promise<void> = Promise.resolve();
  /** Read at the snapshot that every test begins with. */
  page: MessagePage = { messages: [], asks: [], seq: 1 };
  session: Session | undefined;
  /** Of any input. */
  judgement: Judgement = { risk: { level: 'low', findings: [] } };
  /** What a document reads. */
  document = new Blob();
  /** By cursor; the first has none. */
  readonly sessionPages = new Map<string | undefined, SessionPage>();
  /** By ask id. */
  readonly askLogs = new Map<string, AskLog>();
  /** Of the ask whose input is too large, by their offsets. */
  readonly inputPieces = new Map<number, InputPiece>();
  /** Of the ask whose edit is too large, page by page. */
  comparisons: FileComparison[] = [];
  /** By cursor; the newest has none. */
  readonly logPages = new Map<string | undefined, LogPage>();
  trustedFolders: TrustedFolder[] = [];
  devices: SignedInDevice[] = [];
  push: PushState = { publicKey: 'BAAA' };
  /** One for each time that a pane was watched. */
  readonly paneStreams: PaneStream[] = [];
  aboutGateway: About = { version: '0', defaultCwd: '/home/ana/shop', drivers: [driver()] };

  callsTo<M extends Method>(method: M): Parameters<Transport[M]>[] {
    return this.calls.flatMap((call) => (call.method === method ? [call.args as Parameters<Transport[M]>] : []));
  }

  /** Lets replies wait, so that a test can see the page meanwhile; the returned function lets them go. */
  holdReplies(): () => void {
    let letGo: () => void = nothing;
    this.#hold = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  }

  about = () => this.#reply({ method: 'about', args: [] }, () => this.aboutGateway);
  createSession: Transport['createSession'] = (...args) =>
    this.#reply({ method: 'createSession', args }, () => this.#session());
  listSessions: Transport['listSessions'] = (...args) =>
    this.#reply({ method: 'listSessions', args }, () => this.sessionPages.get(args[0]?.before) ?? { sessions: [] });
  getSession: Transport['getSession'] = (...args) => this.#reply({ method: 'getSession', args }, () => this.#session());
  updateSession: Transport['updateSession'] = (...args) =>
    this.#reply({ method: 'updateSession', args }, () => this.#session());
  deleteSession: Transport['deleteSession'] = (...args) => this.#reply({ method: 'deleteSession', args }, nothing);
  restoreSession: Transport['restoreSession'] = (...args) =>
    this.#reply({ method: 'restoreSession', args }, () => this.#session());
  forkSession: Transport['forkSession'] = (...args) =>
    this.#reply({ method: 'forkSession', args }, () => this.#session());
  listMessages: Transport['listMessages'] = (...args) => this.#reply({ method: 'listMessages', args }, () => this.page);
  readImage: Transport['readImage'] = (...args) => this.#reply({ method: 'readImage', args }, () => new Blob());
  readDocument: Transport['readDocument'] = (...args) =>
    this.#reply({ method: 'readDocument', args }, () => this.document);
  sendMessage: Transport['sendMessage'] = (...args) => this.#reply({ method: 'sendMessage', args }, nothing);
  interrupt: Transport['interrupt'] = (...args) => this.#reply({ method: 'interrupt', args }, nothing);
  answer: Transport['answer'] = (...args) => this.#reply({ method: 'answer', args }, nothing);
  approveTool: Transport['approveTool'] = (...args) => this.#reply({ method: 'approveTool', args }, nothing);
  denyTool: Transport['denyTool'] = (...args) => this.#reply({ method: 'denyTool', args }, nothing);
  submitAnswers: Transport['submitAnswers'] = (...args) => this.#reply({ method: 'submitAnswers', args }, nothing);
  listAsks: Transport['listAsks'] = (...args) => this.#reply({ method: 'listAsks', args }, () => ({ asks: [] }));
  getAsk: Transport['getAsk'] = (...args) =>
    this.#reply({ method: 'getAsk', args }, () => {
      const log = this.askLogs.get(args[0]);
      if (!log) throw new BeckonError('ask_not_found', 'There is no such ask.');
      return log;
    });
  readInput: Transport['readInput'] = (...args) =>
    this.#reply({ method: 'readInput', args }, () => {
      const piece = this.inputPieces.get(args[1]?.offset ?? 0);
      if (!piece) throw new BeckonError('not_found', 'Nothing of this input begins there.');
      return piece;
    });
  compareFile: Transport['compareFile'] = (...args) =>
    this.#reply({ method: 'compareFile', args }, () => {
      const comparison = this.comparisons[args[1]?.page ?? 0];
      if (!comparison) throw new BeckonError('not_found', 'This ask changes no file.');
      return comparison;
    });
  judgeInput: Transport['judgeInput'] = (...args) => this.#reply({ method: 'judgeInput', args }, () => this.judgement);
  shareDraft: Transport['shareDraft'] = (...args) => this.#reply({ method: 'shareDraft', args }, nothing);
  markSeen: Transport['markSeen'] = (...args) => this.#reply({ method: 'markSeen', args }, nothing);
  takeBackAnswer: Transport['takeBackAnswer'] = (...args) => this.#reply({ method: 'takeBackAnswer', args }, nothing);
  deliverAnswer: Transport['deliverAnswer'] = (...args) => this.#reply({ method: 'deliverAnswer', args }, nothing);
  readLog: Transport['readLog'] = (...args) =>
    this.#reply({ method: 'readLog', args }, () => this.logPages.get(args[0]?.before) ?? { entries: [] });

  getPush = () => this.#reply({ method: 'getPush', args: [] }, () => this.push);
  subscribeToPush: Transport['subscribeToPush'] = (...args) =>
    this.#reply({ method: 'subscribeToPush', args }, () => {
      this.push = { ...this.push, subscriptionId: pushChannel.id };
      return pushChannel;
    });
  unsubscribeFromPush: Transport['unsubscribeFromPush'] = (...args) =>
    this.#reply({ method: 'unsubscribeFromPush', args }, () => {
      this.push = { publicKey: this.push.publicKey };
    });
  listTrustedFolders = () => this.#reply({ method: 'listTrustedFolders', args: [] }, () => this.trustedFolders);
  forgetTrustedFolder: Transport['forgetTrustedFolder'] = (...args) =>
    this.#reply({ method: 'forgetTrustedFolder', args }, nothing);
  listDevices = () => this.#reply({ method: 'listDevices', args: [] }, () => this.devices);
  renameDevice: Transport['renameDevice'] = (...args) =>
    this.#reply({ method: 'renameDevice', args }, () => {
      const [id, { name }] = args;
      return { id, name, createdAt: 1, lastSeenAt: 1, current: false };
    });
  removeDevice: Transport['removeDevice'] = (...args) => this.#reply({ method: 'removeDevice', args }, nothing);
  removeOtherDevices = () => this.#reply({ method: 'removeOtherDevices', args: [] }, nothing);

  addresses: GatewayAddress[] = [];
  /** What has become of the code that was made. */
  loginCode: LoginCodeState = { id: 'code', state: 'open', expiresAt: Date.now() + 600_000 };
  listAddresses = () => this.#reply({ method: 'listAddresses', args: [] }, () => this.addresses);
  createLoginCode: Transport['createLoginCode'] = (...args) =>
    this.#reply({ method: 'createLoginCode', args }, () => {
      const { id, expiresAt } = this.loginCode;
      return { id, expiresAt, code: 'secret', url: `${args[0]?.address}/login?code=secret`, qr: ['10', '01'] };
    });
  getLoginCode: Transport['getLoginCode'] = (...args) =>
    this.#reply({ method: 'getLoginCode', args }, () => this.loginCode);
  cancelLoginCode: Transport['cancelLoginCode'] = (...args) =>
    this.#reply({ method: 'cancelLoginCode', args }, nothing);

  channels: Channel[] = [];
  channelTest: ChannelTest = { ok: true, detail: 'It was taken.' };
  listChannels = () => this.#reply({ method: 'listChannels', args: [] }, () => this.channels);
  createChannel: Transport['createChannel'] = (...args) =>
    this.#reply({ method: 'createChannel', args }, () => this.#channel());
  updateChannel: Transport['updateChannel'] = (...args) =>
    this.#reply({ method: 'updateChannel', args }, () => this.#channel());
  removeChannel: Transport['removeChannel'] = (...args) => this.#reply({ method: 'removeChannel', args }, nothing);
  testChannel: Transport['testChannel'] = (...args) =>
    this.#reply({ method: 'testChannel', args }, () => this.channelTest);
  reportVisibility: Transport['reportVisibility'] = (...args) =>
    this.#reply({ method: 'reportVisibility', args }, nothing);

  /** By cursor; the first has none. */
  readonly searchPages = new Map<string | undefined, SearchPage>();
  search: Transport['search'] = (...args) =>
    this.#reply({ method: 'search', args }, () => this.searchPages.get(args[0].before) ?? { hits: [], index });
  usage: UsageReport = { ...noUsageReport, index };
  getUsage: Transport['getUsage'] = (...args) => this.#reply({ method: 'getUsage', args }, () => this.usage);

  grantedRules: GrantedRule[] = [];
  listGrantedRules = () => this.#reply({ method: 'listGrantedRules', args: [] }, () => this.grantedRules);
  removeGrantedRule: Transport['removeGrantedRule'] = (...args) =>
    this.#reply({ method: 'removeGrantedRule', args }, nothing);

  settings: Settings = defaultSettings;
  getSettings = () => this.#reply({ method: 'getSettings', args: [] }, () => this.settings);
  updateSettings: Transport['updateSettings'] = (...args) =>
    this.#reply({ method: 'updateSettings', args }, () => {
      return (this.settings = { ...this.settings, ...(args[0] as Partial<Settings>) });
    });

  typeIntoPane: Transport['typeIntoPane'] = (...args) => this.#reply({ method: 'typeIntoPane', args }, nothing);
  resizePane: Transport['resizePane'] = (...args) => this.#reply({ method: 'resizePane', args }, nothing);

  watchPane(_sessionId: string, { signal }: { signal?: AbortSignal } = {}): AsyncIterable<PaneEvent> {
    const stream = new PaneStream();
    this.paneStreams.push(stream);
    return stream.read(signal);
  }

  async *events(): AsyncGenerator<ReceivedEvent> {
    // Tests feed events by hand.
  }

  async #reply<T>(call: Call, value: () => T): Promise<T> {
    this.calls.push(call);
    await this.#hold;
    const failure = this.failures.get(call.method);
    if (failure) throw failure;
    return value();
  }

  #channel(): Channel {
    const [channel] = this.channels;
    if (!channel) throw new Error('the test has no channel');
    return channel;
  }

  #session(): Session {
    if (!this.session) throw new BeckonError('session_not_found', 'There is no such session.');
    return this.session;
  }
}

function nothing(): void {}

const index = { isBusy: false, indexedBytes: 1000, totalBytes: 1000, skipped: { files: 0, folders: 0, lines: 0 } };
const noUsageReport = {
  total: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 },
  byDay: [],
  byFolder: [],
  byModel: [],
  bySession: [],
  waits: { byTool: [], byHour: [], longest: [] },
};
