// What a person has filled in of an answer and not sent: shared between their devices while the ask is open, field by field, the
// last writer's. It is no answer, and nobody acts on it. What a field's text means is between the pages that write it.
import { z } from 'zod';
import { Device } from '../device.ts';
import { AskId } from '../ids.ts';

/** For example `reason`, or `choice.0` for the first question. */
export const DraftFieldName = z.string().regex(/^[a-z][\w.-]{0,63}$/i, 'is no name of a field');

/** Longer texts stay on the device that they were written on. */
export const longestDraftText = 16 * 1024;
/** What all fields of an ask's draft may hold together, in characters. */
export const largestDraft = 64 * 1024;
const mostFields = 100;

/** Each page has one of its own, so that it knows what it has written itself. */
const Writer = z.string().min(1).max(100);

export const ShareDraft = z.object({
  writer: Writer,
  /** Those that have changed. An empty text is a field that was cleared. */
  fields: z
    .record(DraftFieldName, z.string().max(longestDraftText))
    .refine((fields) => Object.keys(fields).length <= mostFields, `At most ${mostFields} fields at a time.`),
  /** Fills in only what nobody has written: for a page that brings what it still has to a gateway that was started anew. */
  onlyMissing: z.boolean().optional(),
});
export type ShareDraft = z.infer<typeof ShareDraft>;

export const DraftField = z.object({ text: z.string(), writer: Writer, device: Device });
export type DraftField = z.infer<typeof DraftField>;

/** Of an ask: all its fields in a snapshot, those that have changed in an event. */
export const AnswerDraft = z.object({ askId: AskId, fields: z.record(DraftFieldName, DraftField) });
export type AnswerDraft = z.infer<typeof AnswerDraft>;
