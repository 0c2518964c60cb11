// Reads the list of terminals that tmux prints.

export interface Size {
  cols: number;
  rows: number;
}

/** One `claude` in its pane. */
export interface Terminal {
  name: string;
  paneId: string;
  pid: number;
  size: Size;
  /** How many people sit at it, in tmux's own counting: views in a browser are among them. */
  attachedClients: number;
  /** When something was last written to it, in whole seconds. */
  writtenAtSeconds: number;
  /** Present once its program has failed; one that ended well leaves no terminal behind. */
  exit?: { status?: number; signal?: number };
}

// Numbers and names of our own making only, so that nothing a program prints or is called can pose as a field.
const fields = [
  'session_name',
  'pane_id',
  '@beckon_pane',
  'pane_pid',
  'pane_width',
  'pane_height',
  'session_attached',
  'window_activity',
  'pane_dead',
  'pane_dead_status',
  'pane_dead_signal',
];
export const listFormat = fields.map((field) => `#{${field}}`).join(':');

/** One terminal per session: the pane that Beckon started in it. Panes that its person opened beside it are not listed. */
export function readTerminals(printed: string): Terminal[] {
  return printed.split('\n').flatMap((line) => {
    const match = LINE.exec(line);
    if (!match) return [];
    const [, name = '', paneId = '', ours, pid, cols, rows, attached, written, dead, status, signal] = match;
    if (paneId !== ours) return [];
    const exit = {
      ...(status && { status: Number(status) }),
      ...(signal && { signal: Number(signal) }),
    };
    return [
      {
        name,
        paneId,
        pid: Number(pid),
        size: { cols: Number(cols), rows: Number(rows) },
        attachedClients: Number(attached),
        writtenAtSeconds: Number(written),
        ...(dead === '1' && { exit }),
      },
    ];
  });
}

const LINE =
  /^([A-Za-z0-9_-]+):(%\d+):(%\d+):(\d{1,10}):(\d{1,5}):(\d{1,5}):(\d{1,6}):(\d{1,12}):([01]?):(\d{0,3}):(\d{0,3})$/;
