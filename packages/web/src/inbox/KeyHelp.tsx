// The keys of the inbox, in a dialog.
import { useEffect, useRef } from 'react';
import { Button } from '../elements/Button.tsx';
import { keyMeanings } from './inboxKeys.ts';

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label="Keys"
      onClose={onClose}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-xl border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/40"
    >
      <h2 className="font-semibold">Keys</h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
        {keyMeanings.map(({ keys, meaning }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-raised px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-muted">Letters go to the card that has the focus: press j to begin.</p>
      <p className="mt-4 text-right">
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </p>
    </dialog>
  );
}
