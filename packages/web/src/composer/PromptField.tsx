// The field in which a prompt is written, with its pictures. Enter sends, except where the keyboard is on the screen.
import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent, KeyboardEvent, ReactNode } from 'react';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { Problem } from '../elements/Problem.tsx';
import type { DraftImage, PromptDraft } from './promptDraft.ts';
import { readImages } from './promptDraft.ts';

export interface PromptFieldProps {
  fieldId?: string;
  label: string;
  placeholder: string;
  draft: PromptDraft;
  /** Where it does not, those that are in the draft already are shown as left out. */
  takesImages: boolean;
  onChange: (change: (draft: PromptDraft) => PromptDraft) => void;
  onSend: () => void;
  onEscape?: () => void;
  /** The buttons beside the one for pictures. */
  children: ReactNode;
}

export function PromptField(props: PromptFieldProps) {
  const { fieldId, label, placeholder, draft, takesImages, onChange, onSend, onEscape, children } = props;
  const [problems, setProblems] = useState<string[]>([]);
  const allProblems = [...(draft.leftOut ?? []), ...problems];
  const shownProblems = allProblems.filter((problem) => problem !== noImages || !takesImages);
  const [isDropTarget, setIsDropTarget] = useState(false);

  async function attach(files: File[]) {
    if (!takesImages) {
      setProblems([noImages]);
      return;
    }
    const { images, problems: found } = await readImages(files, draft.images);
    setProblems(found);
    if (images.length > 0) onChange((current) => ({ ...current, images: [...current.images, ...images] }));
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
      {draft.images.length > 0 && !takesImages && (
        <p className="px-1 text-xs text-waiting">{noImages} What you send goes without them.</p>
      )}
      {draft.images.length > 0 && (
        <Thumbnails
          images={draft.images}
          onRemove={(id) =>
            onChange((current) => ({ ...current, images: current.images.filter((image) => image.id !== id) }))
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
        {takesImages && <ImagePicker onPick={(files) => void attach(files)} />}
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2">{children}</div>
      </div>
    </div>
  );
}

const noImages = 'This session takes no pictures from here.';

function ImagePicker({ onPick }: { onPick: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        title="Add pictures (or paste, or drop them here)"
        onClick={() => input.current?.click()}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
      >
        <ImagePlus aria-hidden className="size-5" />
        <span className="sr-only">Add pictures</span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
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

function Thumbnails({ images, onRemove }: { images: DraftImage[]; onRemove: (id: string) => void }) {
  return (
    <ul className="flex flex-wrap gap-2 px-1">
      {images.map(({ id, name, mediaType, data }) => (
        <li key={id} className="relative">
          <img
            src={`data:${mediaType};base64,${data}`}
            alt={name}
            className="size-16 rounded-lg border pointer-coarse:size-24 border-line object-cover"
          />
          <button
            type="button"
            onClick={() => onRemove(id)}
            className="absolute -top-2 -right-2 rounded-full border border-line bg-panel p-1 hover:bg-raised pointer-coarse:p-3.5"
          >
            <X aria-hidden className="size-3.5" />
            <span className="sr-only">Remove {name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function hasScreenKeyboard(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
