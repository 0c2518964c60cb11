// A session's conversation, read from its transcript and those of its subagents as they grow.
import type { Told } from '../../told.ts';
import { followTranscript, type FollowOptions } from './followTranscript.ts';
import { subagentsFolder } from './location.ts';
import { type ReaderState, type ReaderOptions, TranscriptReader } from './reader.ts';
import { Subagents } from './subagents.ts';

/** A line at which reading may begin, and what a reader must know to begin there. */
export interface Mark {
  offset: number;
  state: ReaderState;
}

export interface SessionHandlers extends Pick<ReaderOptions, 'isKnownPrompt'>, Pick<FollowOptions, 'signal'> {
  /** Where to begin; all before it is known. */
  from?: Mark | undefined;
  /** `offset` is the place in the session's own transcript up to which all has been told. */
  onTold(told: Told, offset: number): void;
  /** All that stands before this line has been told, and reading may begin there another time. */
  onRest?(mark: () => Mark): void;
  /** A piece of a file has been told. Nothing more of it is read before this resolves. */
  onPiece?(): Promise<void>;
  /** Subagents that have written nothing since this time are known. */
  subagentsSince?(): number;
  /** Something about the files themselves that the person may want to know. */
  onTrouble(sentence: string): void;
}

export interface FollowedSession extends AsyncDisposable {
  readonly reader: TranscriptReader;
  readonly offset: number;
  /** Tells all that the files hold now. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export function followSession(path: string, handlers: SessionHandlers): FollowedSession {
  const { from } = handlers;
  let offset = from?.offset ?? 0;
  const reader: TranscriptReader = new TranscriptReader({
    ...handlers,
    from: from?.state,
    onRest: () => handlers.onRest?.(() => ({ offset, state: reader.state() })),
  });
  const tell = (told: Told) => {
    if (told.events.length > 0 || told.status || told.terminal) handlers.onTold(told, offset);
  };
  const skipped = (bytes: number) =>
    handlers.onTrouble(
      `A line of ${Math.round(bytes / 1e6)} MB in the agent’s transcript was too long and is not shown.`,
    );
  const onPiece = async () => handlers.onPiece?.();
  const main = followTranscript(path, {
    from: offset,
    onLine(text, end) {
      const told = reader.read(text);
      offset = end;
      tell(told);
    },
    onSkipped(bytes, end) {
      offset = end;
      skipped(bytes);
    },
    onReset() {
      offset = 0;
      reader.restart();
    },
    onRefused: (reason) => handlers.onTrouble(`The agent’s transcript is not read: ${reason}.`),
    onPiece,
  });
  const subagents = new Subagents(
    subagentsFolder(path),
    {
      onLine: (text, parent) => tell(reader.read(text, parent)),
      onSkipped: skipped,
      onReset: () => reader.restart(),
      onPiece,
    },
    { after: main.caughtUp(), since: () => handlers.subagentsSince?.() ?? 0 },
  );
  const close = async () => {
    handlers.signal?.removeEventListener('abort', stop);
    await main.close();
    await subagents.close();
  };
  const stop = () => void close();
  if (handlers.signal?.aborted) stop();
  else handlers.signal?.addEventListener('abort', stop);
  return {
    reader,
    get offset() {
      return offset;
    },
    async caughtUp() {
      await main.caughtUp();
      await subagents.caughtUp();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
