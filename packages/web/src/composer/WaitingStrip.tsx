// Stands in for the message field while the agent waits: names each open ask and leads to its form.
import type { Ask } from '@beckon/protocol';
import { Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { askElementId } from '../asks/AskFrame.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { toolWords } from '../tools/toolWords.ts';

export function WaitingStrip({ asks, children }: { asks: Ask[]; children: ReactNode }) {
  return (
    <div className="flex animate-arrive items-start gap-3 rounded-xl border border-waiting-line bg-waiting-soft px-3 py-2">
      <Hand aria-hidden className="mt-1.5 size-5 shrink-0 animate-beckon text-waiting" />
      <div className="min-w-0 flex-1">
        <p className="pt-1 text-sm font-semibold text-waiting">Waiting for your response</p>
        <ul>
          {asks.map((ask) => (
            <li key={ask.id}>
              <button
                type="button"
                onClick={() => showForm(ask)}
                className="flex min-h-8 w-full items-center gap-2 rounded text-left text-sm hover:underline pointer-coarse:min-h-11"
              >
                <AskWords ask={ask} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      {children}
    </div>
  );
}

function AskWords({ ask }: { ask: Ask }) {
  const { name, gist } = toolWords(ask.toolName, ask.input);
  const summary =
    ask.kind === 'question' ? (ask.questions[0]?.question ?? '') : ask.kind === 'plan' ? 'Review the plan' : gist;
  return (
    <>
      <span className="shrink-0 font-medium">
        <VisibleText text={name} />
      </span>
      <span className="truncate text-muted">
        <VisibleText text={summary} />
      </span>
    </>
  );
}

function showForm({ id }: Ask) {
  const form = document.getElementById(askElementId(id));
  form?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  form?.focus({ preventScroll: true });
}
