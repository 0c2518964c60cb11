// Both texts of an edit, one after the other, for where they are not or not yet compared.
import { LongText } from '../elements/LongText.tsx';

export interface BeforeAndAfterProps {
  before: string;
  after: string;
  /** Where both stand in a file, in whole lines: the numbers of their first lines. */
  place?: { before: number; after: number };
  /** Whether one can choose here how it is laid out. */
  hasSwitch?: boolean;
  /** All of it is shown, however long: it is part of something that is shown bit by bit. */
  isWhole?: boolean;
}

export function BeforeAndAfter({ before, after }: BeforeAndAfterProps) {
  return (
    <div className="space-y-1">
      <p className="text-xs text-muted">Before</p>
      <LongText label="Before" text={before} />
      <p className="text-xs text-muted">After</p>
      <LongText label="After" text={after} />
    </div>
  );
}
