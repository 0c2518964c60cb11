// All that a client knows of the gateway. `HttpTransport` and the gateway's `DirectTransport` behave the same: the same
// values, the same `BeckonError`s, the same events.
import { z } from 'zod';
import type { ShareDraft } from './ask/answerDraft.ts';
import type { InputPiece, InputQuery } from './ask/abridged.ts';
import type { ComparisonQuery, FileComparison } from './ask/fileComparison.ts';
import { Answer, Approve, Deny, SubmitAnswers } from './ask/answer.ts';
import { Ask } from './ask/ask.ts';
import type { BrowserSubscription, PushState } from './push.ts';
import type { Channel, ChannelTest, CreateChannel, PageVisibility, UpdateChannel } from './channel.ts';
import type {
  CreateLoginCode,
  GatewayAddress,
  LoginCode,
  LoginCodeState,
  RenameDevice,
  SignedInDevice,
} from './device.ts';
import type { Settings, UpdateSettings } from './settings.ts';
import { DriverDescription } from './driver.ts';
import type { EventPosition, ReceivedEvent } from './event.ts';
import { EditedFile } from './ask/editedFile.ts';
import { Risk } from './ask/risk.ts';
import { AskId, ClientKey, JsonObject, SessionId, Timestamp, ToolCallId } from './ids.ts';
import { LogEntry } from './logEntry.ts';
import { LogKinds } from './logKind.ts';
import { Message, Prompt } from './message.ts';
import type { PaneEvent, PaneInput, PaneSize } from './pane.ts';
import { PermissionMode } from './permission.ts';
import type { DeleteSession, ForkSession } from './past.ts';
import { pastQueryFields, SkippedPast } from './past.ts';
import type { GrantedRule } from './grantedRule.ts';
import type { SearchPage, SearchQuery, UsageQuery, UsageReport } from './search.ts';
import type { CreateSession, UpdateSession } from './session.ts';
import { Session } from './session.ts';
import type { TrustedFolder } from './trust.ts';

/** An answer to the ask that is named beside it. */
export const AnswerAsk = z.object({ answer: Answer, clientKey: ClientKey.optional() });
export type AnswerAsk = z.infer<typeof AnswerAsk>;

/** Which ask an answer is for that is given by the call. */
const addressee = {
  toolCallId: ToolCallId,
  /** Binds the answer to the very ask that was shown. Needed where the agent has asked about the call more than once. */
  askId: AskId.optional(),
  clientKey: ClientKey.optional(),
};

export const ApproveTool = Approve.omit({ type: true }).extend(addressee);
export type ApproveTool = z.infer<typeof ApproveTool>;
export const DenyTool = Deny.omit({ type: true }).extend(addressee);
export type DenyTool = z.infer<typeof DenyTool>;
export const SubmitQuestionAnswers = SubmitAnswers.omit({ type: true }).extend(addressee);
export type SubmitQuestionAnswers = z.infer<typeof SubmitQuestionAnswers>;

/** An input that its person thinks of approving in the place of the one that was asked about. */
export const JudgeInput = z.object({ input: JsonObject });
export type JudgeInput = z.infer<typeof JudgeInput>;

/** What that would do: as on an ask, for an ask with that input. */
export const Judgement = z.object({ risk: Risk.optional(), file: EditedFile.optional() });
export type Judgement = z.infer<typeof Judgement>;

export const SendMessage = z.object({ content: Prompt, clientKey: ClientKey.optional() });
export type SendMessage = z.infer<typeof SendMessage>;

/**
 * Sessions that wait for their person come first, then those with the latest activity. `before` is the `next` of the page
 * before. With `q`, only those whose title, folder and id together contain each of its words, in either case. Without a
 * scope, those that are in Beckon; `past`: those that the agent has kept beside them, by the latest activity; `archive` and
 * `trash`: those of them that were put away, or deleted.
 */
export const SessionQuery = z.object({
  before: z
    .string()
    .regex(/^[01]-\d{1,15}-[\da-f-]{36}$/, 'is no cursor of a page')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  q: z.string().max(200).optional(),
  scope: z.enum(['past', 'archive', 'trash']).optional(),
  ...pastQueryFields,
});
export type SessionQuery = z.infer<typeof SessionQuery>;

export const SessionPage = z.object({
  /** Each with its open asks; 100 at a time unless the query says otherwise. */
  sessions: z.array(Session),
  /** The cursor for the page after this one; absent on the last. */
  next: z.string().optional(),
  /** Of past sessions, where something could not be looked at. */
  skipped: SkippedPast.optional(),
});
export type SessionPage = z.infer<typeof SessionPage>;

