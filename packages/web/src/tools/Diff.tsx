// What an edit takes away and puts in. The code that compares is loaded when it is first needed; until then, and if it
// cannot be loaded, both texts are shown whole: an approval's diff must never be blank.
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../elements/ErrorBoundary.tsx';
import type { BeforeAndAfterProps } from './BeforeAndAfter.tsx';
import { BeforeAndAfter } from './BeforeAndAfter.tsx';

const DiffTable = lazy(() => import('./DiffTable.tsx'));

export function Diff(props: BeforeAndAfterProps) {
  const whole = <BeforeAndAfter {...props} />;
  return (
    <ErrorBoundary fallback={whole}>
      <Suspense fallback={whole}>
        <DiffTable {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
