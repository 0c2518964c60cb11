// The rows of a diff in two columns: what goes stands beside what takes its place.
import type { DiffRow } from './compare.ts';

export interface SideRow<Row extends DiffRow = DiffRow> {
  before?: Row;
  after?: Row;
}

export function sideBySide<Row extends DiffRow>(rows: readonly Row[]): SideRow<Row>[] {
  const sides: SideRow<Row>[] = [];
  let [removed, added]: [Row[], Row[]] = [[], []];
  const endChange = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [before, after] = [removed[index], added[index]];
      sides.push({ ...(before && { before }), ...(after && { after }) });
    }
    [removed, added] = [[], []];
  };
  for (const row of rows) {
    if (row.kind === 'removed') removed.push(row);
    else if (row.kind === 'added') added.push(row);
    else {
      endChange();
      sides.push({ before: row, after: row });
    }
  }
  endChange();
  return sides;
}
