// What a tool gave back.
import type { ToolResult as Result } from '@beckon/protocol';
import { LongText } from '../elements/LongText.tsx';

export function ToolResult({ result }: { result: Result }) {
  if (result.text.trim() === '') return <p className="text-xs text-muted">No output</p>;
  return (
    <LongText
      label={result.isError ? 'Error' : 'Result'}
      text={result.text}
      lineLimit={6}
      className={result.isError ? 'border-danger-line bg-danger-soft text-danger' : ''}
    />
  );
}
