// What is asked of the index: an expression in its own language, in which every word of a person's stands in quotes.
import type { ReadQuery, Term } from './readQuery.ts';
import { toolToken } from './readQuery.ts';

/** The words that a piece of text is filed under beside its own. */
export const facets = {
  folder: (id: number) => `d${id}`,
  tool: (name: string) => `t${toolToken(name)}`,
  asked: 'isasked',
  denied: 'isdenied',
};

/** Undefined where the time alone decides. `folderIds` are those that the query's folders name, in the same order. */
export function expressionOf(query: ReadQuery, folderIds: readonly (readonly number[])[]): string | undefined {
  const filed = [
    ...folderIds.map((ids) => anyOf(ids.map(facets.folder))),
    // Any of the tools: one call has but one.
    ...(query.tools.length > 0 ? [anyOf(query.tools.map((name) => `${quoted(facets.tool(name))} *`))] : []),
    ...(query.isAsked ? [quoted(facets.asked)] : []),
    ...(query.isDenied ? [quoted(facets.denied)] : []),
  ];
  const wanted = [
    ...(query.terms.length > 0 ? [`text : (${query.terms.map(termOf).join(' AND ')})`] : []),
    ...(filed.length > 0 ? [`facets : (${filed.join(' AND ')})`] : []),
  ];
  if (wanted.length === 0) return undefined;
  const all = `(${wanted.join(' AND ')})`;
  return query.without.length === 0 ? all : `${all} NOT text : (${query.without.map(termOf).join(' OR ')})`;
}

/** Nothing at all is found in no folder. */
function anyOf(words: readonly string[]): string {
  return words.length === 0 ? quoted('nowhere') : `(${words.join(' OR ')})`;
}

function termOf({ text, isBeginning }: Term): string {
  return isBeginning ? `${quoted(text)} *` : quoted(text);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
