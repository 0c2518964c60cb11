// A tool call that nobody was asked about: what it is on one line, its input and result below.
import type { ToolCallPart, ToolCallStatus } from '@beckon/protocol';
import { Check, Clock, X } from 'lucide-react';
import { Disclosure } from '../elements/Disclosure.tsx';
import { LongText } from '../elements/LongText.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { ToolHeading } from '../tools/ToolHeading.tsx';
import { ToolInput } from '../tools/ToolInput.tsx';
import { ToolResult } from '../tools/ToolResult.tsx';

/** What these put into files is worth seeing without a click. */
const opensByItself = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

export interface ToolCallCardProps {
  call: ToolCallPart;
  /** A call before it waits for its person: this one's turn has not come. */
  isBehindAsk?: boolean;
}

export function ToolCallCard({ call, isBehindAsk = false }: ToolCallCardProps) {
  const isResultInSight = call.toolName === 'Bash' || call.status === 'error';
  const result = call.result && <ToolResult result={call.result} />;
  return (
    <div className="rounded-lg border border-line bg-panel px-2.5 py-1">
      <Disclosure
        isOpenByDefault={opensByItself.has(call.toolName)}
        summary={
          <span className="flex min-w-0 flex-1 items-center justify-between gap-2">
            <ToolHeading toolName={call.toolName} input={call.input} />
            <Status status={isBehindAsk && call.status === 'running' ? 'behind' : call.status} />
          </span>
        }
      >
        <div className="space-y-2 pt-1 pb-1.5 pl-5.5">
          {call.input && <ToolInput toolName={call.toolName} input={call.input} />}
          {call.inputText !== undefined && <LongText label="Input so far" text={call.inputText} lineLimit={6} />}
          {!isResultInSight && result}
        </div>
      </Disclosure>
      {isResultInSight && result && <div className="pt-1 pb-1.5 pl-5.5">{result}</div>}
    </div>
  );
}

function Status({ status }: { status: ToolCallStatus | 'behind' }) {
  const { Icon, label, look } = statuses[status];
  return (
    <span title={label} className={`shrink-0 ${look}`}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

const statuses = {
  pending: { Icon: Clock, label: 'Being written', look: 'text-muted' },
  behind: { Icon: Clock, label: 'Waits behind another ask', look: 'text-muted' },
  running: { Icon: Spinner, label: 'Running', look: 'text-accent' },
  complete: { Icon: Check, label: 'Done', look: 'text-done' },
  error: { Icon: X, label: 'Failed', look: 'text-danger' },
};
