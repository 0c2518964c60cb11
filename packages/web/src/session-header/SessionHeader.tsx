// What a session is and how it runs: title, folder, state, permission mode, model, usage, its end, and the way to its
// terminal.
import { describeMode } from '@beckon/protocol';
import type { PermissionModeChoice, Session } from '@beckon/protocol';
import { ChevronDown, Folder } from 'lucide-react';
import { useId, useState } from 'react';
import { BackToList } from '../elements/BackToList.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { isParked } from '../session-list/sessionWords.ts';
import { SessionState } from '../session-list/SessionState.tsx';
import { useBeckon, useDriver } from '../store/BeckonContext.tsx';
import { FolderName } from '../text/FolderName.tsx';
import { hasUsage, terminalWords, usageWords } from '../text/words.ts';
import { Confines } from './Confines.tsx';
import { EditableTitle } from './EditableTitle.tsx';
import { ExportSession } from './ExportSession.tsx';
import { ModelSwitch } from './ModelSwitch.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { RemoveSession } from './RemoveSession.tsx';
import { SessionTabs } from './SessionTabs.tsx';

export interface SessionHeaderProps {
  session: Session;
  isTerminalShown: boolean;
}

export function SessionHeader({ session, isTerminalShown }: SessionHeaderProps) {
  const { transport, pastChanged } = useBeckon();
  const driver = useDriver(session.id);
  const isDocked = session.asks.length > 0 && !isTerminalShown;
  const [areDetailsWanted, setAreDetailsWanted] = useState(false);
  const detailsId = useId();
  const mode = describeMode(driver, session.permissionMode);
  const update = useAction((change: Parameters<typeof transport.updateSession>[1]) =>
    transport.updateSession(session.id, change).then((changed) => changed.past && pastChanged(changed)),
  );
  return (
    <header className="border-b border-line bg-canvas px-3 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 wide:px-4">
      <div className="flex items-center gap-1">
        <BackToList />
        <EditableTitle title={session.title} onSave={(title) => update.run({ title })} hint={titleHint(session)} />
        {isDocked && (
          <DetailsButton
            controls={detailsId}
            isOpen={areDetailsWanted}
            onPress={() => setAreDetailsWanted(!areDetailsWanted)}
          />
        )}
        <ExportSession session={session} />
        <RemoveSession session={session} />
      </div>
      {/* On a phone, what waits needs the room. */}
      <div
        id={detailsId}
        className={`mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 ${isDocked && !areDetailsWanted ? 'max-wide:hidden' : ''}`}
      >
        {/* What it waits for is below the conversation; that no agent is at work meanwhile is said only here. */}
        {(!isDocked || isParked(session)) && <SessionState session={session} />}
        <span className="inline-flex min-w-0 items-center gap-1 text-muted">
          <Folder aria-hidden className="size-3.5 shrink-0" />
          <FolderName path={session.cwd} />
        </span>
        <Confines {...session} />
        {hasUsage(session.usage) && (
          <span className="text-xs whitespace-nowrap text-muted" title={usageTitle(session)}>
            {usageWords(session.usage)}
          </span>
        )}
        {terminalWords(session) !== '' && (
          <span className="text-xs text-muted" title="As its terminal tells it">
            {terminalWords(session)}
          </span>
        )}
        <span className="ml-auto flex items-center gap-1.5">
          {session.past ? null : session.abilities.includes('permission_mode') ? (
            <ModeSwitch
              mode={mode}
              modes={reachable(session, driver?.permissionModes ?? [mode])}
              isBusy={update.isRunning}
              onSwitch={(permissionMode) => void update.run({ permissionMode })}
            />
          ) : (
            <span title={mode.meaning} className="text-xs text-muted">
              Mode: {mode.name}
            </span>
          )}
          {session.abilities.includes('model') && (
            <ModelSwitch session={session} isBusy={update.isRunning} onSwitch={(model) => void update.run({ model })} />
          )}
        </span>
      </div>
      {update.error && (
        <div className="mt-2">
          <Problem>Not changed. {update.error.message}</Problem>
        </div>
      )}
      {session.abilities.includes('pane') && <SessionTabs session={session} isTerminalShown={isTerminalShown} />}
    </header>
  );
}

interface DetailsButtonProps {
  /** The id of what it shows and hides. */
  controls: string;
  isOpen: boolean;
  onPress: () => void;
}

function DetailsButton({ controls, isOpen, onPress }: DetailsButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-raised wide:hidden"
    >
      <ChevronDown aria-hidden className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      <span className="sr-only">Details of this session</span>
    </button>
  );
}

function usageTitle({ usage }: Session): string {
  const used = 'Used so far in this session';
  return usage.costUsd === undefined ? `${used}; the agent says what that costs when it ends` : used;
}

/** A session that does not run is started in whichever is chosen. */
function reachable({ state, permissionModes }: Session, modes: PermissionModeChoice[]): PermissionModeChoice[] {
  if (state === 'dead' || !permissionModes) return modes;
  return modes.filter(({ value }) => permissionModes.includes(value));
}

/** Where a name can be said at a terminal's own prompt, and that is free, it is said at once. */
function titleHint({ driver, state, abilities }: Session): string | undefined {
  const isSaidAtOnce = state === 'user_turn' && abilities.includes('pane');
  if (driver !== 'terminal' || state === 'dead' || isSaidAtOnce) return undefined;
  return 'Its terminal takes the name with your next prompt.';
}
