// A session's conversation, read from its transcript and those of its subagents as they grow.
import type { Told } from '../../told.ts';
import { followTranscript, type FollowOptions } from './followTranscript.ts';
import { subagentsFolder } from './location.ts';
import { type ReaderOptions, TranscriptReader } from './reader.ts';
import { Subagents } from './subagents.ts';

export interface SessionHandlers extends ReaderOptions, Pick<FollowOptions, 'signal'> {
  /** `offset` is the place in the session's own transcript up to which all has been told. */
  onTold(told: Told, offset: number): void;
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
  const reader = new TranscriptReader(handlers);
  let offset = 0;
  const tell = (told: Told) => {
    if (told.events.length > 0 || told.status !== undefined) handlers.onTold(told, offset);
  };
  const skipped = (bytes: number) =>
    handlers.onTrouble(
      `A line of ${Math.round(bytes / 1e6)} MB in the agent’s transcript was too long and is not shown.`,
    );
  const main = followTranscript(path, {
    onLine(text, end) {
      offset = end;
      tell(reader.read(text));
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
  });
  const subagents = new Subagents(subagentsFolder(path), {
    onLine: (text, parent) => tell(reader.read(text, parent)),
    onSkipped: skipped,
    onReset: () => reader.restart(),
  });
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