/** The newest messages, or those before `before`, in reading order. */
export const PageQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'is no cursor of a page')
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const MessagePage = z.object({
  messages: z.array(Message),
  /** The asks that belong to tool calls on this page, and all that are open. */
  asks: z.array(Ask),
  /** The cursor for the page before this one; absent at the beginning of the conversation. */
  next: z.string().optional(),
  /** The session itself, with the newest page: a client may not have it yet. */
  session: Session.optional(),
  /** Events up to this number are contained in the page. */
  seq: z.int().nonnegative(),
});
export type MessagePage = z.infer<typeof MessagePage>;

/**
 * Asks of all sessions: the open ones, or all that are not over, come oldest first and whole; all there ever were come newest
 * first and in pages.
 */
export const AskQuery = PageQuery.extend({ state: z.enum(['open', 'unfinished', 'all']).optional() });
export type AskQuery = z.infer<typeof AskQuery>;

export const AskPage = z.object({ asks: z.array(Ask), next: z.string().optional() });
export type AskPage = z.infer<typeof AskPage>;

/** An ask, and every entry that the log has of it, oldest first. */
export const AskLog = z.object({ ask: Ask, log: z.array(LogEntry) });
export type AskLog = z.infer<typeof AskLog>;

/** The audit log comes newest first, in pages: all of it, or that of one session, or what is not older than `since`. */
export const LogQuery = PageQuery.extend({
  session: SessionId.optional(),
  since: z.coerce.number().pipe(Timestamp).optional(),
  kind: LogKinds.optional(),
});
export type LogQuery = z.infer<typeof LogQuery>;

export const LogPage = z.object({ entries: z.array(LogEntry), next: z.string().optional() });
export type LogPage = z.infer<typeof LogPage>;

export const Scenario = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  prompt: z.string(),
  permissionMode: PermissionMode.optional(),
});
export type Scenario = z.infer<typeof Scenario>;

/** What a first screen has to know. */
export const About = z.object({
  version: z.string(),
  /** The folder that a new session starts in unless told otherwise. */
  defaultCwd: z.string(),
  /** What new sessions can be run by; the first unless told otherwise. */
  drivers: z.array(DriverDescription),
  /** Present where the real agent runs on the scripted demo model instead of an account. */
  demo: z.object({ scenarios: z.array(Scenario), howToSignIn: z.string() }).optional(),
});
export type About = z.infer<typeof About>;

export interface EventsOptions {
  /** Ends the stream; iteration then stops without an error. */
  signal?: AbortSignal;
  /** Goes on after this position where the gateway still can; else the stream opens with a snapshot that says `reset`. */
  after?: EventPosition;
  /** Called once the stream is open; one that goes on from a position may have nothing to tell for a while. */
  onOpen?: () => void;
}

export interface Transport {
  about(): Promise<About>;

  createSession(session: CreateSession): Promise<Session>;
  listSessions(query?: SessionQuery): Promise<SessionPage>;
  getSession(sessionId: string): Promise<Session>;
  updateSession(sessionId: string, change: UpdateSession): Promise<Session>;
  /**
   * Ends the agent and takes the session off the list; its asks stay in the log. A past session goes to the trash, and one
   * that is there is deleted for good where that is said.
   */
  deleteSession(sessionId: string, request?: DeleteSession): Promise<void>;
  /** Brings a past session back from the trash. */
  restoreSession(sessionId: string): Promise<Session>;
  /** Another past session with the same conversation, as far as a message. */
  forkSession(sessionId: string, request?: ForkSession): Promise<Session>;

  listMessages(sessionId: string, page?: PageQuery): Promise<MessagePage>;
  readImage(sessionId: string, imageId: string): Promise<Blob>;
  readDocument(sessionId: string, documentId: string): Promise<Blob>;
  sendMessage(sessionId: string, message: SendMessage): Promise<void>;
  interrupt(sessionId: string): Promise<void>;

