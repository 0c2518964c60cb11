// What a line of a transcript has to be found by: what people and agents said, what was called, and what came of it. The same
// line always gives the same pieces, so that the index need not keep their text.
import type { HitKind } from '@beckon/protocol';
import { callIdOf, type Fields, fieldsOf, listOf, textOf } from '../drivers/claude/transcript/fields.ts';
import { isMeantForModel } from '../drivers/claude/transcript/reader.ts';
import { readUserBlock, readUserText, type UserText } from '../drivers/claude/transcript/userText.ts';
import { resultText } from '../drivers/resultText.ts';

export interface LineDoc {
  kind: Exclude<HitKind, 'ask' | 'log'>;
  text: string;
  /** Under which the conversation shows it. A result has none of its own: it stands where its call does. */
  messageId?: string | undefined;
  toolName?: string;
  toolCallId?: string;
}

/** Of a long result, its beginning and its end; a program says there what went wrong. */
const resultHead = 300;
const resultTail = 200;
/** A person's own words, and the agent's, are taken whole up to a length that nobody reads. */
const longestText = 20_000;
const longestInput = 1200;
const longestField = 500;
const deepestField = 4;

/** `isSubagent`: the line stands in a subagent's own file. */
export function docsOf(line: Fields, isSubagent: boolean): LineDoc[] {
  // Old versions kept subagents' lines in the session's own file, and no conversation shows them.
  if (line['isSidechain'] === true && !isSubagent) return [];
  switch (line['type']) {
    case 'user':
      return userDocs(line, isSubagent);
    case 'assistant':
      return assistantDocs(line);
    case 'attachment':
      return isSubagent ? [] : queuedDocs(line);
    default:
      return [];
  }
}

function userDocs(line: Fields, isSubagent: boolean): LineDoc[] {
  const content = fieldsOf(line['message'])?.['content'];
  const messageId = textOf(line['uuid']);
  const isForModel = isMeantForModel(line) || isSubagent;
  if (typeof content === 'string') return isForModel ? [] : promptDocs([readUserText(content)], messageId);
  const blocks = listOf(content).map((block) => fieldsOf(block) ?? {});
  const results = blocks.filter((block) => block['type'] === 'tool_result').flatMap(resultDoc);
  if (isForModel) return results;
  const said = blocks.filter((block) => block['type'] !== 'tool_result').map(readUserBlock);
  return [...results, ...promptDocs(said, messageId)];
}

function resultDoc(block: Fields): LineDoc[] {
  const toolCallId = callIdOf(block['tool_use_id']);
  const text = ends(resultText(block['content']).trim());
  return toolCallId === undefined || text === '' ? [] : [{ kind: 'result', text, toolCallId }];
}

function promptDocs(said: UserText[], messageId: string | undefined): LineDoc[] {
  const texts = said.flatMap((one) => (one.type === 'prompt' || one.type === 'command' ? [one.text] : []));
  const text = texts.join('\n').slice(0, longestText).trim();
  return text === '' || messageId === undefined ? [] : [{ kind: 'prompt', text, messageId }];
}

/** What a person typed while tools ran. */
function queuedDocs(line: Fields): LineDoc[] {
  const attachment = fieldsOf(line['attachment']);
  if (attachment?.['type'] !== 'queued_command') return [];
  const { prompt } = attachment;
  const said =
    typeof prompt === 'string'
      ? [readUserText(prompt)]
      : listOf(prompt).map((block) => readUserBlock(fieldsOf(block) ?? {}));
  return promptDocs(said, textOf(line['uuid']));
}

function assistantDocs(line: Fields): LineDoc[] {
  const message = fieldsOf(line['message']);
  const isError = line['isApiErrorMessage'] === true;
  if (message === undefined || (message['model'] === '<synthetic>' && !isError)) return [];
  const messageId = textOf(isError ? line['uuid'] : message['id']);
  if (messageId === undefined) return [];
  return listOf(message['content']).flatMap((item): LineDoc[] => {
    const block = fieldsOf(item) ?? {};
    if (block['type'] === 'text') {
      const text = (textOf(block['text']) ?? '').slice(0, longestText).trim();
      return text === '' ? [] : [{ kind: 'reply', text, messageId }];
    }
    return block['type'] === 'tool_use' ? callDoc(block, messageId) : [];
  });
}

function callDoc(block: Fields, messageId: string): LineDoc[] {
  const [toolCallId, toolName] = [callIdOf(block['id']), textOf(block['name'])];
  if (toolCallId === undefined || toolName === undefined) return [];
  const text = inputText(toolName, block['input']);
  return [{ kind: 'call', text, messageId, toolName, toolCallId }];
}

/** A call in words that can be looked for: its tool's name, and what texts its input has. */
export function inputText(toolName: string, input: unknown): string {
  const texts = [toolName];
  let left = longestInput;
  const gather = (value: unknown, depth: number) => {
    if (left <= 0) return;
    if (typeof value === 'string') {
      const text = value.slice(0, Math.min(longestField, left));
      left -= text.length;
      if (text !== '') texts.push(text);
    } else if (typeof value === 'object' && value !== null && depth < deepestField) {
      for (const inner of Object.values(value)) gather(inner, depth + 1);
    }
  };
  gather(input, 0);
  return texts.join('\n');
}

function ends(text: string): string {
  if (text.length <= resultHead + resultTail) return text;
  return `${text.slice(0, resultHead)} … ${text.slice(-resultTail)}`;
}
