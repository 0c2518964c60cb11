// What `claude` keeps for all of a person's sessions, in one file: which folders are trusted, how it looks.
import { join } from 'node:path';
import { isObject, type JsonRecord, parsed } from './folder/json.ts';
import { readCarefully } from './folder/readCarefully.ts';

/** It holds a line for every project that its person has ever opened. */
const mostBytes = 50_000_000;

/** Empty where there is none, or none that can be read. */
export async function readClaudeState({ CLAUDE_CONFIG_DIR, HOME }: Record<string, string>): Promise<JsonRecord> {
  const home = CLAUDE_CONFIG_DIR ?? HOME;
  const reading = home === undefined ? undefined : await readCarefully(join(home, '.claude.json'), mostBytes);
  const state = reading && 'text' in reading ? parsed(reading.text)?.value : undefined;
  return isObject(state) ? state : {};
}
