// What an edit of a notebook changes, cell by cell: nobody reads its JSON.
import type { FileSection, JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';

/** Undefined for what is no edit of a notebook, or of one that cannot be read. */
export function cellSections(toolName: string, input: JsonObject, text: string): FileSection[] | undefined {
  const source = textOf(input, 'new_source') ?? '';
  const cells = toolName === 'NotebookEdit' ? cellsOf(text) : undefined;
  if (!cells) return undefined;
  const wanted = textOf(input, 'cell_id');
  const number = cells.findIndex(({ id }, index) => id === wanted || `cell-${index}` === wanted);
  const cell = cells[number];
  const mode = textOf(input, 'edit_mode');
  if (mode === 'insert')
    return [{ cell: `after ${cell ? nameOf(cell, number) : 'the beginning'}`, ...change('', source) }];
  return cell && [{ cell: nameOf(cell, number), ...change(cell.source, mode === 'delete' ? '' : source) }];
}

const change = (before: string, after: string) => ({ line: 1, before, after });

interface Cell {
  id: string | undefined;
  source: string;
}

const nameOf = ({ id }: Cell, number: number) => id ?? String(number);

function cellsOf(text: string): Cell[] | undefined {
  try {
    const { cells } = JSON.parse(text) as { cells: unknown };
    return Array.isArray(cells) ? cells.map(readCell) : undefined;
  } catch {
    return undefined;
  }
}

function readCell(cell: unknown): Cell {
  const { id, source } = (typeof cell === 'object' && cell !== null ? cell : {}) as Record<string, unknown>;
  const lines: unknown[] = Array.isArray(source) ? source : [source];
  return {
    id: typeof id === 'string' ? id : undefined,
    source: lines.filter((line) => typeof line === 'string').join(''),
  };
}
