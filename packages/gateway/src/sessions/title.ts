// What a session is called until its person names it.
import type { Prompt } from '@beckon/protocol';
import { promptParts } from '@beckon/protocol';

export const untitled = 'New session';

export function titleFrom(content: Prompt): string {
  const texts = promptParts(content).flatMap((part) => (part.type === 'text' ? part.text.trim().split('\n') : []));
  const line = texts[0]?.trim() || untitled;
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
