// Environments: what the program in a pane gets, and the little that the tmux server itself starts with.

export type Environment = Record<string, string>;

/** The agent's environment as a terminal gives it. tmux sets TERM by itself. */
export function paneEnvironment(environment: Environment, loginPath: string | undefined): Environment {
  const kept = deskEnvironment(environment);
  const locale = kept['LC_ALL'] || kept['LC_CTYPE'] || kept['LANG'];
  return {
    ...kept,
    ...(loginPath !== undefined && { PATH: loginPath }),
    COLORTERM: 'truecolor',
    // The agent draws with characters beyond ASCII; a service is often started with no locale at all.
    ...(!locale && { LANG: 'C.UTF-8' }),
  };
}

/** The environment of whoever starts the agent by hand, as their own terminal gives it. What is tmux's, tmux sets. */
export function deskEnvironment(environment: Environment): Environment {
  const { TMUX: _socket, TMUX_PANE: _pane, TERM: _terminal, ...kept } = environment;
  return kept;
}

/** Every pane inherits what the server starts with, so only what any program on the machine may know. */
export function serverEnvironment(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => harmless.has(name) || name.startsWith('LC_')),
  );
}

const harmless = new Set(['HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'USER', 'XDG_RUNTIME_DIR']);
