// Claude's own sandbox for a session, with the real agent on both drivers: what its commands can do there though their person
// approves every one of them; or, on a machine where it cannot work, that this is said and nothing is started without it.
import { existsSync, writeFileSync } from 'node:fs';
import { call, say } from '@beckon/demo-model';
import { type DriverName, openAsks } from '@beckon/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxSupport } from '../../packages/gateway/src/drivers/claude/sandbox.ts';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession } from '../support/stagedSession.ts';
import { tempFolder } from '../support/tempFolder.ts';

const secret = 'cnMi-the-token-itself-2Jq8';
const drivers: DriverName[] = ['sdk', 'terminal'];
const support = await sandboxSupport(process.env['PATH']);
let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open('.');
  writeFileSync(stage.folder.at('state/token'), `${secret}\n`, { mode: 0o600 });
});
afterAll(() => stage[Symbol.asyncDispose]());

test.each(drivers)('a new session on the %s driver can be told whether there is one, and why not', async (driver) => {
  const { drivers: described } = await stage.transport.about();
  expect(described.find(({ name }) => name === driver)?.sandbox).toEqual(support);
  if (support.isAvailable) return;
  const wanted = stage.transport.createSession({ cwd: stage.cwd, driver, sandbox: true });
  await expect(wanted).rejects.toMatchObject({ code: 'not_supported', message: `“sandbox”: ${support.reason}` });
});

test.runIf(support.isAvailable).each(drivers)(
  'in the sandbox of the %s driver not even an approved command sees the token, leaves its folder or reaches Beckon',
  async (driver) => {
    using outside = tempFolder();
    const commands = [
      'grep -rh "" . --include=token; echo looked',
      `echo out > ${outside.at('out.txt')}`,
      `echo in > in-${driver}.txt`,
      `(exec 3<>/dev/tcp/127.0.0.1/${new URL(stage.model.url).port}) && echo reached`,
    ];
    const blocks = commands.map((command) =>
      call('Bash', { command, description: 'A test', dangerouslyDisableSandbox: true }),
    );
    await using session = await beginSession(stage, { driver, sandbox: true });
    expect((await session.transport.getSession(session.id)).isSandboxed).toBe(true);
    const approved = new Set<string>();
    const approveAll = async (): Promise<never> => {
      for (;;) {
        const ask = await session.watcher.until((view) =>
          openAsks(view).find(({ id, sessionId }) => sessionId === session.id && !approved.has(id)),
        );
        approved.add(ask.id);
        await session.transport.answer(ask.id, { type: 'approve' });
      }
    };
    await session.play({ blocks, whenFailed: [say('So be it.')] }, { blocks: [say('Done.')] });
    await Promise.race([session.turnsEnded(1), approveAll()]);

    const results = JSON.stringify(session.watcher.events.filter(({ type }) => type === 'tool_result'));
    expect(approved.size).toBe(commands.length);
    expect(results).toContain('looked');
    expect(results).not.toContain(secret);
    expect(results).not.toContain('reached');
    expect(existsSync(outside.at('out.txt'))).toBe(false);
    expect(existsSync(stage.folder.at(`in-${driver}.txt`))).toBe(true);
  },
);
