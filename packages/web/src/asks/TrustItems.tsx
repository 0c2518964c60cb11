// What a folder would run or grant, grouped by what it is, with what has changed.
import type { ShownTrustItem, TrustItemSort } from '@beckon/protocol';
import { LongText } from '../elements/LongText.tsx';
import { PathText } from '../text/PathText.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function TrustItems({ items }: { items: readonly ShownTrustItem[] }) {
  return sorts.map(([what, title]) => {
    const group = items.filter((item) => item.what === what);
    if (group.length === 0) return null;
    return (
      <section key={what} aria-label={title} className="space-y-1.5">
        <h3 className="text-xs font-semibold text-muted">{title}</h3>
        <ul className="space-y-2">
          {group.map((item, index) => (
            <Item key={index} item={item} />
          ))}
        </ul>
      </section>
    );
  });
}

/** In the order of what can do most. */
const sorts: [TrustItemSort, string][] = [
  ['unreadable', 'Cannot be read or judged'],
  ['hook', 'Commands that run by themselves (hooks)'],
  ['mcp_server', 'Servers that are started or called (MCP)'],
  ['helper', 'Helper commands'],
  ['script', 'Files that these commands use'],
  ['task', 'What the agent is told to do by the clock'],
  ['plugin', 'Plugins'],
  ['permission', 'Allowed without asking you'],
  ['environment', 'Environment of the agent'],
  ['setting', 'Other settings'],
];

function Item({ item: { name, text, file, change } }: { item: ShownTrustItem }) {
  const isGone = change === 'removed';
  return (
    <li className={`space-y-1 ${isGone ? 'opacity-70' : ''}`}>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium wrap-anywhere">
          <VisibleText text={name} />
        </span>
        <span className="text-xs text-muted">
          <PathText path={file} />
        </span>
        {change !== undefined && (
          <span className={`rounded-sm px-1 text-xs font-semibold ${changes[change].look}`}>
            {changes[change].words}
          </span>
        )}
      </p>
      <LongText label={`${name} in ${file}`} text={text} className={isGone ? 'line-through' : ''} />
    </li>
  );
}

const changes = {
  added: { words: 'New', look: 'bg-waiting-soft text-waiting' },
  changed: { words: 'Changed', look: 'bg-waiting-soft text-waiting' },
  removed: { words: 'Gone', look: 'bg-raised text-muted' },
};
