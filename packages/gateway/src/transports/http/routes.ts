// The HTTP API as a list: each route with what it takes, what it gives, and the call on the transport that it is. The
// server and the OpenAPI description are both made from this list.
import type { ErrorCode, Transport } from '@beckon/protocol';
import {
  About,
  AnswerAsk,
  ApproveTool,
  AskLog,
  AskPage,
  AskQuery,
  CreateSession,
  DenyTool,
  GrantedRule,
  InputPiece,
  InputQuery,
  JudgeInput,
  Judgement,
  LogPage,
  LogQuery,
  MessagePage,
  PageQuery,
  PaneInput,
  PaneSize,
  RenameDevice,
  SendMessage,
  Session,
  SessionPage,
  SessionQuery,
  Settings,
  SignedInDevice,
  SubmitQuestionAnswers,
  TrustedFolder,
  UpdateSession,
  UpdateSettings,
} from '@beckon/protocol';
import { z } from 'zod';
import { listJson } from '../../telling/listJson.ts';
import { attachmentRoutes } from './attachmentRoutes.ts';

export interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Parameters in braces: `/api/sessions/{sessionId}`. */
  path: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  status: 200 | 201 | 202;
  /** What comes back as JSON; absent where it is something else. */
  reply?: z.ZodType;
  /** What else comes back. */
  bytes?: readonly string[];
  /** What can go wrong beyond what any route may answer. */
  errors: ErrorCode[];
  /** The transport checks what it is given, so the request's parts are handed on as they came. */
  handle(transport: Transport, request: RouteRequest): Promise<unknown>;
  /** The JSON of what `handle` gave, where that can be had for less than making it anew. */
  toJson?(reply: unknown): string;
}

/** What a path names; empty where it does not. */
type PathParams = Record<'sessionId' | 'imageId' | 'documentId' | 'askId' | 'deviceId' | 'folderId' | 'ruleId', string>;

export function pathParams(found: Partial<PathParams>): PathParams {
  const {
    sessionId = '',
    imageId = '',
    documentId = '',
    askId = '',
    deviceId = '',
    folderId = '',
    ruleId = '',
  } = found;
  return { sessionId, imageId, documentId, askId, deviceId, folderId, ruleId };
}

interface RouteRequest {
  params: PathParams;
  query: Record<string, string>;
  body: unknown;
}

const Ok = z.object({ ok: z.literal(true) });
const ok = { ok: true };
const answerErrors: ErrorCode[] = [
  'session_not_found',
  'ask_not_found',
  'ask_kind_mismatch',
  'already_answered',
  'ask_ambiguous',
  'file_changed',
  'ask_withdrawn',
];

