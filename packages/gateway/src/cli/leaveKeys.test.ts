import { expect, test } from 'vitest';
import { leaveKeys } from './leaveKeys.ts';

const usual = 'bind-key    -T prefix       C-b   send-prefix\nbind-key    -T prefix       d     detach-client\n';
const plain = { prefix: 'C-b', bindings: usual };
const own = {
  prefix: 'C-a',
  bindings:
    'bind-key    -T prefix       C-a   send-prefix\nbind-key -r -T prefix       Up    select-pane -U\nbind-key    -T prefix       C-d   detach-client\nbind-key    -T prefix       x     detach-client\n',
};

test.each([
  ['alone', plain, undefined, 'Ctrl-b d'],
  ['with keys of one’s own', own, undefined, 'Ctrl-a x'],
  ['in a tmux with the same prefix', plain, plain, 'Ctrl-b Ctrl-b d'],
  ['in a tmux with the same prefix of one’s own', own, own, 'Ctrl-a Ctrl-a x'],
  ['in a tmux with another prefix', plain, own, 'Ctrl-b d'],
  ['in a tmux that passes no prefix on', plain, { prefix: 'C-b', bindings: '' }, undefined],
])('%s', (_, inner, outer, keys) => expect(leaveKeys(inner, outer)).toBe(keys));
