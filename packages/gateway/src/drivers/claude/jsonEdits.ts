// Small changes to a JSON text that leave the rest of it alone, and look as if its author had made them.
import type { JsonNode, Place } from './jsonText.ts';

export interface Edit extends Place {
  insert: string;
}

export function applyEdits(text: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end, insert }) => changed.slice(0, start) + insert + changed.slice(end), text);
}

/** Takes some children out of their container; at least one must stay. */
export function removeFrom(children: Place[], gone: Place[]): Edit[] {
  const firstKept = children.findIndex((child) => !gone.includes(child));
  return children.flatMap((child, index) => {
    if (!gone.includes(child)) return [];
    // With the comma and the space before it, or, at the beginning, after it.
    const [start, end] =
      index < firstKept
        ? [child.start, children[index + 1]?.start ?? child.end]
        : [children[index - 1]?.end ?? child.start, child.end];
    return [{ start, end, insert: '' }];
  });
}

export interface Addition {
  container: Extract<JsonNode, { type: 'object' | 'array' }>;
  /** Where the container is an object. */
  key?: string;
  value: unknown;
}

/** Adds a last child, indented like those before it. */
export function append(text: string, root: JsonNode, { container, key, value }: Addition): Edit {
  const { unit, lineEnd, isCompact } = layoutOf(text, root);
  const children = childrenOf(container);
  const last = children.at(-1);
  const isOnOneLine = last ? !startsItsLine(text, last.start) : isCompact;
  const write = (indent: string | undefined) => {
    const name = key === undefined ? '' : `${JSON.stringify(key)}:${isCompact ? '' : ' '}`;
    if (indent === undefined) return name + JSON.stringify(value);
    return name + JSON.stringify(value, null, unit).replaceAll('\n', lineEnd + indent);
  };
  if (last) {
    const indent = isOnOneLine ? undefined : lineIndent(text, last.start);
    const separator = indent === undefined ? (isCompact ? ',' : ', ') : `,${lineEnd}${indent}`;
    return { start: last.end, end: last.end, insert: separator + write(indent) };
  }
  const outer = lineIndent(text, container.start);
  const indent = isOnOneLine ? undefined : outer + unit;
  const insert = indent === undefined ? write(indent) : lineEnd + indent + write(indent) + lineEnd + outer;
  return { start: container.start + 1, end: container.end - 1, insert };
}

function layoutOf(text: string, root: JsonNode) {
  const first = childrenOf(root)[0];
  const isCompact = first !== undefined && !startsItsLine(text, first.start);
  const unit = first && !isCompact ? lineIndent(text, first.start) : '  ';
  return { unit: unit || '  ', lineEnd: text.includes('\r\n') ? '\r\n' : '\n', isCompact };
}

function childrenOf(node: JsonNode): Place[] {
  if (node.type === 'object') return node.members;
  return node.type === 'array' ? node.items : [];
}

function startsItsLine(text: string, at: number): boolean {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return lineStart > 0 && text.slice(lineStart, at).trim() === '';
}

function lineIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
