// Saves the conversation as a file, in the form that its person chooses.
import type { Session } from '@beckon/protocol';
import type { ExportFormat } from '@beckon/protocol/sessionExport';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { FocusEvent } from 'react';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

export function ExportSession({ session }: { session: Session }) {
  const { transport } = useBeckon();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const save = useAction(async (format: ExportFormat) => {
    // Few want it: it is loaded when somebody does.
    const { exportSession } = await import('./exportFile.ts');
    await exportSession(transport, session, format);
    setIsOpen(false);
  });
  const close = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !save.isRunning) setIsOpen(false);
  };
  return (
    <div className="relative" onBlur={close} onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}>
      <button
        type="button"
        title="Export this session"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
      >
        <Download aria-hidden className="size-4.5" />
        <span className="sr-only">Export this session</span>
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="absolute top-full right-0 z-10 mt-1 w-56 space-y-1 rounded-xl border border-line bg-panel p-2 shadow-lg"
      >
        {(['markdown', 'html'] as const).map((format) => (
          <Button
            key={format}
            look="quiet"
            isBusy={save.isRunning}
            onClick={() => void save.run(format)}
            className="w-full justify-start"
          >
            {format === 'markdown' ? 'As Markdown' : 'As one HTML page'}
          </Button>
        ))}
        {save.error && <Problem>It could not be exported. {save.error.message}</Problem>}
      </div>
    </div>
  );
}
