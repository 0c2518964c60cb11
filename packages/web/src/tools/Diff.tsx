// What an edit takes away and puts in. The code that compares is loaded when it is first needed; until then, and if it
// cannot be loaded, both texts are shown whole: an approval's diff must never be blank.
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import { LongText } from '../elements/LongText.tsx';

export interface DiffProps {
  before: string;
  after: string;
}

const DiffTable = lazy(() => import('./DiffTable.tsx'));

export function Diff(props: DiffProps) {
  const whole = <BeforeAndAfter {...props} />;
  return (
    <ErrorBoundary fallback={whole}>
      <Suspense fallback={whole}>
        <DiffTable {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function BeforeAndAfter({ before, after }: DiffProps) {
  return (
    <div className="space-y-1">
      <LongText label="Before" text={before} />
      <LongText label="After" text={after} />
    </div>
  );
}
