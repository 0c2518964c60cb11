// A rule that its person has changed before granting it is what the real agent keeps, on the SDK and in a terminal.
import { readFileSync } from 'node:fs';
import { call, say } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession } from '../support/stagedSession.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const keptRules = () => {
  try {
    return readFileSync(stage.folder.at('work/.claude/settings.local.json'), 'utf8');
  } catch {
    return '';
  }
};

test.each(['sdk', 'terminal'])('what was changed is granted, and nothing else: %s', async (driver) => {
  const command = { command: `git commit -m ${driver}`, description: 'A test' };
  const turns = [{ blocks: [call('Bash', command)] }, { blocks: [say('Thanks.')] }];
  await using session = await beginSession(stage, { driver }, ...turns);
  const ask = await session.watcher.nextAsk();
  expect(ask).toMatchObject({ suggestions: [{ editable: { toolName: 'Bash', place: 'localSettings' } }] });
  const approve = (rule: string, place = 'localSettings') =>
    session.transport.answer(ask.id, { type: 'approve', remember: [{ at: 0, rule, place }] });

  // [L9] What nobody can have meant leaves the ask open.
  await expect(approve('*')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(approve('git log', 'cliArg')).rejects.toMatchObject({ code: 'invalid_request' });
  await approve(`git commit -m ${driver}-only`);
  await session.turnsEnded(1);
  await expect.poll(keptRules).toContain(`Bash(git commit -m ${driver}-only)`);
  expect(keptRules()).not.toContain('git commit *');
  const { entries } = await session.transport.readLog({ limit: 50 });
  const granted = entries.find(({ type, sessionId }) => type === 'rule_granted' && sessionId === session.id);
  expect(JSON.stringify(granted)).toContain(`Allow Bash(git commit -m ${driver}-only), in this folder`);

  // The settings list it with the file that it really is in, and take it out of there alone.
  const own = async () =>
    (await session.transport.listGrantedRules()).find(({ sessionId }) => sessionId === session.id);
  const rule = await own();
  expect(rule).toMatchObject({ state: 'kept', file: stage.folder.at('work/.claude/settings.local.json') });
  await session.transport.removeGrantedRule(rule?.id ?? '');
  expect(keptRules()).not.toContain(`${driver}-only`);
  expect(await own()).toMatchObject({ state: 'gone' });
});