  /** Answers an ask of any kind. The same answer again with the same key is the same attempt. */
  answer(askId: string, answer: Answer, clientKey?: ClientKey): Promise<void>;
  /** The same, by the call that the ask is about, where that has been asked about once. */
  approveTool(sessionId: string, approval: ApproveTool): Promise<void>;
  denyTool(sessionId: string, denial: DenyTool): Promise<void>;
  submitAnswers(sessionId: string, answers: SubmitQuestionAnswers): Promise<void>;
  listAsks(query?: AskQuery): Promise<AskPage>;
  getAsk(askId: string): Promise<AskLog>;
  /** The JSON of an ask's whole input, piece by piece: the first, or the one that begins at `offset`. */
  readInput(askId: string, query?: InputQuery): Promise<InputPiece>;
  /**
   * What an edit makes of its file as it is now, page by page: also where that is too much for the ask. An open ask whose file
   * is no longer the one it shows is shown with the file as it is.
   */
  compareFile(askId: string, query?: ComparisonQuery): Promise<FileComparison>;
  /** What approving the ask with another input would do. Changes nothing. */
  judgeInput(askId: string, request: JudgeInput): Promise<Judgement>;
  /** Shows what has been filled in, and not sent, to this person's other devices. It answers nothing. */
  shareDraft(askId: string, draft: ShareDraft): Promise<void>;
  /** The ask has been in view on this device. */
  markSeen(askId: string): Promise<void>;
  /** Takes an answer back that no agent has been given yet; the ask is open again. */
  takeBackAnswer(askId: string): Promise<void>;
  /** Tries now to bring an answer to its agent. Resolves when that was tried, whatever came of it: the ask tells. */
  deliverAnswer(askId: string): Promise<void>;
  readLog(query?: LogQuery): Promise<LogPage>;

  /** Those that are signed in. */
  listDevices(): Promise<SignedInDevice[]>;
  renameDevice(deviceId: string, change: RenameDevice): Promise<SignedInDevice>;
  /** Its credential is void from then on, and its streams end. */
  removeDevice(deviceId: string): Promise<void>;
  /** The same for all but the one that asks. */
  removeOtherDevices(): Promise<void>;
  /** Where the gateway is reached. */
  listAddresses(): Promise<GatewayAddress[]>;
  /** A link that signs one device in, once, within ten minutes. */
  createLoginCode(wanted?: CreateLoginCode): Promise<LoginCode>;
  getLoginCode(codeId: string): Promise<LoginCodeState>;
  /** It lets nobody in any more; whoever has used it already stays. */
  cancelLoginCode(codeId: string): Promise<void>;

  /** The key that browsers subscribe with, and whether this device has subscribed. */
  getPush(): Promise<PushState>;
  /** Calls this device, which has to be a browser that is signed in, through its push service. Takes the place of what it had. */
  subscribeToPush(subscription: BrowserSubscription): Promise<Channel<'push'>>;
  unsubscribeFromPush(subscriptionId: string): Promise<void>;

  /** The folders that its person has decided about, the latest first. */
  listTrustedFolders(): Promise<TrustedFolder[]>;
  /** Forgets what was decided: a folder that runs something is asked about again before the next agent starts there. */
  forgetTrustedFolder(id: string): Promise<void>;

  /** What is kept for all devices. */
  getSettings(): Promise<Settings>;
  updateSettings(change: UpdateSettings): Promise<Settings>;

  /** The ways in which its person is called, in the order in which they were made; without their secrets. */
  listChannels(): Promise<Channel[]>;
  createChannel(channel: CreateChannel): Promise<Channel>;
  /** What is not named stays, secrets too. */
  updateChannel(channelId: string, change: UpdateChannel): Promise<Channel>;
  removeChannel(channelId: string): Promise<void>;
  /** Sends something through it now, and tells what came of that. */
  testChannel(channelId: string): Promise<ChannelTest>;
  /** A page of this device is before someone's eyes, or no longer: nobody is called about what they see. */
  reportVisibility(visibility: PageVisibility): Promise<void>;

  /** Over everything that was ever said or done, the log included. What makes no sense in a query is said in a sentence. */
  search(query: SearchQuery): Promise<SearchPage>;
  /** What was spent, and how long agents waited for their person. */
  getUsage(query?: UsageQuery): Promise<UsageReport>;

  /** What was granted with “always”, the latest first, each with where it is kept now. */
  listGrantedRules(): Promise<GrantedRule[]>;
  /** Takes the rule out of the file that it is kept in, and nothing else. */
  removeGrantedRule(ruleId: string): Promise<void>;

  /** The screen of a session that runs in a terminal: first as it stands, then what its program writes. */
  watchPane(sessionId: string, options?: { signal?: AbortSignal }): AsyncIterable<PaneEvent>;
  typeIntoPane(sessionId: string, input: PaneInput): Promise<void>;
  resizePane(sessionId: string, size: PaneSize): Promise<void>;

  /** First the snapshot, then every event after it. Ends, or throws, when the connection does. */
  events(options?: EventsOptions): AsyncIterable<ReceivedEvent>;
}
