// The file that a call would change, as the gateway found it when the call was asked about, and what the call would make of it:
// the same for every client. An approval looks at the file once more, and where it has changed, that is shown instead.
import { z } from 'zod';
import { Timestamp } from '../ids.ts';

/**
 * A stretch of whole lines, before and after. Lines at its beginning and end that both have are there for context. With their
 * line ends: a last line without one ends the file so.
 */
export const FileSection = z.object({
  /** Where it begins before the change, counted from 1. */
  line: z.int().positive(),
  before: z.string(),
  after: z.string(),
  /** In a notebook, the cell that it is of, in words: its id or its place counted from 0, and whether it is new or removed. */
  cell: z.string().optional(),
});
export type FileSection = z.infer<typeof FileSection>;

export const ChangeSize = z.object({ added: z.int().nonnegative(), removed: z.int().nonnegative() });
export type ChangeSize = z.infer<typeof ChangeSize>;

/** For those who see it: “+1 −0”. */
export function changeSigns({ added, removed }: ChangeSize): string {
  return `+${added} −${removed}`;
}

/** For those who hear it: “1 line added, 0 removed”. */
export function changeWords({ added, removed }: ChangeSize): string {
  return `${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`;
}

export const EditedFile = z.object({
  path: z.string(),
  /**
   * What is there: text that can be shown, nothing (the call makes a new file), or what cannot be compared: no text, too much of
   * it, a link, or something that cannot be read.
   */
  found: z.enum(['text', 'nothing', 'binary', 'too_large', 'link', 'unreadable']),
  /** Stands for what was found: where that is another, so is this. Absent where it was not seen in time. */
  version: z.string().max(100).optional(),
  /** When it was found to be another than its person had been shown. */
  changedAt: Timestamp.optional(),
  sections: z.array(FileSection),
  /** How many lines the call puts in and takes away, also those that are not kept here. Absent where nothing was compared. */
  lines: ChangeSize.optional(),
  /** There is more that changes than is kept here. */
  isCut: z.boolean().optional(),
  /** Its lines end as on Windows (`\r\n`), and are shown without that. */
  hasCrlf: z.boolean().optional(),
  /**
   * Why the call cannot work on the file as it is: what it wants to replace is not there, or there more than once, or the file
   * is not the notebook that it takes it for.
   */
  problem: z.enum(['not_found', 'not_unique', 'no_notebook']).optional(),
});
export type EditedFile = z.infer<typeof EditedFile>;

/** The text with its sections as they are after the change. For a text that is the one they were made of. */
export function applySections(text: string, sections: readonly FileSection[]): string {
  const lines = linesOf(text);
  for (const { line, before, after } of sections.toReversed()) {
    lines.splice(line - 1, linesOf(before).length, ...linesOf(after));
  }
  return lines.join('');
}

/** Each with its line end; none for an empty text. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
