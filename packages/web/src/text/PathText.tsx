// A path or an address that breaks after its slashes, and within a part only where that alone is too long.
import { Fragment } from 'react';
import { VisibleText } from './VisibleText.tsx';

export function PathText({ path }: { path: string }) {
  return (
    <span className="wrap-anywhere">
      {path.split(/(?<=\/)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <VisibleText text={part} />
        </Fragment>
      ))}
    </span>
  );
}
