// `beckon search` and `beckon export` as a person types them, over what the real agent did through the SDK, and what the real
// CLI's transcripts hold.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { expect, test } from 'vitest';
import { startBeckon } from '../support/beckon.ts';
import { runBeckon } from '../support/commandLine.ts';

const fixture = fileURLToPath(
  new URL('../../packages/gateway/src/drivers/claude/transcript/fixtures/terminal.jsonl', import.meta.url),
);
const inTerminal = '11111111-1111-4111-8111-111111111111';

test('finds what the agent did here and in a terminal, says what makes no sense, and exports a session', async () => {
  await using beckon = await startBeckon();
  const folder = join(beckon.stateDir, 'demo/home/.claude/projects/-project');
  mkdirSync(folder, { recursive: true });
  cpSync(fixture, join(folder, `${inTerminal}.jsonl`));
  const run = (...args: string[]) =>
    runBeckon([...args, '--state-dir', beckon.stateDir], { env: { PATH: process.env['PATH'] } });

  const prompt = scriptedPrompt([
    { blocks: [call('Bash', { command: 'echo marzipan > sweets.txt' })] },
    { blocks: [say('No sweets then.')] },
  ]);
  const { id } = await beckon.transport.createSession({ cwd: beckon.workspace, prompt });
  await expect.poll(async () => (await beckon.transport.listAsks()).asks.length).toBe(1);
  const [ask] = (await beckon.transport.listAsks()).asks;
  await beckon.transport.answer(ask?.id ?? '', { type: 'deny', message: 'no sweets before dinner' });
  await expect.poll(async () => (await beckon.transport.getSession(id)).state).toBe('user_turn');

  const found = await run('search', '--json', 'tool:Bash', 'marzipan');
  const hits = found.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(hits.map(({ kind, sessionId }) => `${String(kind)} ${String(sessionId)}`).toSorted()).toEqual([
    `ask ${id}`,
    `call ${id}`,
  ]);
  const { messages } = await beckon.transport.listMessages(id);
  const callsMessage = messages.find(({ parts }) => parts.some((part) => part.type === 'tool_call'))?.id;
  expect(hits.map(({ messageId }) => messageId)).toEqual([callsMessage, callsMessage]);
  expect((await run('search', 'is:denied', '"sweets before dinner"')).stdout).toContain('no sweets before dinner');
  expect((await run('search', 'lighthouse', 'keeper')).stdout).toContain(inTerminal.slice(0, 8));
  expect((await run('search', 'nothinglikeit')).stdout).toBe('Nothing was found.\n');
  expect(await run('search', 'after:someday')).toMatchObject({
    code: 1,
    stderr: 'beckon: “after:someday” is no day: write 2026-11-15, 2026-11, or how long ago, such as 3d.\n',
  });
  expect(await run('search', 'x', '--limit', '1000')).toMatchObject({ code: 1 });

  const markdown = await run('export', id.slice(0, 8));
  expect(markdown.stdout).toContain('**Bash** `echo marzipan > sweets.txt`');
  const out = join(beckon.stateDir, 'talk.html');
  expect(await run('export', id, '--format', 'html', '--out', out)).toMatchObject({ code: 0, stdout: '' });
  expect(readFileSync(out, 'utf8')).toContain('echo marzipan &gt; sweets.txt');
});