export const routes: Route[] = [
  {
    method: 'get',
    path: '/api/about',
    summary: 'What a first screen has to know',
    status: 200,
    reply: About,
    errors: [],
    handle: (transport) => transport.about(),
  },
  {
    method: 'post',
    path: '/api/sessions',
    summary: 'Start a session, or resume one that the agent has kept',
    body: CreateSession,
    status: 201,
    reply: Session,
    errors: ['folder_not_found', 'session_exists', 'agent_unavailable', 'not_supported'],
    handle: (transport, { body }) => transport.createSession(body as CreateSession),
  },
  {
    method: 'get',
    path: '/api/sessions',
    summary: 'Sessions in pages, each with its open asks: those that wait first, then the latest activity',
    query: SessionQuery,
    status: 200,
    reply: SessionPage,
    errors: [],
    handle: (transport, { query }) => transport.listSessions(query),
    toJson: (reply) => {
      const { sessions, ...page } = reply as SessionPage;
      return listJson(page, { sessions });
    },
  },
  {
    method: 'get',
    path: '/api/sessions/{sessionId}',
    summary: 'One session with its open asks',
    status: 200,
    reply: Session,
    errors: ['session_not_found'],
    handle: (transport, { params }) => transport.getSession(params.sessionId),
  },
  {
    method: 'patch',
    path: '/api/sessions/{sessionId}',
    summary: 'Change the permission mode, the model or the title, also while the agent works',
    body: UpdateSession,
    status: 200,
    reply: Session,
    errors: ['session_not_found', 'not_supported'],
    handle: (transport, { params, body }) => transport.updateSession(params.sessionId, body as UpdateSession),
  },
  {
    method: 'delete',
    path: '/api/sessions/{sessionId}',
    summary: 'End the agent and take the session off the list; its asks stay in the log',
    status: 200,
    reply: Ok,
    errors: ['session_not_found'],
    handle: (transport, { params }) => transport.deleteSession(params.sessionId).then(() => ok),
  },
  {
    method: 'get',
    path: '/api/sessions/{sessionId}/messages',
    summary: 'The conversation in pages, the newest first, each in reading order',
    query: PageQuery,
    status: 200,
    reply: MessagePage,
    errors: ['session_not_found'],
    handle: (transport, { params, query }) => transport.listMessages(params.sessionId, query),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/messages',
    summary: 'Send text, images and documents to the agent; brings it back where it is not running',
    body: SendMessage,
    status: 202,
    reply: Ok,
    errors: ['session_not_found', 'agent_unavailable'],
    handle: (transport, { params, body }) =>
      transport.sendMessage(params.sessionId, body as SendMessage).then(() => ok),
  },
  ...attachmentRoutes,
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/interrupt',
    summary: 'Stop the turn; what was asked in it is withdrawn',
    status: 200,
    reply: Ok,
    errors: ['session_not_found'],
    handle: (transport, { params }) => transport.interrupt(params.sessionId).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/approve',
    summary: 'Approve a tool call, or a plan',
    body: ApproveTool,
    status: 200,
    reply: Ok,
    errors: answerErrors,
    handle: (transport, { params, body }) =>
      transport.approveTool(params.sessionId, body as ApproveTool).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/deny',
    summary: 'Deny a tool call, send a plan back, or decline a question',
    body: DenyTool,
    status: 200,
    reply: Ok,
    errors: answerErrors,
    handle: (transport, { params, body }) => transport.denyTool(params.sessionId, body as DenyTool).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/submit-answers',
    summary: 'Answer the questions of an agent',
    body: SubmitQuestionAnswers,
    status: 200,
    reply: Ok,
    errors: answerErrors,
    handle: (transport, { params, body }) =>
      transport.submitAnswers(params.sessionId, body as SubmitQuestionAnswers).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/pane/input',
    summary: 'Type into the terminal of a session',
    body: PaneInput,
    status: 200,
    reply: Ok,
    errors: ['session_not_found', 'not_supported'],
    handle: (transport, { params, body }) => transport.typeIntoPane(params.sessionId, body as PaneInput).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/sessions/{sessionId}/pane/size',
    summary:
      'Size the terminal of a session while this device looks at it, unless somebody sits at the terminal itself',
    body: PaneSize,
    status: 200,
    reply: Ok,
    errors: ['session_not_found', 'not_supported'],
    handle: (transport, { params, body }) => transport.resizePane(params.sessionId, body as PaneSize).then(() => ok),
  },
  {
    method: 'get',
    path: '/api/asks',
    summary:
      'Open asks of all sessions, oldest first; all that are not over with `state=unfinished`; all there ever were, newest first, with `state=all`',
    query: AskQuery,
    status: 200,
    reply: AskPage,
    errors: [],
    handle: (transport, { query }) => transport.listAsks(query),
    toJson: (reply) => {
      const { asks, ...page } = reply as AskPage;
      return listJson(page, { asks });
    },
  },
  {
    method: 'get',
    path: '/api/asks/{askId}',
    summary: 'One ask, with all that has happened to it, oldest first',
    status: 200,
    reply: AskLog,
    errors: ['ask_not_found'],
    handle: (transport, { params }) => transport.getAsk(params.askId),
  },
  {
    method: 'get',
    path: '/api/asks/{askId}/input',
    summary:
      'The JSON of the whole input of an ask, in pieces: the first, or the one that begins at the byte `offset`. `next` leads on; an ask that is `abridged` has only the beginning and the end of long fields',
    query: InputQuery,
    status: 200,
    reply: InputPiece,
    errors: ['ask_not_found', 'not_found'],
    handle: (transport, { params, query }) => transport.readInput(params.askId, query),
  },
  {
    method: 'post',
    path: '/api/asks/{askId}/judge',
    summary: 'What approving an ask with another input would do: its risk, and its file; changes nothing',
    body: JudgeInput,
    status: 200,
    reply: Judgement,
    errors: ['ask_not_found'],
    handle: (transport, { params, body }) => transport.judgeInput(params.askId, body as JudgeInput),
  },
  {
    method: 'post',
    path: '/api/asks/{askId}/answer',
    summary: 'Answer an ask of any kind',
    body: AnswerAsk,
    status: 200,
    reply: Ok,
    errors: ['ask_not_found', 'ask_kind_mismatch', 'already_answered', 'file_changed', 'ask_withdrawn'],
    handle: (transport, { params, body }) => {
      const { answer, clientKey } = (body ?? {}) as AnswerAsk;
      return transport.answer(params.askId, answer, clientKey).then(() => ok);
    },
  },
  {
    method: 'post',
    path: '/api/asks/{askId}/seen',
    summary: 'Note that an ask has been in view on this device',
    status: 200,
    reply: Ok,
    errors: ['ask_not_found'],
    handle: (transport, { params }) => transport.markSeen(params.askId).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/asks/{askId}/take-back',
    summary: 'Take an answer back that no agent has been given yet; the ask is open again',
    status: 200,
    reply: Ok,
    errors: ['ask_not_found', 'already_answered'],
    handle: (transport, { params }) => transport.takeBackAnswer(params.askId).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/asks/{askId}/deliver',
    summary: 'Try now to bring an answer to its agent',
    status: 200,
    reply: Ok,
    errors: ['ask_not_found'],
    handle: (transport, { params }) => transport.deliverAnswer(params.askId).then(() => ok),
  },
  {
    method: 'get',
    path: '/api/devices',
    summary: 'The devices that are signed in, in the order in which they were',
    status: 200,
    reply: z.object({ devices: z.array(SignedInDevice) }),
    errors: [],
    handle: async (transport) => ({ devices: await transport.listDevices() }),
  },
  {
    method: 'patch',
    path: '/api/devices/{deviceId}',
    summary: 'Give a device another name',
    body: RenameDevice,
    status: 200,
    reply: SignedInDevice,
    errors: ['device_not_found'],
    handle: (transport, { params, body }) => transport.renameDevice(params.deviceId, body as RenameDevice),
  },
  {
    method: 'delete',
    path: '/api/devices/{deviceId}',
    summary: 'Sign a device out for good; its streams end at once',
    status: 200,
    reply: Ok,
    errors: ['device_not_found'],
    handle: (transport, { params }) => transport.removeDevice(params.deviceId).then(() => ok),
  },
  {
    method: 'post',
    path: '/api/devices/remove-others',
    summary: 'Sign every device out for good but the one that asks',
    status: 200,
    reply: Ok,
    errors: [],
    handle: (transport) => transport.removeOtherDevices().then(() => ok),
  },
  {
    method: 'get',
    path: '/api/trusted-folders',
    summary: 'The folders that were trusted, or opened without their settings, the latest first',
    status: 200,
    reply: z.object({ folders: z.array(TrustedFolder) }),
    errors: [],
    handle: async (transport) => ({ folders: await transport.listTrustedFolders() }),
  },
  {
    method: 'delete',
    path: '/api/trusted-folders/{folderId}',
    summary: 'Forget what was decided about a folder; it is asked about again before the next agent starts there',
    status: 200,
    reply: Ok,
    errors: ['trusted_folder_not_found'],
    handle: (transport, { params }) => transport.forgetTrustedFolder(params.folderId).then(() => ok),
  },
  {
    method: 'get',
    path: '/api/settings',
    summary: 'What is kept for all devices',
    status: 200,
    reply: Settings,
    errors: [],
    handle: (transport) => transport.getSettings(),
  },
  {
    method: 'patch',
    path: '/api/settings',
    summary: 'Change what is kept for all devices; what is not named stays',
    body: UpdateSettings,
    status: 200,
    reply: Settings,
    errors: [],
    handle: (transport, { body }) => transport.updateSettings(body as UpdateSettings),
  },
  {
    method: 'get',
    path: '/api/rules',
    summary: 'What was granted with “always”, the latest first, each with where it is kept now',
    status: 200,
    reply: z.object({ rules: z.array(GrantedRule) }),
    errors: [],
    handle: async (transport) => ({ rules: await transport.listGrantedRules() }),
  },
  {
    method: 'delete',
    path: '/api/rules/{ruleId}',
    summary: 'Take a granted rule out of the settings file that it is kept in, and nothing else',
    status: 200,
    reply: Ok,
    errors: ['not_found', 'not_supported'],
    handle: (transport, { params }) => transport.removeGrantedRule(params.ruleId).then(() => ok),
  },
  {
    method: 'get',
    path: '/api/log',
    summary:
      'The audit log of all sessions or of one, newest first, in pages; `since` in milliseconds since 1970, `kind` one or several with commas between',
    query: LogQuery,
    status: 200,
    reply: LogPage,
    errors: [],
    handle: (transport, { query }) => transport.readLog(query),
  },
];
