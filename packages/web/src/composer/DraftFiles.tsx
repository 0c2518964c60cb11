// The pictures and documents of a prompt that is being written.
import { FileText, X } from 'lucide-react';
import { VisibleText } from '../text/VisibleText.tsx';
import type { DraftFile } from './promptDraft.ts';

export function DraftFiles({ files, onRemove }: { files: readonly DraftFile[]; onRemove: (id: string) => void }) {
  return (
    <ul aria-label="Sent along" className="flex flex-wrap gap-2 px-1">
      {files.map((file) => (
        <li key={file.id} className="relative max-w-full">
          {file.type === 'image' ? (
            <img
              src={`data:${file.mediaType};base64,${file.data}`}
              alt={file.name}
              className="size-16 rounded-lg border border-line object-cover pointer-coarse:size-24"
            />
          ) : (
            <p className="flex h-16 w-48 max-w-full items-center gap-2 rounded-lg border border-line bg-raised px-3 text-sm pointer-coarse:h-24 pointer-coarse:pr-9">
              <FileText aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="line-clamp-2 min-w-0 break-all">
                <VisibleText text={file.name} />
              </span>
            </p>
          )}
          <button
            type="button"
            onClick={() => onRemove(file.id)}
            className="absolute -top-2 -right-2 rounded-full border border-line bg-panel p-1 hover:bg-raised pointer-coarse:p-3.5"
          >
            <X aria-hidden className="size-3.5" />
            <span className="sr-only">Remove {file.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
