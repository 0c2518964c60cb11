// A prompt can bring its own script in a fenced `demo` block. Tests use it to make the model do exactly what they need.
import { z } from 'zod';
import { say, Turn, type Script } from './script.ts';

const PromptScript = z.strictObject({ turns: z.array(Turn).min(1) });

/** Writes a prompt that makes the demo model play these turns, and nothing else. */
export function scriptedPrompt(turns: readonly Turn[], lead = 'Play this script.'): string {
  return `${lead}\n\n\`\`\`demo\n${JSON.stringify({ turns })}\n\`\`\``;
}

/** The script that a prompt carries, if it carries one; a malformed one becomes a turn that says what is wrong. */
export function readPromptScript(prompt: string): Script | undefined {
  const source = FENCED_SCRIPT.exec(prompt)?.[1];
  if (source === undefined) return undefined;
  return { prompt, turns: parseTurns(source) };
}

/** What a person would see of such a prompt: the text around the script. */
export function withoutScript(prompt: string): string {
  return prompt.replace(FENCED_SCRIPT, '').trim();
}

// Greedy up to the last fence: a script may hold a subagent's prompt that is fenced itself.
const FENCED_SCRIPT = /```demo\s([\s\S]*)```/;

function parseTurns(source: string): Turn[] {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch (error) {
    return [{ blocks: [say(`The demo script is not valid JSON: ${String(error)}`)] }];
  }
  const parsed = PromptScript.safeParse(json);
  if (parsed.success) return parsed.data.turns;
  return [{ blocks: [say(`The demo script is not valid:\n${z.prettifyError(parsed.error)}`)] }];
}
