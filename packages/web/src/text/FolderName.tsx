// A folder in little room: its last parts.
import { OneLine } from './OneLine.tsx';
import { shortFolder } from './words.ts';

export function FolderName({ path }: { path: string }) {
  return (
    <span title={path} className="min-w-0 text-xs text-muted">
      <OneLine text={shortFolder(path)} />
    </span>
  );
}
