// Puts the risk on an ask when it is admitted. A judge that fails keeps no ask from its person.
import { homedir } from 'node:os';
import type { AskDraft, JsonObject, Risk } from '@beckon/protocol';
import { riskFrom } from './findings.ts';
import { riskOf } from './risk.ts';

const unknown: Risk = { level: 'unknown', findings: [] };

/** `cwdOf` gives the folder of a session. */
export function judge(cwdOf: (sessionId: string) => string | undefined): (draft: AskDraft) => AskDraft {
  return (draft) => {
    const { toolName, input, sessionId } = draft;
    // What is about no tool call runs nothing that could be judged.
    if (toolName === undefined || input === undefined) return draft;
    // Its beginning and its end do not tell what is between them.
    if (draft.abridged) return { ...draft, risk: riskFrom(['too_long']) };
    const cwd = cwdOf(sessionId);
    return { ...draft, risk: cwd === undefined ? unknown : judged({ toolName, input }, cwd) };
  };
}

function judged({ toolName, input }: { toolName: string; input: JsonObject }, cwd: string): Risk {
  try {
    return riskOf(toolName, input, { cwd, home: homedir() });
  } catch {
    return unknown;
  }
}
