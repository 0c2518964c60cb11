// A transcript, followed as it grows.
import { basename, dirname } from 'node:path';
import { FolderWatch } from './folderWatch.ts';
import { Tail, type TailHandlers, type TailOptions } from './tail.ts';

export interface FollowOptions extends TailHandlers, TailOptions {
  /** Ends the following. */
  signal?: AbortSignal;
}

export interface Followed extends AsyncDisposable {
  /** Every line before this has been given out; following may go on from here another time. */
  readonly offset: number;
  readonly bytesRead: number;
  /** Reads all that is there now, without waiting to be told of a change. */
  caughtUp(): Promise<void>;
  /** Nothing is called any more once this resolves. */
  close(): Promise<void>;
}

/** The file need not be there yet, and may go and come back. */
export function followTranscript(path: string, { signal, ...options }: FollowOptions): Followed {
  const tail = new Tail(path, options, options);
  const name = basename(path);
  const watch = new FolderWatch(dirname(path), (changed) => {
    if (changed === undefined || changed === name) void tail.read();
  });
  const close = async () => {
    signal?.removeEventListener('abort', stop);
    watch.close();
    await tail.close();
  };
  const stop = () => void close();
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  return {
    get offset() {
      return tail.offset;
    },
    get bytesRead() {
      return tail.bytesRead;
    },
    caughtUp: () => tail.read(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
