// Live views of a terminal: the screen as it stands, then what its program writes, with no gap and nothing twice. Any number
// of viewers share one control client per terminal, and a slow one only ever loses what it would have overwritten.
import { BeckonError } from '@beckon/protocol';
import type { TmuxCommand } from './command.ts';
import { ControlClient, type Reply } from './controlClient.ts';
import { HeldSizes } from './heldSizes.ts';
import { screenBytes, screenStateFormat } from './screenBytes.ts';
import type { Size } from './terminalList.ts';
import type { Tmux } from './tmux.ts';
import { byteCommands, leaveScrollback, pasteText } from './typing.ts';

export type PaneEvent =
  /** Replaces all that was drawn before. */
  | { type: 'screen'; size: Size; bytes: Uint8Array }
  | { type: 'output'; bytes: Uint8Array }
  /** The terminal is gone; nothing follows. */
  | { type: 'ended' };

export interface PaneView extends AsyncDisposable {
  /** For one reader. Ends after `ended`, or once the view is closed. */
  readonly events: AsyncIterable<PaneEvent>;
  /** Whether `write`, `paste` and `resize` do anything: not before someone has chosen to type. */
  mayType: boolean;
  /** Keys, as the bytes that a terminal sends for them. */
  write(bytes: Uint8Array): void;
  /** Text as inert data, see `pasteText`. */
  paste(text: string): Promise<void>;
  /** Takes effect while nobody with a terminal of their own is attached. */
  resize(size: Size): void;
  close(): void;
}

export class PaneViews {
  readonly sizes: HeldSizes;
  readonly #tmux: Tmux;
  readonly #panes = new Map<string, WatchedPane>();

  constructor(tmux: Tmux) {
    this.#tmux = tmux;
    this.sizes = new HeldSizes(tmux);
  }

  /** `rowsAbove`: so many rows that have scrolled off the screen come before it, where there are as many. */
  async open(name: string, { rowsAbove = 0 } = {}): Promise<PaneView> {
    const paneId = await this.#tmux.pane(name);
    const watched = this.#panes.get(name) ?? this.#watch(name, paneId);
    const ask = { refresh: () => watched.refresh(viewer), leave: () => watched.leave(viewer) };
    const viewer: Viewer = new Viewer(rowsAbove, ask);
    watched.join(viewer);
    const typing = (act: () => void) => {
      if (!view.mayType) throw new BeckonError('forbidden', 'This view is for looking. Choose to type first.');
      act();
    };
    const view: PaneView = {
      events: viewer,
      mayType: false,
      write: (bytes) => typing(() => watched.run(leaveScrollback(paneId), ...byteCommands(paneId, bytes))),
      paste: async (text) => {
        typing(() => {});
        await pasteText(this.#tmux, name, text);
      },
      resize: ({ cols, rows }) =>
        typing(() => {
          if (![cols, rows].every((side) => Number.isInteger(side) && side >= 2 && side <= 1000)) return;
          watched.run(['refresh-client', '-f', '!ignore-size'], ['refresh-client', '-C', `${cols}x${rows}`]);
        }),
      close: () => viewer.close(),
      [Symbol.asyncDispose]: async () => viewer.close(),
    };
    return view;
  }

  close(): void {
    this.sizes.close();
    for (const watched of this.#panes.values()) watched.close();
  }

  #watch(name: string, paneId: string): WatchedPane {
    const watched: WatchedPane = new WatchedPane(this.#tmux, { name, paneId }, () => {
      if (this.#panes.get(name) === watched) this.#panes.delete(name);
    });
    this.#panes.set(name, watched);
    return watched;
  }
}

/** A terminal with its control client and everyone who looks at it. */
class WatchedPane {
  readonly #paneId: string;
  readonly #client: ControlClient;
  readonly #viewers = new Set<Viewer>();

  constructor(tmux: Tmux, { name, paneId }: { name: string; paneId: string }, onEnd: () => void) {
    this.#paneId = paneId;
    this.#client = new ControlClient(tmux.client, name, {
      event: (event) => {
        if (event.type === 'layout') return this.#refreshAll();
        if (event.pane !== paneId) return;
        if (event.type === 'output') for (const viewer of this.#viewers) viewer.output(event.bytes);
        else this.#resume();
      },
      ended: () => {
        onEnd();
        for (const viewer of this.#viewers) viewer.end();
        this.#viewers.clear();
      },
    });
  }

