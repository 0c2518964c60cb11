// One route of the HTTP API: what it takes, what it gives, and the call on the transport that it is.
import type { ErrorCode, Transport } from '@beckon/protocol';
import { z } from 'zod';

export interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Parameters in braces: `/api/sessions/{sessionId}`. */
  path: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** It may be left out. */
  isBodyOptional?: true;
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
type PathParams = Record<
  'sessionId' | 'imageId' | 'documentId' | 'askId' | 'deviceId' | 'codeId' | 'folderId' | 'ruleId' | 'channelId',
  string
>;

export function pathParams(found: Partial<PathParams>): PathParams {
  const { sessionId = '', imageId = '', documentId = '', askId = '', deviceId = '', codeId = '' } = found;
  const { folderId = '', ruleId = '', channelId = '' } = found;
  return { sessionId, imageId, documentId, askId, deviceId, codeId, folderId, ruleId, channelId };
}

interface RouteRequest {
  params: PathParams;
  query: Record<string, string>;
  body: unknown;
}

export const Ok = z.object({ ok: z.literal(true) });
export const ok = { ok: true };
