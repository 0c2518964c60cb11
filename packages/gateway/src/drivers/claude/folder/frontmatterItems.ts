// Agents, skills and commands are texts for the model, but what stands before the text can run things: hooks, MCP servers,
// tools that need no asking. Where it may, all of it is shown as it stands.
import type { TrustItem } from '@beckon/protocol';

type Item = Omit<TrustItem, 'file'>;

export function frontmatterItems(text: string, name: string): Item[] {
  const frontmatter = /(?<![^])\uFEFF?\s*---[^\S\r\n]*(?:\r\n?|\n)(.*?)(?:^---[^\S\n]*\r?$|(?![^]))/ms.exec(text)?.[1];
  if (frontmatter === undefined || isHarmless(frontmatter)) return [];
  return [{ what: 'setting', name, text: frontmatter.trimEnd() }];
}

/** YAML can be written in more ways than are read here: what is not plain counts. */
function isHarmless(frontmatter: string): boolean {
  if (acting.test(frontmatter) || unusual.test(frontmatter)) return false;
  const lines = frontmatter.split(/\r?\n/).filter((line) => !/^ *(?:#|$)/.test(line));
  // What is further in than the first line belongs to what stands above it, and is none of the names that count.
  const outermost = lines.filter((line, index) => index === 0 || !/^(?: |-(?: |$))/.test(line));
  return outermost.every((line) => plainLine.test(line));
}

const acting = /hooks|mcpServers|mcp-servers|allowed-?tools|permission-?mode|sandbox/i;
/** What may end a line for another reader, and letters that are written as numbers. */
const unusual = /\r(?!\n)|[^\P{Cc}\r\n]|[\u2028\u2029]|\\[\dxu]/iu;
const plainLine = /^[A-Za-z][\w-]* *:(?: *$| +[^\s{&*!])/;
