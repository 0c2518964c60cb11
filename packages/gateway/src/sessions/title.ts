// What a session is called until its person names it.
import type { Message, Prompt } from '@beckon/protocol';
import { promptParts } from '@beckon/protocol';

export const untitled = 'New session';

export function titleFrom(content: Prompt): string {
  const texts = promptParts(content).flatMap((part) => (part.type === 'text' ? part.text.trim().split('\n') : []));
  return shortened(texts[0]?.trim() || untitled, longestLine);
}

/** The same for what was typed in a terminal. Undefined for what says nothing of the session: a command, or an image. */
export function titleFromMessage({ role, parts }: Pick<Message, 'role' | 'parts'>): string | undefined {
  const [first] = parts.flatMap((part) => (part.type === 'text' ? part.text.trim() : []));
  return role !== 'user' || !first || /^[/!]/.test(first) ? undefined : titleFrom(first);
}

/** As long as a title may be. */
export function namedTitle(name: string): string {
  return shortened(name.replaceAll(/\s+/g, ' ').trim(), longestTitle) || untitled;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const longestLine = 80;
const longestTitle = 200;
