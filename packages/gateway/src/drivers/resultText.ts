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

/** The CLI marks an error that the model must notice; people see it by `isError`. */
function withoutErrorTags(text: string): string {
  return text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
}
