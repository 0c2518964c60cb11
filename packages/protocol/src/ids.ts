// The names that things carry across the wire.
import { z } from 'zod';

/** A session's id is also the id under which the agent keeps its own transcript. */
export const SessionId = z.uuid();
export type SessionId = z.infer<typeof SessionId>;

export const AskId = z.uuid();
export type AskId = z.infer<typeof AskId>;

/** Chosen by the model's API for each tool call, for example `toolu_01…`. */
export const ToolCallId = z.string().min(1).max(200);
export type ToolCallId = z.infer<typeof ToolCallId>;

/** Milliseconds since the epoch. */
export const Timestamp = z.int().nonnegative();
export type Timestamp = z.infer<typeof Timestamp>;

/** The same key with the same content again is the same attempt again: it takes effect once, and gets the same reply. */
export const ClientKey = z
  .string()
  .min(1)
  .max(100)
  .describe(
    'Chosen by the client. The same key with the same content again takes effect once and gets the same reply.',
  );
export type ClientKey = z.infer<typeof ClientKey>;

/** A key that nobody else chooses. Not `randomUUID`, which browsers keep from pages that came over plain HTTP. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Any JSON object, for example a tool's input. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;
