import { expect, test } from 'vitest';
import { requireVersion, tmuxMissing } from './version.ts';

test.each([
  'tmux 3.2',
  'tmux 3.2a',
  'tmux 3.3a',
  'tmux 3.10',
  'tmux 4.0',
  'tmux next-3.6',
  'tmux 3.4-rc2',
  'tmux master',
])('%s will do', (printed) => {
  expect(() => requireVersion(printed)).not.toThrow();
});

test.each(['tmux 1.8', 'tmux 2.9a', 'tmux 3.1c', 'tmux next-3.1'])(
  '%s is too old, and the sentence says so',
  (printed) => {
    expect(() => requireVersion(printed, 'darwin')).toThrow(/need tmux 3\.2 or newer; .*brew install tmux/);
  },
);

test.each(['', 'usage: tmux', 'tmux', 'tmux 3', 'tmux 99999.1', 'tmux 3.3a; rm -rf /', 'screen 4.9'])(
  'what is no version is said to be none: %j',
  (printed) => {
    expect(() => requireVersion(printed)).toThrow('no version of tmux');
  },
);

test.each(['linux', 'darwin', 'win32', 'freebsd'] as const)(
  'on %s a missing tmux comes with what to install',
  (platform) => {
    expect(tmuxMissing(undefined, platform)).toMatchObject({
      code: 'agent_unavailable',
      message: expect.stringMatching(/not installed\. .*tmux/),
    });
  },
);
