// How much of a text is read as markdown. What reads it takes time that grows with the square of the marks in a block, or
// of how deeply they are nested; text that is made of little else than marks is shown as it is.

/** In one block. Five hundred items of a list, or a table of a hundred rows. */
const mostMarks = 1000;
/** The squares of the marks of all blocks together. */
const mostWork = 4_000_000;
const mostNested = 40;

/** For each block, in order, whether it is read. That more text follows changes nothing for those before it. */
export function areRead(blocks: readonly string[]): boolean[] {
  let workLeft = mostWork;
  return blocks.map((block) => {
    const marks = countMarks(block);
    const work = marks * marks;
    if (marks > mostMarks || work > workLeft || nested.test(block)) return false;
    workLeft -= work;
    return true;
  });
}

/** Whatever may begin or end something, the ends of lines, and the depth of lines that are indented. */
function countMarks(block: string): number {
  const text = outsideFence(block);
  const signs = text.match(/[[\]()*_`~<>|\\=#+\n-]/g)?.length ?? 0;
  const indents = text.match(/^[ \t]+/gm) ?? [];
  return indents.reduce((sum, indent) => sum + Math.floor(indent.length / 2), signs);
}

/** Code is not looked into. A block that begins with a fence ends with it, unless something follows without a blank line. */
function outsideFence(block: string): string {
  const [, fence] = /^(`{3,}|~{3,})[^`\n]*\n/.exec(block) ?? [];
  if (fence === undefined) return block;
  const end = block.indexOf(`\n${fence}`, fence.length);
  return end === -1 ? '' : block.slice(end + 1 + fence.length);
}

const nested = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=\\s)|\\d{1,9}[.)])){${mostNested}}`, 'm');
