// The terminal that a session runs in: to look at, and, once one has chosen to, to type into.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Copy, Eye, Keyboard, SquareTerminal, WifiOff } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
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
import { useVisibleInsets } from '../elements/useVisibleInsets.ts';

export interface PaneViewProps {
  sessionId: string;
  openScreen: OpenScreen;
  /** Whoever opened it did so to type. */
  isTypedIntoAtOnce?: boolean;
  /** Where it lies on top of something else. */
  onClose?: () => void;
}

export function PaneView({ sessionId, openScreen, isTypedIntoAtOnce = false, onClose }: PaneViewProps) {
  const { box, pane, state } = usePane(sessionId, openScreen);
  const isLive = state.link.state === 'live';
  useEffect(() => {
    if (isTypedIntoAtOnce && isLive) pane.current?.startTyping();
  }, [isTypedIntoAtOnce, isLive, pane]);
  const { top, bottom } = useVisibleInsets();
  const { isTyping, problem } = state;
  return (
    <section
      aria-label="Terminal"
      className={`flex min-h-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)] ${isTyping ? 'pane-typing' : ''}`}
      style={isTyping && top + bottom > 0 ? { paddingTop: top, paddingBottom: bottom } : undefined}
    >
      <div className="flex items-center">
        <PaneStatus state={state} pane={pane} />
        {onClose && (
          <Button look="quiet" onClick={onClose} className="mr-2">
            Close
          </Button>
        )}
      </div>
      {problem !== undefined && (
        <div className="px-3 pb-2 wide:px-4">
          <Problem>{problem}</Problem>
        </div>
      )}
      <div
        className={`relative mx-2 mb-2 min-h-0 flex-1 overflow-hidden rounded-lg border bg-panel p-2 transition-colors ${
          isTyping ? 'border-accent ring-2 ring-accent' : 'border-line'
        } ${isLive ? '' : 'opacity-60'}`}
      >
        <div ref={box} className="pane-box h-full overflow-x-auto overflow-y-hidden overscroll-contain" />
        {!state.isFollowing && (
          <Button
            onClick={() => pane.current?.scrollToEnd()}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-md"
          >
            <ArrowDown aria-hidden className="size-4" />
            To the end
          </Button>
        )}
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
          words={copiedWords(state) ?? 'Your keys go to the terminal'}
          hint="Shift+Enter makes a line · select to copy · Ctrl+Shift+Enter stops"
          className="font-medium text-accent"
        >
          <CopyScreen pane={pane} />
          <Button onClick={() => pane.current?.stopTyping()}>Stop typing</Button>
        </StatusLine>
      ) : (
        <StatusLine
          icon={<Eye aria-hidden className="size-4 shrink-0" />}
          words={copiedWords(state) ?? 'Looking on, live'}
          hint="The wheel scrolls · select to copy"
        >
          <CopyScreen pane={pane} />
          <Button onClick={() => pane.current?.startTyping()}>
            <Keyboard aria-hidden className="size-4" />
            Type here
          </Button>
        </StatusLine>
      );
  }
}

function copiedWords({ copiedLines }: PaneState): string | undefined {
  if (copiedLines === undefined) return undefined;
  return copiedLines === 1 ? 'Copied one line' : `Copied ${copiedLines} lines`;
}

function CopyScreen({ pane }: { pane: { current: Pane | null } }) {
  return (
    <Button look="quiet" title="Copy what you see" onClick={() => pane.current?.copyScreen()} className="px-2">
      <Copy aria-hidden className="size-4" />
      <span className="sr-only">Copy the screen</span>
    </Button>
  );
}

interface StatusLineProps {
  icon: ReactNode;
  words: string;
  /** How to get about in it, for those with a mouse; for those with a finger there is less to say. */
  hint?: string;
  className?: string;
  children?: ReactNode;
}

function StatusLine({ icon, words, hint, className = 'text-muted', children }: StatusLineProps) {
  return (
    <div
      className={`flex min-h-13 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm wide:px-4 ${className}`}
    >
      {icon}
      <span className="min-w-0 flex-1 basis-36 break-words">
        <span role="status" className="block">
          {words}
        </span>
        {hint !== undefined && (
          <span className="block text-xs font-normal text-muted">
            <span className="pointer-coarse:hidden">{hint}</span>
            <span className="hidden pointer-coarse:inline">Swipe to scroll</span>
          </span>
        )}
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
      className="mx-2 mb-2 hidden grid-cols-5 gap-1 pointer-coarse:grid max-wide:grid"
    >
      {paneKeys.map((key) => {
        const Icon = arrows[key];
        return (
          <DecidingButton
            key={key}
            aria-label={key}
            className="min-h-11 min-w-11 px-1 whitespace-nowrap"
            isRepeatable={!decidingKeys.has(key)}
            onClick={() => onPress(key)}
          >
            {Icon ? <Icon aria-hidden className="size-4.5" /> : (shortNames[key] ?? key)}
          </DecidingButton>
        );
      })}
    </div>
  );
}

/** After one of these the program may show something else, for which the next is not meant. */
const decidingKeys = new Set<PaneKey>(['Enter', 'Esc', 'Ctrl-C']);

/** Where the name does not fit. */
const shortNames: Partial<Record<PaneKey, string>> = { 'Shift+Tab': '⇧ Tab', 'Shift+Enter': '⇧ Enter' };

const arrows: Partial<Record<PaneKey, LucideIcon>> = {
  Up: ArrowUp,
  Down: ArrowDown,
  Left: ArrowLeft,
  Right: ArrowRight,
};
