import { expect, test } from 'vitest';
import { keysAndLook, splitCommands } from './userConfig.ts';

/** As tmux 3.3a prints it. */
const printed = (...commands: string[]) =>
  commands.map((command, index) => `/home/ada/.tmux.conf:${index + 1}: ${command}\n`).join('');

test.each([
  'set-option -g prefix C-a',
  'unbind-key C-b',
  'bind-key C-a send-prefix',
  String.raw`bind-key r source-file /home/ada/.tmux.conf \; display Reloaded!`,
  'bind-key -T copy-mode-vi v send -X begin-selection',
  'set-window-option -g mode-keys vi',
  'set-option -ag status-style bg=red',
  `set-option -g status-right "#(date) ; %H:%M"`,
  'set-option -g mouse off',
  'set-option -g @theme dark',
])('it is taken: %s', (command) => expect(keysAndLook(printed(command))).toEqual([command]));

test.each([
  'run-shell \\~/.tmux/plugins/tpm/tpm',
  'if-shell true "set -g mouse on"',
  'new-session -s main',
  'source-file /home/ada/more.conf',
  'set-hook -g client-attached "kill-server"',
  'set-environment -g PATH /tmp',
  'set-option -g destroy-unattached on',
  'set-option -s exit-unattached on',
  'set-option -g default-command /bin/zsh',
  'set-option -g remain-on-exit off',
  'set-option -g allow-rename on',
  'set-option -g update-environment ""',
  'set-option -s escape-time 500',
  'set-option -t main status off',
])('it is left out: %s', (command) => expect(keysAndLook(printed(command))).toEqual([]));

test('what stands in the braces of a binding is part of that binding', () => {
  const binding = 'bind-key m { set-option -g mouse off ; display-message off }';
  expect(keysAndLook(printed('set-option -g mouse off', 'display-message off', binding))).toEqual([binding]);
});

test('commands on one line are looked at one by one', () => {
  const line = `set-option -g status-left 'a ; b' ; run-shell x ; bind-key x kill-pane`;
  expect(splitCommands(line)).toEqual([`set-option -g status-left 'a ; b'`, 'run-shell x', 'bind-key x kill-pane']);
  expect(keysAndLook(printed(line))).toEqual([`set-option -g status-left 'a ; b'`, 'bind-key x kill-pane']);
});
