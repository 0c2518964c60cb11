import { expect, test } from 'vitest';
import type { Message, Part } from './message.ts';
import { allMessages, sessionHtml, sessionMarkdown } from './sessionExport.ts';

const session = { id: '11111111-1111-4111-8111-111111111111', title: 'Fix <the> cart', cwd: '/srv/shop' };
const said = (role: Message['role'], ...parts: Part[]): Message => ({ id: role, role, createdAt: 0, parts });
const call = (text: string): Part => ({
  type: 'tool_call',
  toolCallId: 'toolu_1',
  toolName: 'Bash',
  input: { command: 'echo "<b>"' },
  status: 'complete',
  result: { text, isError: false },
});

test('what an agent wrote is text in the page, and nothing in it is loaded or run', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)> & "quotes" \u202Egnp.exe\u0007';
  const html = sessionHtml({ session, messages: [said('assistant', { type: 'text', text: hostile }, call(hostile))] });
  expect(html).not.toMatch(/<script|<img|\u202E|\p{Cc}(?<!\n)/u);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('&lt;U+202E&gt;');
  expect(html).toContain('<title>Fix &lt;the&gt; cart</title>');
  expect(html).toContain("default-src 'none'");
});

test('a result with a fence in it stays within its own', () => {
  const markdown = sessionMarkdown({ session, messages: [said('assistant', call('```\n# not a heading\n````'))] });
  expect(markdown).toContain('`````\n```\n# not a heading\n````\n`````');
});

test('a result with any number of backticks is written', () => {
  const many = 'a`'.repeat(300_000);
  const markdown = sessionMarkdown({ session, messages: [said('assistant', call(many))] });
  expect(markdown).toContain(`\`\`\`\n${many}\n\`\`\``);
});

test('a title, a name or a note is text in Markdown too', () => {
  const hostile = '<img src=x onerror=alert(1)> [here](javascript:alert(1)) ![](http://evil.example/x) `';
  const notice: Part = { type: 'notice', level: 'info', text: `${hostile}\n# You\r# You` };
  const named: Part = { ...call('fine'), toolName: hostile } as Part;
  const exported = { session: { ...session, title: hostile }, messages: [said('assistant', notice, named)] };
  const markdown = sessionMarkdown(exported);
  expect(markdown).not.toMatch(/(?<!\\)<img|(?<!\\)\[here|(?<!\\)!\[|^# You/m);
  expect(markdown).toContain('\\<img src=x onerror=alert(1)\\>');
});

test('a fence or a comment that was never closed ends with what was said', () => {
  const text = 'Look:\n~~~~\nrm -rf';
  const messages = [said('assistant', { type: 'text', text }), said('user', { type: 'text', text: 'No' })];
  expect(sessionMarkdown({ session, messages })).toContain('rm -rf\n~~~~\n\n## You');
  const comment = said('assistant', { type: 'text', text: 'Done.\n\n<!-- \n\n```\n<!-- in code\n```' });
  expect(sessionMarkdown({ session, messages: [comment] })).toContain('Done.\n\n\\<!-- \n\n```\n<!-- in code\n```');
  const closed = said('assistant', { type: 'text', text: '```js\n1\n```' });
  expect(sessionMarkdown({ session, messages: [closed] })).toMatch(/\n\n```js\n1\n```\n$/);
});

test('a conversation is written in its order, with who said what', () => {
  const messages = [said('user', { type: 'text', text: 'Please' }), said('assistant', { type: 'text', text: 'Done' })];
  expect(sessionMarkdown({ session, messages })).toBe(
    `# Fix \\<the\\> cart\n\nSession ${session.id}, in \`/srv/shop\`\n\n## You, 1970-01-01 00:00:00 UTC\n\nPlease\n\n## Agent, 1970-01-01 00:00:00 UTC\n\nDone\n`,
  );
});

test('all pages of a conversation are put together, the oldest first', async () => {
  const pages = [['c', 'd'], ['b'], ['a']].map((ids) => ids.map((id) => ({ ...said('user'), id })));
  const messages = await allMessages(async ({ before = '0' }) => {
    const next = Number(before) + 1;
    return { messages: pages[Number(before)] ?? [], asks: [], seq: 1, ...(next < 3 && { next: String(next) }) };
  });
  expect(messages.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
