import { expect, test } from 'vitest';
import { paneEnvironment, serverEnvironment } from './paneEnvironment.ts';

test('[C12] a pane gets the login PATH, a locale that can draw, and all that the agent had', () => {
  const agent = { PATH: '/bin', HOME: '/home/ada', CLAUDE_CODE_OAUTH_TOKEN: 't', ANTHROPIC_BASE_URL: 'u' };
  expect(paneEnvironment(agent, '/opt/node/bin:/bin')).toEqual({
    ...agent,
    PATH: '/opt/node/bin:/bin',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
  });
});

test('the terminal that the gateway runs in leaves no trace', () => {
  const outer = { TMUX: '/tmp/x,1,0', TMUX_PANE: '%1', TERM: 'dumb', LC_ALL: 'de_DE.UTF-8', PATH: '/bin' };
  expect(paneEnvironment(outer, undefined)).toEqual({ PATH: '/bin', LC_ALL: 'de_DE.UTF-8', COLORTERM: 'truecolor' });
});

test('the server starts with nothing that is secret', () => {
  const environment = {
    HOME: '/h',
    PATH: '/bin',
    LC_CTYPE: 'C',
    ANTHROPIC_API_KEY: 'k',
    CLAUDE_X: 'x',
    AWS_SECRET: 's',
  };
  expect(serverEnvironment(environment)).toEqual({ HOME: '/h', PATH: '/bin', LC_CTYPE: 'C' });
});
