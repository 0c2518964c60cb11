// What a person said first in a conversation, as far as that stands near its beginning.
import { readPart } from './readPart.ts';
import { TranscriptReader } from './reader.ts';

/** Undefined where there is none yet. What was a command says nothing of the conversation. */
export async function firstPrompt(transcript: string): Promise<string | undefined> {
  const reader = new TranscriptReader();
  let prompt: string | undefined;
  await readPart(transcript, { start: 0, end: nearBytes }, (line) => {
    if (prompt === undefined) prompt = promptIn(reader, line);
  });
  return prompt;
}

/** What a person says in this line, where that is one. */
export function promptIn(reader: TranscriptReader, line: string): string | undefined {
  const said = reader.read(line).events.flatMap((event) => {
    if (event.type !== 'message' || event.data.message.role !== 'user') return [];
    return event.data.message.parts.flatMap((part) => (part.type === 'text' ? part.text.trim() : []));
  });
  return said.find((text) => text !== '' && !/^[/!]/.test(text));
}

const nearBytes = 1_000_000;
