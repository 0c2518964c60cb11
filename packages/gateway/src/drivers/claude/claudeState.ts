// What `claude` keeps for all of a person's sessions, in one file: which folders are trusted, how it looks.
import { claudeStateFile } from '../claudeFolder.ts';
import { isObject, type JsonRecord, parsed } from './folder/json.ts';
import { readCarefully } from './folder/readCarefully.ts';

/** It holds a line for every project that its person has ever opened. */
const mostBytes = 50_000_000;

/** Empty where there is none, or none that can be read. */
export async function readClaudeState(env: Record<string, string>): Promise<JsonRecord> {
  const reading = await readCarefully(claudeStateFile(env), mostBytes);
  const state = reading && 'text' in reading ? parsed(reading.text)?.value : undefined;
  return isObject(state) ? state : {};
}