  join(viewer: Viewer): void {
    this.#viewers.add(viewer);
    this.refresh(viewer);
  }

  leave(viewer: Viewer): void {
    if (this.#viewers.delete(viewer) && this.#viewers.size === 0) this.#client.close();
  }

  /** tmux does these three in one go, and puts their replies in order among the pane's output. */
  refresh(viewer: Viewer): void {
    viewer.miss();
    const target = ['-t', this.#paneId] as const;
    this.#client.request(
      [
        ['display-message', '-p', ...target, `'${screenStateFormat}'`],
        ['capture-pane', '-p', '-e', '-N', '-S', String(-viewer.rowsAbove), ...target],
        ['capture-pane', '-p', '-P', '-C', ...target],
      ],
      ([state, rows, pending]) => {
        const screen = drawn(state, rows, pending);
        if (screen) viewer.screen(screen.size, screen.bytes);
      },
    );
  }

  run(...commands: TmuxCommand[]): void {
    this.#client.request(commands);
  }

  close(): void {
    this.#client.close();
  }

  /** tmux held output back because this process was slow to read it: what was lost is on the screen. */
  #resume(): void {
    this.#client.request([['refresh-client', '-A', `'${this.#paneId}:continue'`]]);
    this.#refreshAll();
  }

  #refreshAll(): void {
    for (const viewer of this.#viewers) this.refresh(viewer);
  }
}

/** One reader's queue. While it misses output, the screen that is on its way makes up for it. */
class Viewer implements AsyncIterable<PaneEvent> {
  readonly rowsAbove: number;
  readonly #ask: { refresh(): void; leave(): void };
  #queue: PaneEvent[] = [];
  #queuedBytes = 0;
  #state: 'missing' | 'live' | 'overrun' | 'ended' | 'closed' = 'missing';
  #wake: () => void = () => {};

  constructor(rowsAbove: number, ask: { refresh(): void; leave(): void }) {
    this.rowsAbove = rowsAbove;
    this.#ask = ask;
  }

  miss(): void {
    if (this.#state === 'live' || this.#state === 'overrun') this.#state = 'missing';
  }

  screen(size: Size, bytes: Buffer): void {
    if (this.#state !== 'missing') return;
    this.#state = 'live';
    // What was queued before is under this screen.
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#push({ type: 'screen', size, bytes }, bytes.length);
  }

  output(bytes: Buffer): void {
    if (this.#state !== 'live') return;
    if (this.#queuedBytes + bytes.length > QUEUE_LIMIT_BYTES) {
      this.#queue = [];
      this.#queuedBytes = 0;
      this.#state = 'overrun';
      this.#wake();
    } else this.#push({ type: 'output', bytes }, bytes.length);
  }

  end(): void {
    if (this.#state === 'ended' || this.#state === 'closed') return;
    this.#state = 'ended';
    this.#push({ type: 'ended' }, 0);
  }

  close(): void {
    if (this.#state === 'closed') return;
    const wasWatching = this.#state !== 'ended';
    this.#state = 'closed';
    this.#queue = [];
    this.#wake();
    if (wasWatching) this.#ask.leave();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PaneEvent> {
    try {
      while (this.#state !== 'closed') {
        const event = this.#queue.shift();
        if (event) {
          if (event.type !== 'ended') this.#queuedBytes -= event.bytes.length;
          yield event;
          if (event.type === 'ended') return;
          continue;
        }
        // Only once the reader has come back for more is it worth drawing afresh for it.
        if (this.#state === 'overrun') this.#ask.refresh();
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.close();
    }
  }

  #push(event: PaneEvent, bytes: number): void {
    this.#queue.push(event);
    this.#queuedBytes += bytes;
    this.#wake();
  }
}

const QUEUE_LIMIT_BYTES = 1024 * 1024;

function drawn(state: Reply | undefined, rows: Reply | undefined, pending: Reply | undefined) {
  if (!state?.ok || !rows?.ok) return undefined;
  return screenBytes({
    state: state.lines[0]?.toString('latin1') ?? '',
    rows: rows.lines,
    pending: pending?.lines[0] ?? Buffer.alloc(0),
  });
}
