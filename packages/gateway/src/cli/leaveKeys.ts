// The keys that leave a terminal and let it run on: those of the tmux in which it runs, and inside another tmux, those that
// reach the inner one.

export interface TmuxKeys {
  /** As tmux writes it: `C-b`. */
  prefix: string;
  /** What `list-keys -T prefix` prints. */
  bindings: string;
}

/** Undefined where no key reaches the inner one. */
export function leaveKeys(inner: TmuxKeys, outer?: TmuxKeys): string | undefined {
  const detach = boundTo(inner.bindings, 'detach-client');
  if (detach === undefined) return undefined;
  const keys = [inner.prefix, detach];
  if (outer?.prefix !== inner.prefix) return keys.map(inWords).join(' ');
  const passOn = boundTo(outer.bindings, 'send-prefix');
  return passOn === undefined ? undefined : [outer.prefix, passOn, detach].map(inWords).join(' ');
}

function boundTo(bindings: string, command: string): string | undefined {
  const keys = bindings.split('\n').flatMap((line) => {
    const [, key, bound] = /^bind-key\s+(?:-r\s+)?-T prefix\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return key !== undefined && bound?.trim() === command ? [key] : [];
  });
  // A letter before a combination: it is the one that people know.
  return keys.toSorted((one, other) => one.length - other.length)[0];
}

function inWords(key: string): string {
  return key.replace(/^C-/, 'Ctrl-').replace(/^M-/, 'Alt-').replace(/^\\/, '');
}
