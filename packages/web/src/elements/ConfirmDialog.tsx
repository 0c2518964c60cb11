// Asks once more before something that cannot be undone.
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { BeckonError } from '@beckon/protocol';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { Button } from './Button.tsx';
import { Problem } from './Problem.tsx';

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isBusy: boolean;
  error: BeckonError | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  isBusy,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onCancel}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-xl border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/40"
    >
      <h2 className="font-semibold">{title}</h2>
      <div className="mt-2 text-sm text-muted">{children}</div>
      {error && (
        <div className="mt-3">
          <Problem>{error.message}</Problem>
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <DecidingButton look="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </DecidingButton>
      </div>
    </dialog>
  );
}
