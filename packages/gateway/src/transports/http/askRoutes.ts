// The routes of asks: to read them, to see what they would do, and to answer them.
import {
  AnswerAsk,
  AskLog,
  AskPage,
  AskQuery,
  ComparisonQuery,
  FileComparison,
  InputPiece,
  InputQuery,
  JudgeInput,
  Judgement,
  ShareDraft,
} from '@beckon/protocol';
import { listJson } from '../../telling/listJson.ts';
import type { Route } from './route.ts';
import { Ok, ok } from './route.ts';

export const askRoutes: Route[] = [
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
    method: 'get',
    path: '/api/asks/{askId}/comparison',
    summary:
      'What the edit of an ask makes of its file as it is now, in pages of about 48 kB: also where the ask is `abridged`, or its `file` is cut. With the `version` of the pages so far, a file that has changed since is compared anew from its first page, and said so with `isAnew`. An open ask whose file is no longer the one it shows is shown with the file as it is',
    query: ComparisonQuery,
    status: 200,
    reply: FileComparison,
    errors: ['ask_not_found', 'not_found'],
    handle: (transport, { params, query }) => transport.compareFile(params.askId, query),
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
    method: 'patch',
    path: '/api/asks/{askId}/draft',
    summary:
      'Show what has been filled in of an answer, and not sent, to the other devices, field by field; it answers nothing, and goes when the ask is no longer open',
    body: ShareDraft,
    status: 200,
    reply: Ok,
    errors: ['ask_not_found'],
    handle: (transport, { params, body }) => transport.shareDraft(params.askId, body as ShareDraft).then(() => ok),
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
];
