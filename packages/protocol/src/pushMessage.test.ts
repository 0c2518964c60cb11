import { expect, test } from 'vitest';
import { PushMessage } from './pushMessage.ts';

const call = { type: 'call', tag: 't', title: '', body: '', actions: [], isReminder: false, waiting: 0 };

test.each(['/', '/inbox?ask=1', '/sessions/1'])('%s is a path of the page', (path) => {
  expect(PushMessage.safeParse({ ...call, path }).success).toBe(true);
});

test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', '/\n/evil.example', 'https://evil.example', ''])(
  'a browser would leave the page for %j, and such a push is not read',
  (path) => expect(PushMessage.safeParse({ ...call, path }).success).toBe(false),
);
