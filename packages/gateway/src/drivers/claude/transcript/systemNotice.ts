// What the CLI has to say beside the conversation, as it stands in a transcript's system lines.
import type { NoticeLevel } from '@beckon/protocol';
import { compactionSentence } from '../../sentences.ts';
import { countOf, type Fields, fieldsOf, textOf } from './fields.ts';
import { readUserText } from './userText.ts';

export interface Notice {
  level: NoticeLevel;
  text: string;
}

/** Undefined for what nobody needs to read, and for kinds of lines that are not known here. */
export function systemNotice(line: Fields): Notice | undefined {
  const content = textOf(line['content']);
  switch (line['subtype']) {
    case 'compact_boundary': {
      const { preTokens, postTokens } = fieldsOf(line['compactMetadata']) ?? {};
      const after = postTokens === undefined ? undefined : countOf(postTokens);
      return { level: 'info', text: compactionSentence({ before: countOf(preTokens), after }) };
    }
    case 'informational':
      if (!content || line['level'] === 'info') return undefined;
      return { level: line['level'] === 'warning' ? 'warning' : 'info', text: content };
    case 'local_command':
      return content === undefined ? undefined : outputNotice(content);
    default:
      return undefined;
  }
}

function outputNotice(content: string): Notice | undefined {
  const said = readUserText(content);
  return said.type === 'output' ? { level: said.isError ? 'warning' : 'info', text: said.text } : undefined;
}
