// Agents, skills and commands are texts for the model, but what stands before the text can run things: hooks, MCP servers,
// tools that need no asking. Where it may, all of it is shown as it stands.
import type { TrustItem } from '@beckon/protocol';

type Item = Omit<TrustItem, 'file'>;

export function frontmatterItems(text: string, name: string): Item[] {
  const frontmatter = /^\uFEFF?---[^\S\n]*\r?\n(.*?)(?:^---[^\S\n]*\r?$|(?![^]))/ms.exec(text)?.[1];
  if (frontmatter === undefined || !mayRunSomething(frontmatter)) return [];
  return [{ what: 'setting', name, text: frontmatter.trimEnd() }];
}

/** YAML can be written in more ways than are read here: what is not plain counts. */
function mayRunSomething(frontmatter: string): boolean {
  if (acting.test(frontmatter)) return true;
  const outermost = frontmatter.split(/\r?\n/).filter((line) => /^[^\s#-]/.test(line));
  return !outermost.every((line) => /^[A-Za-z][\w-]*[^\S\n]*:/.test(line));
}

const acting = /hooks|mcpServers|mcp-servers|allowed-?tools|permission-?mode|sandbox/i;
