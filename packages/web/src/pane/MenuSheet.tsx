// A menu that a slash command has opened in a terminal, on top of the conversation: the pane, and the keyboard at once.
import { useEffect, useRef } from 'react';
import { PaneView } from './PaneView.tsx';
import { openXtermScreen } from './xtermScreen.ts';

export interface MenuSheetProps {
  sessionId: string;
  title: string;
  /** Called when it is closed, also because the menu is gone. */
  onClose: () => void;
}

export default function MenuSheet({ sessionId, title, onClose }: MenuSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    dialog.current?.showModal();
    return () => close.current();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      // Escape is the menu's own key, and closes that.
      onCancel={(event) => event.preventDefault()}
      className="m-auto h-[min(46rem,92dvh)] max-h-none w-[min(62rem,96vw)] max-w-none flex-col rounded-xl border border-line bg-canvas text-ink shadow-xl backdrop:bg-black/40 open:flex"
    >
      <PaneView sessionId={sessionId} openScreen={openXtermScreen} isTypedIntoAtOnce onClose={onClose} />
    </dialog>
  );
}
