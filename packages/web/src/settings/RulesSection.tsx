// The rules that were granted with “always”: where each is kept, by the file itself, and taking it away.
import type { GrantedRule, RuleState } from '@beckon/protocol';
import { answererText, BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { Disclosure } from '../elements/Disclosure.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';
import { PathText } from '../text/PathText.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';
import { SettingsSection } from './SettingsSection.tsx';

export function RulesSection() {
  const { transport } = useBeckon();
  const [rules, setRules] = useState<GrantedRule[]>();
  const [error, setError] = useState<BeckonError>();
  const load = useCallback(async () => {
    setError(undefined);
    try {
      setRules(await transport.listGrantedRules());
    } catch (thrown) {
      setError(BeckonError.from(thrown));
    }
  }, [transport]);
  useEffect(() => void load(), [load]);

  async function remove(id: string) {
    await transport.removeGrantedRule(id);
    await load();
  }

  const standing = rules?.filter(({ state }) => state !== 'gone') ?? [];
  const gone = rules?.filter(({ state }) => state === 'gone') ?? [];
  return (
    <SettingsSection
      title="Rules"
      about="What you allowed with “always”, for as long as the log knows of it. Where each is kept was read just now."
    >
      {error && (
        <Problem>
          <p>The rules could not be read. {error.message}</p>
          <Button className="mt-2" onClick={() => void load()}>
            Try again
          </Button>
        </Problem>
      )}
      {rules !== undefined && standing.length === 0 && (
        <p className="text-sm text-muted">Nothing is allowed for good through Beckon.</p>
      )}
      <RuleList label="Rules" rules={standing} onRemove={remove} />
      {gone.length > 0 && (
        <Disclosure
          summary={
            <span className="text-sm text-muted">{count(gone.length, 'rule')} that no longer stand anywhere</span>
          }
        >
          <div className="pt-2">
            <RuleList label="Rules that are gone" rules={gone} onRemove={remove} />
          </div>
        </Disclosure>
      )}
    </SettingsSection>
  );
}

interface RuleListProps {
  label: string;
  rules: GrantedRule[];
  onRemove: (id: string) => Promise<void>;
}

function RuleList({ label, rules, onRemove }: RuleListProps) {
  if (rules.length === 0) return null;
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-xl border border-line bg-panel">
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} onRemove={() => onRemove(rule.id)} />
      ))}
    </ul>
  );
}

function RuleRow({ rule, onRemove }: { rule: GrantedRule; onRemove: () => Promise<void> }) {
  const { text, state, file, why, grantedAt, grantedBy } = rule;
  const { run, isRunning, error } = useAction(onRemove);
  return (
    <li className="space-y-1 px-3 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="break-words">
            <VisibleText text={text} />
          </p>
          <p className="mt-0.5 text-xs break-words text-muted">
            {states[state]} {file !== undefined && <PathText path={file} />}
            {why !== undefined && <VisibleText text={`: ${why}`} />}
          </p>
          <p className="mt-0.5 text-xs text-muted">
            Granted {answererText(grantedBy)} · <RelativeTime at={grantedAt} />
          </p>
        </div>
        {state === 'kept' && (
          <DecidingButton aria-label={`Remove: ${text}`} isBusy={isRunning} onClick={() => void run()}>
            Remove
          </DecidingButton>
        )}
      </div>
      {error && <Problem>Not removed. {error.message}</Problem>}
    </li>
  );
}

const states: Record<RuleState, string> = {
  kept: 'Kept in',
  session: 'Known to its agent alone, which forgets it when it ends',
  gone: 'No longer there',
  unreadable: 'Cannot be read:',
};
