// What crosses the wire, and how to speak it. Every name that other packages may use stands here.

// What is asked, and what settles it.
export { Abridged, Cut, InputPiece, inputPieceBytes, InputQuery } from './ask/abridged.ts';
export { Answer, answerValues, Approve, Deny, SubmitAnswers } from './ask/answer.ts';
export type { AnswerOf, AnswerType } from './ask/answer.ts';
export { Answerer, answererText, clientKeyOf, Receipt, withoutKey } from './ask/answerer.ts';
export {
  Ask,
  AskKind,
  EndOfWait,
  FailedDelivery,
  Observation,
  Parked,
  ParkReason,
  WithdrawalReason,
  withdrawalReasonTexts,
} from './ask/ask.ts';
export type { AskDraft, AskOf, KindFields } from './ask/ask.ts';
export {
  comesBeforeAgent,
  contradictionText,
  grantsOf,
  headline,
  kindOf,
  leavesMode,
  offeredAnswers,
  retelling,
  runsSomething,
  sizedHeadline,
  spokenHeadline,
  terminalAnswerText,
  wholeAsk,
} from './ask/describe.ts';
export { askKinds } from './ask/kinds/index.ts';
export type { KindOfAsk, OfferedAnswer } from './ask/kinds/kind.ts';
export { afterStep, hasArrived, newAsk, phaseOf, steps, wayOf, withPhase } from './ask/life.ts';
export type { GivenAnswer, Happening, HappeningType } from './ask/life.ts';
export { AskPhase, AskState, can, isOnHold, isOpen, isOver, isWithdrawn, phases } from './ask/phase.ts';
export type { AskAction, PhaseMeaning } from './ask/phase.ts';
export {
  Answers,
  answersForAgent,
  chosen,
  Question,
  QuestionOption,
  readAnswers,
  readQuestions,
} from './ask/question.ts';
export type { AnswersReading } from './ask/question.ts';
export { type ChangedLines, changedLines, changedLinesInSteps, mayBeSmall, mostSought } from './changedLines.ts';
export {
  AnswerDraft,
  DraftField,
  DraftFieldName,
  largestDraft,
  longestDraftText,
  ShareDraft,
} from './ask/answerDraft.ts';
export {
  applySections,
  changeSigns,
  ChangeSize,
  changeWords,
  EditedFile,
  FileSection,
  linesOf,
} from './ask/editedFile.ts';
export { ComparisonQuery, FileComparison } from './ask/fileComparison.ts';
export { finish, type Steps } from './steps.ts';
export { Risk, RiskFinding, RiskLevel } from './ask/risk.ts';
export type { FolderJudgement, FolderLook } from './trust.ts';
export { ShownTrustItem, SinceDecided, TrustDecision, TrustedFolder, TrustItem, TrustItemSort } from './trust.ts';

// How a person is called.
export {
  CallReceipt,
  Channel,
  ChannelId,
  channelOptions,
  ChannelRef,
  ChannelTest,
  ChannelType,
  channelTypeNames,
  channelTypes,
  configSchema,
  CreateChannel,
  defaultOptions,
  LastSent,
  Occasion,
  PageVisibility,
  Privacy,
  secretNames,
  UpdateChannel,
} from './channel.ts';
export type { ChannelConfig, ChannelOptions } from './channel.ts';
export { AnswerByProof, BrowserSubscription, PushState } from './push.ts';

// Sessions, and what runs them.
export {
  Ability,
  CreateSession,
  DriverName,
  EndReason,
  ModelChoice,
  ModelName,
  Session,
  SessionInfo,
  SessionState,
  StartingDesk,
  TerminalStatus,
  UpdateSession,
} from './session.ts';
export type { SessionWithoutAsks } from './session.ts';
export { sessionSearch } from './sessionSearch.ts';
export { DeleteSession, ForkSession, PastInfo, PastOrigin, PastPlace, SkippedPast } from './past.ts';
export { describeMode, DriverDescription, SandboxSupport } from './driver.ts';
export {
  EditableRule,
  EditedGrant,
  PermissionMode,
  PermissionModeChoice,
  PermissionSuggestion,
  ruleText,
  suggestionText,
} from './permission.ts';
export { ruleProblem, ruleReach } from './ruleReach.ts';
export { AskId, ClientKey, JsonObject, randomKey, SessionId, Timestamp, ToolCallId } from './ids.ts';
export { GrantedRule, RuleState } from './grantedRule.ts';
export {
  AnswerDelay,
  defaultSettings,
  QuietHours,
  readKeptSettings,
  SettingName,
  Settings,
  settingText,
  SettingValues,
  Theme,
  UpdateSettings,
  WhenUnanswered,
} from './settings.ts';
export {
  addressesForPhone,
  CreateLoginCode,
  Device,
  DeviceId,
  deviceKeyHeader,
  deviceKeyName,
  DeviceName,
  GatewayAddress,
  LoginCode,
  LoginCodeState,
  RenameDevice,
  SignedInDevice,
} from './device.ts';

