// An agent's reading of the message that tells it what its person said to a call that could not come back.
import type { JsonObject } from '@beckon/protocol';
import type { Call } from './calls.ts';

export interface Retold {
  call: Omit<Call, 'id'>;
  isApproved: boolean;
}

export function readRetelling(text: string): Retold | undefined {
  const match = /which did not run:\n\n(\w+) (\{.*\})\n\n([^]*)$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const toolName = match[1];
  const input = JSON.parse(match[2]) as JsonObject;
  const isApproved = /I (approve|accept)/.test(match[3] ?? '');
  switch (toolName) {
    case 'AskUserQuestion':
      return { call: { kind: 'question', toolName, input }, isApproved };
    case 'ExitPlanMode':
      // Its plan is in its own conversation, not in the message.
      return { call: { kind: 'plan', toolName, input, plan: '1. part 0' }, isApproved };
    default:
      return { call: { kind: 'approval', toolName, input }, isApproved };
  }
}
