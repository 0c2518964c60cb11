// What a session's agent is kept from: the machine outside of a sandbox, the settings of its own folder.
import type { Session } from '@beckon/protocol';
import { FolderX, ShieldCheck } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

type ConfinesProps = Pick<Session, 'isSandboxed' | 'isWithoutFolderSettings'>;

export function Confines({ isSandboxed, isWithoutFolderSettings }: ConfinesProps) {
  return (
    <>
      {isSandboxed && <Confine Icon={ShieldCheck} words="Sandbox" meaning="Its commands run in a sandbox" />}
      {isWithoutFolderSettings && (
        <Confine
          Icon={FolderX}
          words="Without folder settings"
          meaning="Nothing that its folder would run or grant by itself is used, as you chose"
        />
      )}
    </>
  );
}

function Confine({ Icon, words, meaning }: { Icon: LucideIcon; words: string; meaning: string }) {
  return (
    <span title={meaning} className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {words}
      <span className="sr-only">: {meaning}</span>
    </span>
  );
}
