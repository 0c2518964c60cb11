// A document that a person sent: what it is called, its text on demand, and a way to save it.
import type { Part } from '@beckon/protocol';
import { Download, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { Disclosure } from '../elements/Disclosure.tsx';
import { LongText } from '../elements/LongText.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { byteSize } from '../text/words.ts';

export type ShownDocument = Extract<Part, { type: 'document' }>;

export function DocumentPart({ sessionId, document: shown }: { sessionId: string; document: ShownDocument }) {
  const { transport } = useBeckon();
  const { documentId, name, mediaType, bytes } = shown;
  const save = useAction(async () => saveAs(name, await transport.readDocument(sessionId, documentId)));
  const title = (
    <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
      <FileText aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-all">
        <VisibleText text={name} />
      </span>
      <span className="shrink-0 text-xs text-muted">{byteSize(bytes)}</span>
    </span>
  );
  return (
    <section aria-label={`Document ${name}`} className="space-y-1 rounded-lg border border-line bg-panel px-2 py-1">
      <div className="flex items-start gap-2">
        {mediaType === 'text/plain' ? (
          <Disclosure summary={title} className="min-w-0 flex-1">
            <DocumentText sessionId={sessionId} documentId={documentId} name={name} />
          </Disclosure>
        ) : (
          <div className="flex min-h-9 min-w-0 flex-1 items-center">{title}</div>
        )}
        <Button look="quiet" isBusy={save.isRunning} onClick={() => void save.run()} title={`Save ${name}`}>
          {!save.isRunning && <Download aria-hidden className="size-4" />}
          <span className="sr-only">Save {name}</span>
        </Button>
      </div>
      {save.error && <Problem>It could not be loaded. {save.error.message}</Problem>}
    </section>
  );
}

interface DocumentTextProps extends Pick<ShownDocument, 'documentId' | 'name'> {
  sessionId: string;
}

function DocumentText({ sessionId, documentId, name }: DocumentTextProps) {
  const { transport } = useBeckon();
  const [text, setText] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    async function load() {
      try {
        const blob = await transport.readDocument(sessionId, documentId);
        const read = await blob.text();
        if (isWanted) setText(read);
      } catch {
        if (isWanted) setHasFailed(true);
      }
    }
    void load();
    return () => {
      isWanted = false;
    };
  }, [transport, sessionId, documentId]);
  if (hasFailed) return <p className="text-sm text-muted">This document could not be loaded.</p>;
  if (text === undefined) return <Spinner />;
  return <LongText label={name} text={text} />;
}

/** It is never opened in the page: what is in it is not Beckon's. */
function saveAs(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has it by then, and keeps it for as long as it needs it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
