// The configuration of Beckon's own tmux server: what `claude` likes, and what someone who attaches finds pleasant.

/** `terminal` is the TERM of the panes. */
export function tmuxConfig(terminal: 'tmux-256color' | 'screen-256color'): string {
  return `# Written by Beckon at every start; changes are lost.

# The server starts empty, from a clean environment, and is told to end with its last session once it has one.
set -s exit-empty off
# Nobody who attaches changes the environment of what they attach to.
set -g update-environment ''

set -g default-terminal '${terminal}'
set -as terminal-features ',*:RGB'
set -as terminal-features 'xterm*:extkeys'
# Without these an Escape is slow, Shift-Enter is Enter, and the agent does not know that its window lost the focus.
set -s escape-time 0
set -s extended-keys on
set -g focus-events on

# An agent that ended well takes its window along, and whoever is attached is back in their shell. One that failed stays to be
# read, with its status.
set -g remain-on-exit failed
set -gq remain-on-exit-format ' It failed (#{?pane_dead_signal,signal #{pane_dead_signal},status #{pane_dead_status}}). Ctrl-b d leaves.'
set -g window-size latest
set -g history-limit 50000
set -g mouse on
set -g monitor-bell off
set -g visual-bell off
# The name of a session is how Beckon finds it.
set -g allow-rename off
set -g automatic-rename off
set -g renumber-windows off

set -g set-titles on
set -g set-titles-string '#{pane_title}'
set -g status on
set -g status-interval 0
set -g status-style 'fg=colour244,bg=default'
set -g status-left ''
set -g window-status-format ''
set -g window-status-current-format ''
set -g status-right-length 80
set -g status-right ' Beckon · Ctrl-b d to leave it running '
`;
}
