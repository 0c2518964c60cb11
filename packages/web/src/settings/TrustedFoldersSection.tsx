// The folders that its person has decided about: what was decided, about what, and how to have it forgotten.
import type { SinceDecided, TrustDecision, TrustedFolder } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useState } from 'react';
import { TrustItems } from '../asks/TrustItems.tsx';
import { Button } from '../elements/Button.tsx';
import { Disclosure } from '../elements/Disclosure.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useBeckon } from '../store/BeckonContext.tsx';
import { PathText } from '../text/PathText.tsx';
import { RelativeTime } from '../text/RelativeTime.tsx';
import { count } from '../text/words.ts';
import { SettingsSection } from './SettingsSection.tsx';

export function TrustedFoldersSection() {
  const { transport } = useBeckon();
  const [folders, setFolders] = useState<TrustedFolder[]>();
  const [error, setError] = useState<BeckonError>();
  const load = useCallback(async () => {
    setError(undefined);
    try {
      setFolders(await transport.listTrustedFolders());
    } catch (thrown) {
      setError(BeckonError.from(thrown));
    }
  }, [transport]);
  useEffect(() => void load(), [load]);

  async function forget(id: string) {
    await transport.forgetTrustedFolder(id);
    setFolders((list) => list?.filter((folder) => folder.id !== id));
  }

  return (
    <SettingsSection
      title="Trusted folders"
      about="What you decided about folders that run something by themselves. A folder that changes, or whose decision you forget, is asked about when an agent is next started in it."
    >
      {error && (
        <Problem>
          <p>The folders could not be read. {error.message}</p>
          <Button className="mt-2" onClick={() => void load()}>
            Try again
          </Button>
        </Problem>
      )}
      {folders?.length === 0 && <p className="text-sm text-muted">You have decided about no folder yet.</p>}
      {folders !== undefined && folders.length > 0 && (
        <ul aria-label="Trusted folders" className="divide-y divide-line rounded-xl border border-line bg-panel">
          {folders.map((folder) => (
            <FolderRow key={folder.id} folder={folder} onForget={() => forget(folder.id)} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function FolderRow({ folder: decided, onForget }: { folder: TrustedFolder; onForget: () => Promise<void> }) {
  const { folder, decision, items, decidedAt, since = 'same' } = decided;
  const { run, isRunning, error } = useAction(onForget);
  return (
    <li className="space-y-1 px-3 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-mono">
            <PathText path={folder} />
          </p>
          <p className="mt-0.5 text-xs text-muted">
            {decisions[decision]} · <RelativeTime at={decidedAt} />
          </p>
          {since !== 'same' && <p className="mt-0.5 text-xs font-medium text-waiting">{becomeOf[since]}</p>}
        </div>
        <DecidingButton
          aria-label={`Forget what was decided about ${folder}`}
          isBusy={isRunning}
          onClick={() => void run()}
        >
          Forget
        </DecidingButton>
      </div>
      {items.length > 0 && (
        <Disclosure summary={<span className="text-xs">{count(items.length, 'thing')} that it runs or grants</span>}>
          <TrustItems items={items} />
        </Disclosure>
      )}
      {error && <Problem>{error.message}</Problem>}
    </li>
  );
}

const becomeOf: Record<Exclude<SinceDecided, 'same'>, string> = {
  changed: 'Changed since, will be asked about again',
  empty: 'Changed since: it runs and grants nothing by itself any more',
  gone: 'Gone: there is no such folder any more',
};

const decisions: Record<TrustDecision, string> = {
  trusted: 'Trusted',
  without_settings: 'Opened without its settings',
};
