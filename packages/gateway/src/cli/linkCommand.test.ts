import { expect, test } from 'vitest';
import { defaultStateDir } from './defaultStateDir.ts';
import { linkCommand } from './linkCommand.ts';

test.each([
  [defaultStateDir, '127.0.0.1', 'beckon link'],
  ['/srv/beckon', '127.0.0.1', 'beckon link --state-dir /srv/beckon'],
  ['/srv/beckon', 'localhost', 'beckon link --state-dir /srv/beckon'],
  ["/srv/my state's", '::1', String.raw`beckon link --state-dir '/srv/my state'\''s'`],
  ['/srv/beckon', '0.0.0.0', 'beckon link'],
])('of %s, which listens on %s: %s', (stateDir, host, command) => {
  expect(linkCommand({ stateDir, host }, {})).toBe(command);
});

test.each(['npm start --', 'npm run beckon --', 'npm start --prefix /srv/clone --'])(
  'whoever typed “%s” is told to type that again',
  (typed) => {
    const environment = { BECKON_TYPED: typed };
    expect(linkCommand({ stateDir: defaultStateDir, host: '::1' }, environment)).toBe(`${typed} link`);
  },
);
