import { expect, test } from 'vitest';
import { defaultStateDir } from './defaultStateDir.ts';
import { linkCommand } from './linkCommand.ts';

test.each([
  [defaultStateDir, '127.0.0.1', 'npm start -- link'],
  ['/srv/beckon', '127.0.0.1', 'npm start -- link --state-dir /srv/beckon'],
  ['/srv/beckon', 'localhost', 'npm start -- link --state-dir /srv/beckon'],
  ["/srv/my state's", '::1', String.raw`npm start -- link --state-dir '/srv/my state'\''s'`],
  ['/srv/beckon', '0.0.0.0', 'npm start -- link'],
])('of %s, which listens on %s: %s', (stateDir, host, command) => {
  expect(linkCommand({ stateDir, host })).toBe(command);
});
