// Removes something for good, after asking once more.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../elements/Button.tsx';
import { ConfirmDialog } from '../elements/ConfirmDialog.tsx';
import { useAction } from '../elements/useAction.ts';

export interface RemoveButtonProps {
  /** Of what is removed. */
  name: string;
  /** What is asked. */
  title: string;
  /** What comes of it. */
  children: ReactNode;
  onRemove: () => Promise<void>;
}

export function RemoveButton({ name, title, children, onRemove }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, isRunning, error } = useAction(onRemove);
  return (
    <>
      <Button look="dangerQuiet" aria-label={`Remove ${name}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          confirmLabel="Remove"
          isBusy={isRunning}
          error={error}
          onConfirm={() => void run().then((isDone) => isDone && setIsAsking(false))}
          onCancel={() => setIsAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
