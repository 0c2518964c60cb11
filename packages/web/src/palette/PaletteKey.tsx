// Opens the palette from anywhere with Ctrl+K or ⌘K. The palette itself comes when it is first wanted.
import { lazy, Suspense, useEffect, useState } from 'react';

const Palette = lazy(() => import('./Palette.tsx'));

export function PaletteKey() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      // In a terminal Ctrl+K is the program's, and a dialog that is open is not to be covered.
      const target = event.target instanceof Element ? event.target : document.body;
      if (!isKey || event.altKey || event.shiftKey || target.closest('.xterm, dialog') !== null) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return isOpen ? (
    <Suspense>
      <Palette onClose={() => setIsOpen(false)} />
    </Suspense>
  ) : null;
}
