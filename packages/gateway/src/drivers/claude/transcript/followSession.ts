// A session's conversation, read from its transcript and those of its subagents as they grow.
import { noUsage, type Usage } from '@beckon/protocol';
import type { Told } from '../../told.ts';
import { followTranscript, type FollowOptions } from './followTranscript.ts';
import { subagentsFolder } from './location.ts';
import { type Mark, newestPart } from './mark.ts';
import { type ReaderOptions, TranscriptReader } from './reader.ts';
import { Spending } from './spending.ts';
import { spentBefore } from './spentBefore.ts';
import { Subagents } from './subagents.ts';

export interface SessionHandlers extends Pick<ReaderOptions, 'isKnownPrompt'>, Pick<FollowOptions, 'signal'> {
  /** Where to begin; all before it is known. Without it, of a long conversation only the newest part is told. */
  from?: Mark | undefined;
  /** What is told begins here, and there is more before it. */
  onLongPast?(mark: Mark): void;
  /** `offset` is the place in the session's own transcript up to which all has been told. */
  onTold(told: Told, offset: number): void;
  /** All that stands before this line has been told, and reading may begin there another time. */
  onRest?(mark: () => Mark): void;
  /** A piece of a file has been told. Nothing more of it is read before this resolves. */
  onPiece?(): Promise<void>;
  /** Awaited between pieces of what nobody waits for. */
  breathe?(): Promise<void>;
  /** Subagents that have written nothing since this time are known. */
  subagentsSince?(): number;
  /** Something about the files themselves that the person may want to know. */
  onTrouble(sentence: string): void;
}

export interface FollowedSession extends AsyncDisposable {
  readonly reader: TranscriptReader;
  readonly offset: number;
  /** All that the conversation has spent, as far as the files hold it now. */
  spent(): Promise<Usage>;
  /** Tells all that the files hold now. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export function followSession(path: string, handlers: SessionHandlers): FollowedSession {
  const { from } = handlers;
  let offset = from?.offset ?? 0;
  const newReader = (mark: Mark | undefined) =>
    new TranscriptReader({
      ...handlers,
      spending,
      from: mark?.state,
      onRest: () => handlers.onRest?.(() => ({ offset, state: reader.state() })),
    });
  const spending = new Spending();
  let reader = newReader(from);
  let start = offset;
  const findStart = async () => {
    const mark = await newestPart(path);
    if (!mark) return 0;
    offset = start = mark.offset;
    reader = newReader(mark);
    handlers.onLongPast?.(mark);
    return offset;
  };
  const tell = (told: Told) => {
    if (told.events.length > 0 || told.status || told.terminal) handlers.onTold(told, offset);
  };
  const skipped = (bytes: number) =>
    handlers.onTrouble(
      `A line of ${Math.round(bytes / 1e6)} MB in the agent’s transcript was too long and is not shown.`,
    );
  const onPiece = async () => handlers.onPiece?.();
  const main = followTranscript(path, {
    ...(from ? { from: from.offset } : { findStart }),
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
  let subagentsSince: number | undefined;
  const subagents = new Subagents(
    subagentsFolder(path),
    {
      onLine: (text, parent) => tell(reader.read(text, parent)),
      onSkipped: skipped,
      onReset: () => reader.restart(),
      onPiece,
    },
    { after: main.caughtUp(), since: () => (subagentsSince ??= handlers.subagentsSince?.() ?? 0) },
  );
  const caughtUp = async () => {
    await main.caughtUp();
    await subagents.caughtUp();
  };
  let begun: Promise<void> | undefined;
  const beginSpending = async () => {
    await caughtUp();
    const breathe = () => handlers.breathe?.() ?? Promise.resolve();
    spending.begin(await spentBefore(path, { offset: start, subagentsSince: subagentsSince ?? 0, breathe }));
  };
  const close = async () => {
    handlers.signal?.removeEventListener('abort', stop);
    await main.close();
    await subagents.close();
  };
  const stop = () => void close();
  if (handlers.signal?.aborted) stop();
  else handlers.signal?.addEventListener('abort', stop);
  return {
    get reader() {
      return reader;
    },
    get offset() {
      return offset;
    },
    async spent() {
      await (begun ??= beginSpending());
      return spending.usage ?? noUsage;
    },
    caughtUp,
    close,
    [Symbol.asyncDispose]: close,
  };
}
