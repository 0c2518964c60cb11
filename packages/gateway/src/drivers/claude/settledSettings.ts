// What its person and the agent are told when settings or skills of a folder change while an agent runs there.
export const changedWhileRunning =
  'The settings or skills of this folder have changed. The agent goes on with those that it was started with; when it is ' +
  'started anew, Beckon looks at the new ones first.';
