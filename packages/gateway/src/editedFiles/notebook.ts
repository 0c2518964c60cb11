// What an edit of a notebook changes, cell by cell: nobody reads its JSON.
import type { EditedFile, FileSection, JsonObject } from '@beckon/protocol';
import { textOf } from '@beckon/protocol';

/** What changes, or why nothing can. Undefined for what is no edit of a notebook. */
export function cellChange(toolName: string, input: JsonObject, text: string): CellChange | undefined {
  if (toolName !== 'NotebookEdit') return undefined;
  const cells = cellsOf(text);
  if (!cells) return { problem: 'no_notebook' };
  const source = textOf(input, 'new_source') ?? '';
  const wanted = textOf(input, 'cell_id');
  const number = wanted === undefined ? -1 : cells.findIndex(({ id }, at) => id === wanted || `cell-${at}` === wanted);
  const cell = cells[number];
  const mode = textOf(input, 'edit_mode');
  // Without a cell to come after, a new one comes first.
  if (mode === 'insert' && wanted === undefined)
    return { sections: [{ cell: 'new, the first', ...change('', source) }] };
  if (!cell) return { problem: 'not_found' };
  const name = nameOf(cell, number);
  if (mode === 'insert') return { sections: [{ cell: `new, after ${name}`, ...change('', source) }] };
  if (mode === 'delete') return { sections: [{ cell: `${name}, removed`, ...change(cell.source, '') }] };
  return { sections: [{ cell: name, ...change(cell.source, source) }] };
}

type CellChange = { sections: FileSection[] } | { problem: NonNullable<EditedFile['problem']> };

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
