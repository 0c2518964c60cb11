// The configuration of Beckon's own tmux server: what `claude` likes, and what someone who attaches finds pleasant. The server
// is told it as commands, so that there is no file which an agent could change.
import type { TmuxCommand } from './command.ts';
import { isLook } from './userConfig.ts';

/** No configuration at all: not the user's own either. */
export const noConfigFile = '/dev/null';

/** Which keys leave a terminal; whoever sits down at one may have others. */
export const leaveOption = '@beckon_leave';

export interface TmuxConfig {
  /** The server is told these with every start of a terminal: it may have been told by an earlier Beckon. */
  always: TmuxCommand[];
  /** An empty server is told these. Later they are as those who sit there have them in their own tmux.conf. */
  look: TmuxCommand[];
}

/** `terminal` is the TERM of the panes. */
export function tmuxConfig(terminal: 'tmux-256color' | 'screen-256color'): TmuxConfig {
  const commands = [
    // The server starts empty, from a clean environment, and is told to end with its last session once it has one.
    server('exit-empty', 'off'),
    // Nobody who attaches changes the environment of what they attach to.
    everywhere('update-environment', ''),

    everywhere('default-terminal', terminal),
    server('terminal-features[100]', '*:RGB'),
    server('terminal-features[101]', 'xterm*:extkeys'),
    // Without these an Escape is slow, Shift-Enter is Enter, and the agent does not know that its window lost the focus.
    server('escape-time', '0'),
    server('extended-keys', 'on'),
    everywhere('focus-events', 'on'),

    // An agent that ended well takes its window along, and whoever is attached is back in their shell. One that failed stays
    // to be read, with its status.
    everywhere('remain-on-exit', 'failed'),
    everywhere('remain-on-exit-format', failedWords),
    everywhere('window-size', 'latest'),
    everywhere('history-limit', '50000'),
    everywhere('mouse', 'on'),
    everywhere('monitor-bell', 'off'),
    everywhere('visual-bell', 'off'),
    // Nothing but its person renames or renumbers a window.
    everywhere('allow-rename', 'off'),
    everywhere('automatic-rename', 'off'),
    everywhere('renumber-windows', 'off'),

    everywhere('set-titles', 'on'),
    everywhere('set-titles-string', '#{pane_title}'),
    everywhere('status', 'on'),
    everywhere('status-interval', '0'),
    everywhere('status-style', 'fg=colour244,bg=default'),
    everywhere('status-left', ''),
    everywhere('window-status-format', ''),
    everywhere('window-status-current-format', ''),
    everywhere('status-right-length', '80'),
    everywhere(leaveOption, 'Ctrl-b d'),
    everywhere('status-right', ` Beckon · #{${leaveOption}} to leave it running `),
  ];
  const changesLook = ([, , option = '']: TmuxCommand) => isLook(option);
  return { always: commands.filter((command) => !changesLook(command)), look: commands.filter(changesLook) };
}

const failedWords = ` It failed (#{?pane_dead_signal,signal #{pane_dead_signal},status #{pane_dead_status}}). #{${leaveOption}} leaves.`;

/** `q`: an option that this tmux does not have is left out. */
function server(option: string, value: string): TmuxCommand {
  return ['set-option', '-sq', option, value];
}

function everywhere(option: string, value: string): TmuxCommand {
  return ['set-option', '-gq', option, value];
}