// What is said and shown in a session.
export {
  addUsage,
  type AttachmentType,
  attachmentWords,
  combineUsage,
  documentLimits,
  documentName,
  DocumentType,
  documentTypes,
  ImageType,
  imageTypes,
  Message,
  NoticeLevel,
  noUsage,
  Part,
  Prompt,
  PromptPart,
  promptParts,
  RecordedAnswer,
  ToolCallPart,
  ToolCallStatus,
  ToolResult,
  TurnOutcome,
  Usage,
} from './message.ts';
export { withAsks } from './withAsks.ts';
export { afterEvent, conversationFrom, emptyConversation, reduceConversation } from './conversation.ts';
export type { Conversation } from './conversation.ts';
export { PaneEvent, PaneInput, PaneSize } from './pane.ts';
export { startsAgent, textOf, toolWords } from './toolWords.ts';
export type { ToolWords } from './toolWords.ts';
export { isDisguised, revealActing, revealCommand, revealHidden, revealText } from './hiddenCharacters.ts';
export type { TextPiece } from './hiddenCharacters.ts';

// What the gateway tells its clients, and how a client keeps up.
export {
  announcesAsk,
  askEvent,
  formatPosition,
  GatewayEvent,
  GatewayStatusEvent,
  isAskEvent,
  parsePosition,
  sessionEventData,
  SnapshotEvent,
  Trouble,
} from './event.ts';
export type {
  AskEvent,
  AskEventType,
  EventPosition,
  ReceivedEvent,
  ReceivedSnapshot,
  SessionEvent,
  SessionEventDraft,
  SessionEventType,
  SkippedEvent,
} from './event.ts';
export { readEvent } from './readEvent.ts';
export {
  closeConversation,
  emptyView,
  forgetSession,
  openAsks,
  openConversation,
  pageLoaded,
  previousPageLoaded,
  reduceView,
  sessionOf,
  sessionsInOrder,
  sessionTold,
} from './view.ts';
export type { DraftFields, LoadedConversation, View } from './view.ts';
export { followEvents, pause, positionAfter } from './follow.ts';
export type { Connection, Follower, FollowOptions } from './follow.ts';
export { backOffMs, scattered } from './backOff.ts';
export type { BackOff } from './backOff.ts';

// All that a client can ask of the gateway, and the errors that it can get.
export {
  About,
  AnswerAsk,
  ApproveTool,
  AskLog,
  AskPage,
  AskQuery,
  DenyTool,
  JudgeInput,
  Judgement,
  LogPage,
  LogQuery,
  MessagePage,
  PageQuery,
  Scenario,
  SendMessage,
  SessionPage,
  SessionQuery,
  SubmitQuestionAnswers,
} from './transport.ts';
export type { EventsOptions, Transport } from './transport.ts';
export { HttpTransport } from './httpTransport.ts';
export type { Fetch, HttpTransportOptions } from './httpTransport.ts';
export {
  HitKind,
  IndexState,
  LongWait,
  MarkedRange,
  SearchHit,
  SearchPage,
  SearchQuery,
  UsageQuery,
  UsageReport,
  UsageRow,
  WaitRow,
} from './search.ts';
export { BeckonError, ErrorBody, ErrorCode, errorStatuses } from './error.ts';

// The audit log.
export { AskStep, LogEntry, logEntryData } from './logEntry.ts';
export type { LogDraft, LogEntryType } from './logEntry.ts';
export { askEntryText, entryCallText, logEntryText } from './logEntryText.ts';
export { LogKind, LogKinds, typesOfKinds } from './logKind.ts';
export { roomLeft } from './roomLeft.ts';
