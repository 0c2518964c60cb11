// Any values by name, for tools that we know nothing about.
import type { JsonObject } from '@beckon/protocol';
import { useMemo } from 'react';
import { LongText } from '../elements/LongText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

const shortLength = 100;

export function Fields({ values }: { values: JsonObject }) {
  return (
    <dl className="space-y-1.5 text-sm">
      {Object.entries(values).map(([name, value]) => (
        <Field key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Field({ name, value }: { name: string; value: unknown }) {
  const text = useMemo(() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)), [value]);
  const isShort = text.length <= shortLength && !text.includes('\n');
  return (
    <div className={isShort ? 'flex flex-wrap gap-x-2' : ''}>
      <dt className="text-muted">
        <VisibleText text={name} />
      </dt>
      <dd className="min-w-0 break-words">
        {isShort ? <VisibleText text={text} /> : <LongText label={name} text={text} className="mt-1" />}
      </dd>
    </div>
  );
}
