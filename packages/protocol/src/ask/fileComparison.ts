// What a call makes of its file where that is too much to be carried with the ask: compared when somebody wants to see it, and
// told in pages.
import { z } from 'zod';
import { EditedFile } from './editedFile.ts';

export const ComparisonQuery = z.object({
  /** Counted from 0. */
  page: z.coerce.number().int().nonnegative().max(1_000_000).optional(),
  /** The `version` of the file that the pages so far were about. Where it is another by now, the first page comes instead. */
  version: z.string().max(100).optional(),
});
export type ComparisonQuery = z.infer<typeof ComparisonQuery>;

export const FileComparison = z.object({
  /**
   * The file as it is now, with the sections of this page and the number of lines that all pages change. `isCut` where the two
   * are too long to be compared: then there are no sections.
   */
  file: EditedFile,
  page: z.int().nonnegative(),
  /** How many there are; 0 where nothing changes, or nothing can be compared. */
  pages: z.int().nonnegative(),
  /** The file is another than the one that was asked for, and this is the first page of a new comparison. */
  isAnew: z.boolean().optional(),
});
export type FileComparison = z.infer<typeof FileComparison>;
