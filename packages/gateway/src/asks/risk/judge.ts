// Puts the risk on an ask when it is admitted. A judge that fails keeps no ask from its person.
import { homedir } from 'node:os';
import type { AskDraft, Risk } from '@beckon/protocol';
import { riskOf } from './risk.ts';

/** `cwdOf` gives the folder of a session. */
export function judge(cwdOf: (sessionId: string) => string | undefined): (draft: AskDraft) => AskDraft {
  return (draft) => ({ ...draft, risk: judged(draft, cwdOf(draft.sessionId) ?? '/') });
}

function judged({ toolName, input }: AskDraft, cwd: string): Risk {
  try {
    return riskOf(toolName, input, { cwd, home: homedir() });
  } catch {
    return { level: 'unknown', findings: [] };
  }
}
