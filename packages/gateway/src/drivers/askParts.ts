// What both drivers read off a call that waits for a person.
import type { JsonObject } from '@beckon/protocol';
import { PermissionSuggestion } from '@beckon/protocol';

/** What can be shown, beside what it was: only what a person has read is granted, and exactly as the agent worded it. */
export function readableSuggestions<T>(suggestions: readonly T[]): { original: T; shown: PermissionSuggestion }[] {
  return suggestions.flatMap((original) => {
    const read = PermissionSuggestion.safeParse(original);
    return read.success ? [{ original, shown: read.data }] : [];
  });
}

/** The plan that an input holds, where it is more than white space. */
export function planIn(input: JsonObject | undefined): string | undefined {
  const text = input?.['plan'];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}
