// The session's title, which a press turns into a field. Enter saves, Escape leaves it as it was.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { VisibleText } from '../text/VisibleText.tsx';

export interface EditableTitleProps {
  title: string;
  onSave: (title: string) => Promise<boolean>;
  /** What is to be known before it is saved. */
  hint?: string | undefined;
}

export function EditableTitle({ title, onSave, hint }: EditableTitleProps) {
  const [typed, setTyped] = useState<string>();

  async function save() {
    const wanted = typed?.trim() ?? '';
    const isSettled = wanted === '' || wanted === title || (await onSave(wanted));
    if (isSettled) setTyped(undefined);
  }

  if (typed === undefined) {
    return (
      <h1 className="min-w-0 flex-1">
        <button
          type="button"
          title="Rename"
          onClick={() => setTyped(title)}
          className="group flex min-h-9 max-w-full items-center gap-2 rounded-md px-1 text-left pointer-coarse:min-h-11"
        >
          <span className="truncate font-semibold">
            <VisibleText text={title} />
          </span>
          <Pencil
            aria-hidden
            className="size-3.5 shrink-0 text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
          />
          <span className="sr-only">Rename</span>
        </button>
      </h1>
    );
  }
  return (
    <form
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input
        autoFocus
        aria-label="Title"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(undefined)}
        onBlur={() => void save()}
        className="min-h-9 w-full max-w-xl rounded-md border border-edge bg-panel px-2 font-semibold"
      />
      {hint !== undefined && <p className="px-2 pt-0.5 text-xs text-muted">{hint}</p>}
    </form>
  );
}
