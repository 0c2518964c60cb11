// The terminal that a session runs in: to look at, and, once one has chosen to, to type into.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Eye, Keyboard, SquareTerminal, WifiOff } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Countdown } from '../connection/Countdown.tsx';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import type { Pane, PaneState } from './pane.ts';
import type { PaneKey } from './paneKeys.ts';
import { paneKeys } from './paneKeys.ts';
import type { OpenScreen } from './screen.ts';
import { usePane } from './usePane.ts';
import { useVisibleInsets } from './useVisibleInsets.ts';

export interface PaneViewProps {
  sessionId: string;
  openScreen: OpenScreen;
}

export function PaneView({ sessionId, openScreen }: PaneViewProps) {
  const { box, pane, state } = usePane(sessionId, openScreen);
  const { top, bottom } = useVisibleInsets();
  const { isTyping, problem } = state;
  return (
    <section
      aria-label="Terminal"
      className={`flex min-h-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)] ${isTyping ? 'pane-typing' : ''}`}
      style={isTyping && top + bottom > 0 ? { paddingTop: top, paddingBottom: bottom } : undefined}
    >
      <PaneStatus state={state} pane={pane} />
      {problem !== undefined && (
        <div className="px-3 pb-2 wide:px-4">
          <Problem>{problem}</Problem>
        </div>
      )}
      <div
        className={`mx-2 mb-2 min-h-0 flex-1 overflow-hidden rounded-lg border bg-panel p-2 transition-colors ${
          isTyping ? 'border-accent ring-2 ring-accent' : 'border-line'
        } ${state.link.state === 'live' ? '' : 'opacity-60'}`}
      >
        <div ref={box} className="pane-box h-full overflow-auto overscroll-contain" />
      </div>
      {isTyping && <KeyRow onPress={(key) => pane.current?.press(key)} />}
    </section>
  );
}

function PaneStatus({ state, pane }: { state: PaneState; pane: { current: Pane | null } }) {
  const { link, isTyping } = state;
  switch (link.state) {
    case 'connecting':
      return <StatusLine icon={<Spinner className="size-4 shrink-0" />} words="Connecting to the terminal…" />;
    case 'offline':
      return (
        <StatusLine
          icon={<WifiOff aria-hidden className="size-4 shrink-0" />}
          words={`${link.error.message} What you see may be old.`}
        >
          <span aria-hidden className="text-muted">
            <Countdown until={link.retryAt} />
          </span>
          <Button onClick={() => pane.current?.reconnect()}>Try now</Button>
        </StatusLine>
      );
    case 'ended':
      return (
        <StatusLine icon={<SquareTerminal aria-hidden className="size-4 shrink-0" />} words="The terminal is gone.">
          <Button onClick={() => pane.current?.reconnect()}>Look again</Button>
        </StatusLine>
      );
    case 'live':
      return isTyping ? (
        <StatusLine
          icon={<Keyboard aria-hidden className="size-4 shrink-0" />}
          words="Your keys go to the terminal"
          className="font-medium text-accent"
        >
          <span className="text-xs font-normal text-muted pointer-coarse:hidden">Ctrl+Shift+Enter stops, too</span>
          <Button onClick={() => pane.current?.stopTyping()}>Stop typing</Button>
        </StatusLine>
      ) : (
        <StatusLine icon={<Eye aria-hidden className="size-4 shrink-0" />} words="Looking on, live">
          <Button onClick={() => pane.current?.startTyping()}>
            <Keyboard aria-hidden className="size-4" />
            Type here
          </Button>
        </StatusLine>
      );
  }
}

interface StatusLineProps {
  icon: ReactNode;
  words: string;
  className?: string;
  children?: ReactNode;
}

function StatusLine({ icon, words, className = 'text-muted', children }: StatusLineProps) {
  return (
    <div className={`flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm wide:px-4 ${className}`}>
      {icon}
      <span role="status" className="min-w-0 flex-1 basis-44 break-words">
        {words}
      </span>
      <span className="ml-auto flex items-center gap-3">{children}</span>
    </div>
  );
}

function KeyRow({ onPress }: { onPress: (key: PaneKey) => void }) {
  return (
    <div
      role="group"
      aria-label="Keys"
      // The terminal keeps the focus, and with it the keyboard on the screen.
      onMouseDown={(event) => event.preventDefault()}
      className="mx-2 mb-2 hidden grid-cols-4 gap-1 pointer-coarse:grid max-wide:grid"
    >
      {paneKeys.map((key) => {
        const Icon = arrows[key];
        return (
          <DecidingButton
            key={key}
            aria-label={key}
            className="min-h-11 min-w-11"
            isRepeatable={!decidingKeys.has(key)}
            onClick={() => onPress(key)}
          >
            {Icon ? <Icon aria-hidden className="size-4.5" /> : key}
          </DecidingButton>
        );
      })}
    </div>
  );
}

/** After one of these the program may show something else, for which the next is not meant. */
const decidingKeys = new Set<PaneKey>(['Enter', 'Esc', 'Ctrl-C']);

const arrows: Partial<Record<PaneKey, LucideIcon>> = {
  Up: ArrowUp,
  Down: ArrowDown,
  Left: ArrowLeft,
  Right: ArrowRight,
};
