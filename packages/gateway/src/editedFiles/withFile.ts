// An ask about an edit, with what its person needs to judge it: the lines of the file around it, as they are now.
import type { EditedFile, JsonObject } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { isLargeInput } from '../largeInputs/largeAsks.ts';
import { editedPath } from './afterEdit.ts';
import { lookAtFile } from './editedFile.ts';

interface MayEdit {
  toolName?: string | undefined;
  input?: JsonObject | undefined;
  abridged?: unknown;
  file?: EditedFile | undefined;
}

export function isEdit({ toolName = '', input = {} }: MayEdit): boolean {
  return editedPath(toolName, input) !== undefined;
}

export async function withFile<Ask extends MayEdit>(ask: Ask, clock: Clock): Promise<Ask> {
  const file = await fileOf(ask, clock);
  return file ? { ...ask, file } : ask;
}

/** The file as it is now; undefined for what edits none. */
export function fileOf(
  { toolName = '', input = {}, abridged }: MayEdit,
  clock: Clock,
): Promise<EditedFile | undefined> {
  const isAbridged = abridged !== undefined || isLargeInput(input);
  return lookAtFile({ toolName, input, isAbridged }, clock);
}
