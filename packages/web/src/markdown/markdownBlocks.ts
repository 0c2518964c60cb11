// Cuts markdown where a cut cannot change its meaning, so that while an answer grows only its last block is read again.

export function markdownBlocks(text: string): string[] {
  // A definition may be far from where it is used, so such a text stays whole.
  if (definition.test(text)) return [text];
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | undefined;
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    if (fence === undefined && isAfterBlank && startsBlock.test(line) && block.length > 0) {
      blocks.push(block.join('\n'));
      block = [];
    }
    fence = fenceAfter(fence, line);
    isAfterBlank = line.trim() === '';
    block.push(line);
  }
  return [...blocks, block.join('\n')];
}

/** Footnotes and link targets. Their names have no brackets and at most 999 characters, so that looking for one is quick. */
const definition = /^ {0,3}\[[^[\]]{1,999}\]:/m;

/** Not indented, and not a further item of a list. */
const startsBlock = /^(?![-*+]\s|\d+[.)]\s)\S/;

/** The fence that is open after this line. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [, marks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === '') return open;
  if (open === undefined) return marks.startsWith('`') && rest.includes('`') ? undefined : marks;
  const closes = marks[0] === open[0] && marks.length >= open.length && rest.trim() === '';
  return closes ? undefined : open;
}
