// The field in which a prompt is written, with its pictures and documents. Enter sends, except where the keyboard is on the screen.
import { Paperclip } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent, KeyboardEvent, ReactNode } from 'react';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { Problem } from '../elements/Problem.tsx';
import { DraftFiles } from './DraftFiles.tsx';
import type { Attachable, PromptDraft } from './promptDraft.ts';
import { withOnly } from './promptDraft.ts';
import { noFiles, readFiles } from './readFiles.ts';

export interface PromptFieldProps {
  fieldId?: string;
  label: string;
  placeholder: string;
  draft: PromptDraft;
  /** What else is in the draft already is said to be left out. */
  takes: readonly Attachable[];
  onChange: (change: (draft: PromptDraft) => PromptDraft) => void;
  onSend: () => void;
  onEscape?: () => void;
  /** The buttons beside the one for files. */
  children: ReactNode;
}

export function PromptField(props: PromptFieldProps) {
  const { fieldId, label, placeholder, draft, takes, onChange, onSend, onEscape, children } = props;
  const [problems, setProblems] = useState<string[]>([]);
  const takesFiles = takes.length > 0;
  const allProblems = [...(draft.leftOut ?? []), ...problems];
  const shownProblems = allProblems.filter((problem) => problem !== noFiles || !takesFiles);
  const isCut = withOnly(draft, takes).files.length < draft.files.length;
  const [isDropTarget, setIsDropTarget] = useState(false);

  async function attach(files: File[]) {
    if (!takesFiles) {
      setProblems([noFiles]);
      return;
    }
    const read = await readFiles(files, draft.files, takes);
    setProblems(read.problems);
    if (read.files.length > 0) onChange((current) => ({ ...current, files: [...current.files, ...read.files] }));
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') onEscape?.();
    const isSend = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !hasScreenKeyboard();
    if (!isSend) return;
    event.preventDefault();
    onSend();
  }

  function handlePaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void attach(files);
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsDropTarget(false);
    void attach([...event.dataTransfer.files]);
  }

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsDropTarget(true);
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={handleDrop}
      className={`space-y-2 rounded-xl border bg-panel p-2 transition-colors focus-within:border-accent ${
        isDropTarget ? 'border-accent bg-accent-soft' : 'border-edge'
      }`}
    >
      {shownProblems.length > 0 && <Problem>{shownProblems.join(' ')}</Problem>}
      {isCut && (
        <p className="px-1 text-xs text-waiting">
          {takesFiles ? 'This session does not take all of these.' : noFiles} What you send goes without them.
        </p>
      )}
      {draft.files.length > 0 && (
        <DraftFiles
          files={draft.files}
          onRemove={(id) =>
            onChange((current) => ({ ...current, files: current.files.filter((file) => file.id !== id) }))
          }
        />
      )}
      <GrowingTextarea
        id={fieldId}
        aria-label={label}
        placeholder={placeholder}
        value={draft.text}
        onChange={(event) => onChange((current) => ({ ...current, text: event.target.value }))}
        onKeyDown={handleKey}
        onPaste={handlePaste}
        className="border-transparent bg-transparent outline-none"
      />
      <div className="flex items-center gap-2">
        {takesFiles && <FilePicker onPick={(files) => void attach(files)} />}
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2">{children}</div>
      </div>
    </div>
  );
}

function FilePicker({ onPick }: { onPick: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        title="Add pictures, PDFs or text files (or paste, or drop them here)"
        onClick={() => input.current?.click()}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
      >
        <Paperclip aria-hidden className="size-5" />
        <span className="sr-only">Add files</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onPick([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function hasScreenKeyboard(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
