// A block of code with its language and a copy button; coloured once it is complete and the colours are loaded.
import { useEffect, useState } from 'react';
import { CopyButton } from '../elements/CopyButton.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import type { HighlightedLine } from './highlight.ts';

export interface CodeBlockProps {
  code: string;
  language: string | undefined;
  isGrowing: boolean;
}

export function CodeBlock({ code, language, isGrowing }: CodeBlockProps) {
  const lines = useHighlight(code, isGrowing ? undefined : language);
  return (
    <div className="group relative overflow-hidden rounded-lg border border-line bg-panel">
      <div className="flex items-center justify-between border-b border-line bg-raised pl-3 text-xs text-muted">
        <span>{language ?? 'text'}</span>
        <CopyButton text={code} />
      </div>
      <pre tabIndex={0} className="overflow-x-auto px-3 py-2.5 font-mono text-[0.8125rem] leading-relaxed">
        <code>{lines ? <Lines lines={lines} /> : <VisibleText text={code} />}</code>
      </pre>
    </div>
  );
}

function Lines({ lines }: { lines: HighlightedLine[] }) {
  return lines.map((tokens, lineIndex) => (
    <span key={lineIndex}>
      {lineIndex > 0 && '\n'}
      {tokens.map(({ text, style }, index) => (
        <span key={index} className="token" style={style}>
          {text}
        </span>
      ))}
    </span>
  ));
}

/** Undefined until there are colours, or where there are none for this language. */
function useHighlight(code: string, language: string | undefined): HighlightedLine[] | undefined {
  const [done, setDone] = useState<{ code: string; lines: HighlightedLine[] | undefined }>();
  useEffect(() => {
    if (language === undefined) return;
    let isWanted = true;
    async function load(wanted: string) {
      const { highlight } = await import('./highlight.ts');
      const lines = await highlight(code, wanted);
      if (isWanted) setDone({ code, lines });
    }
    // Without colours the code is still there to read.
    load(language).catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [code, language]);
  return done?.code === code ? done.lines : undefined;
}
