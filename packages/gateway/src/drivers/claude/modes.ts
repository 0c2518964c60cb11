// Claude's permission modes and models, in words for a person who has to choose.
import type { DriverDescription, PermissionModeChoice } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { z } from 'zod';

export const ClaudeMode = z.enum(['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions']);
export type ClaudeMode = z.infer<typeof ClaudeMode>;

/** What holds for Claude however it is run. */
export const claudeDescription = {
  permissionModes: [
    { value: 'default', name: 'Ask', meaning: 'Asks before anything that is not plainly safe' },
    {
      value: 'acceptEdits',
      name: 'Accept edits',
      meaning: 'Edits files in the folder without asking; asks for the rest',
    },
    { value: 'plan', name: 'Plan', meaning: 'Reads and plans; changes nothing until you accept the plan' },
    { value: 'dontAsk', name: "Don't ask", meaning: 'Denies whatever is not already allowed' },
    { value: 'auto', name: 'Auto', meaning: 'A classifier decides; asks where it cannot' },
    {
      value: 'bypassPermissions',
      name: 'Bypass',
      meaning: 'Runs everything without asking. For sandboxes only',
      warning: 'Whatever the agent tries, runs. It can read all that you can read, and answer its own asks.',
    },
  ] satisfies (PermissionModeChoice & { value: ClaudeMode })[],
  defaultPermissionMode: 'default' satisfies ClaudeMode,
  planModes: ['default', 'acceptEdits'] satisfies ClaudeMode[],
  models: [
    { value: 'default', name: 'Default' },
    { value: 'opus', name: 'Opus' },
    { value: 'sonnet', name: 'Sonnet' },
    { value: 'haiku', name: 'Haiku' },
  ],
} satisfies Partial<DriverDescription>;

/** [L15] A mode that Claude does not have is refused: it might take it for a freer one. */
export function claudeMode(mode: string): ClaudeMode {
  const read = ClaudeMode.safeParse(mode);
  if (read.success) return read.data;
  throw new BeckonError(
    'invalid_request',
    `Claude has no permission mode “${mode}”. It has: ${ClaudeMode.options.join(', ')}.`,
  );
}

export function modeName(mode: string): string {
  return claudeDescription.permissionModes.find(({ value }) => value === mode)?.name ?? mode;
}

/**
 * [L15] Of an agent that runs without Beckon nobody can tell whether its person chose the mode that it reports. It counts as
 * chosen where that makes the next agent no freer than one that asks.
 */
export function noFreerThanAsking(mode: string): ClaudeMode {
  const careful = ClaudeMode.extract(['default', 'plan', 'dontAsk']).safeParse(mode);
  return careful.success ? careful.data : 'default';
}
