// Puts a text on the clipboard, and says so for a moment.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  // Browsers offer the clipboard only to pages that came over a secure connection.
  if (!('clipboard' in navigator)) return <span className="py-1.5" />;
  return (
    <button
      type="button"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
      className="inline-flex min-h-8 items-center gap-1 rounded px-2.5 hover:text-ink pointer-coarse:min-h-11"
    >
      {isCopied ? <Check aria-hidden className="size-3.5 text-done" /> : <Copy aria-hidden className="size-3.5" />}
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
