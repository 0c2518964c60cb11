// What came of a tool call, as text for people.

/** Takes the content of a `tool_result` block: text, or a list of blocks. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return withoutErrorTags(content);
  return Array.isArray(content) ? content.map(blockText).join('\n') : '';
}

function blockText(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block)) return '';
  if (block.type !== 'text') return `[${String(block.type)}]`;
  return 'text' in block && typeof block.text === 'string' ? withoutErrorTags(block.text) : '';
}

const ERROR_START = '<tool_use_error>';
const ERROR_END = '</tool_use_error>';

/** The CLI marks an error that the model must notice; people see it by `isError`. */
function withoutErrorTags(text: string): string {
  const isMarked = text.startsWith(ERROR_START) && text.endsWith(ERROR_END);
  return isMarked ? text.slice(ERROR_START.length, -ERROR_END.length) : text;
}
