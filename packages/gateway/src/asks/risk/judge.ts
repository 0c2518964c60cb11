// Puts the risk on an ask when it is admitted. A judge that fails keeps no ask from its person.
import { homedir } from 'node:os';
import type { AskDraft, JsonObject, Risk } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';
import { nearBeckon } from './findings.ts';
import { riskOf } from './risk.ts';

const unknown: Risk = { level: 'unknown', findings: [] };

export interface Surroundings {
  /** The folder of a session. */
  cwdOf(sessionId: string): string | undefined;
  /** Whether Beckon's own files can be reached from a folder. */
  isNearBeckon?: ((folder: string) => boolean) | undefined;
}

export function judge({ cwdOf, isNearBeckon = () => false }: Surroundings): (draft: AskDraft) => AskDraft {
  return (draft) => {
    const { toolName, input, sessionId } = draft;
    // What is about no tool call runs nothing that could be judged.
    if (toolName === undefined || input === undefined) return draft;
    const cwd = cwdOf(sessionId);
    if (cwd === undefined) return { ...draft, risk: unknown };
    const risk = judged({ toolName, input }, cwd);
    const isCommand = textOf(input, 'command') !== undefined;
    return { ...draft, risk: isCommand && isNearBeckon(cwd) ? nearBeckon(risk) : risk };
  };
}

function judged({ toolName, input }: { toolName: string; input: JsonObject }, cwd: string): Risk {
  try {
    return riskOf(toolName, input, { cwd, home: homedir() });
  } catch {
    return unknown;
  }
}
