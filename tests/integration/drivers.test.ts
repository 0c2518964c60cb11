// What every driver does, proven with the real CLI: one suite over both. Where the terminal does what the SDK does not, or
// the reverse, it says so by name.
import { existsSync, readFileSync } from 'node:fs';
import { call, say } from '@beckon/demo-model';
import { type DriverName, openAsks } from '@beckon/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession } from '../support/stagedSession.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe.each<DriverName>(['sdk', 'terminal'])('the %s driver', (driver) => {
  const name = (text: string) => `${driver}-${text}.txt`;
  const file = (text: string) => stage.folder.at(`work/${name(text)}`);
  const touch = (text: string) => call('Bash', { command: `touch ${name(text)}`, description: 'A test' });
  const begin = (...turns: Parameters<typeof beginSession>[2][]) => beginSession(stage, { driver }, ...turns);

  test('starts a session that says what can be done with it', async () => {
    await using session = await begin();
    const { state, abilities, conversationId } = await session.transport.getSession(session.id);
    expect(state).toBe('user_turn');
    expect(conversationId).toBe(session.id);
    expect(abilities).toEqual(expect.arrayContaining(['message', 'interrupt', 'permission_mode', 'updated_input']));
    expect(abilities.includes('pane')).toBe(driver === 'terminal');
    expect(abilities).toContain('images');
    expect(abilities.includes('model')).toBe(driver === 'sdk');
  });

  test('asks, and runs what is approved, once', async () => {
    await using session = await begin({ blocks: [say('On it.'), touch('approved')] }, { blocks: [say('All done.')] });
    const ask = await session.watcher.nextAsk();
    expect(ask).toMatchObject({ kind: 'approval', toolName: 'Bash', input: { command: `touch ${name('approved')}` } });
    expect(existsSync(file('approved'))).toBe(false);
    await session.transport.approveTool(session.id, { toolCallId: ask.toolCallId, askId: ask.id });
    await session.turnsEnded(1);
    expect(existsSync(file('approved'))).toBe(true);
    expect(session.watcher.stepsOf(ask.toolCallId)).toEqual(['open', 'answered', 'delivered', 'settled']);
    expect(session.conversation()).toContain('On it.');
    expect(session.conversation()).toContain('All done.');
  });

  test('takes a denial to the model with its reason, and runs nothing', async () => {
    await using session = await begin({ blocks: [touch('denied')], whenDenied: [say('You said: {{reason}}')] });
    const { toolCallId } = await session.watcher.nextAsk();
    await session.transport.denyTool(session.id, { toolCallId, message: 'Not on a Sunday.' });
    await session.turnsEnded(1);
    expect(existsSync(file('denied'))).toBe(false);
    expect(session.conversation()).toContain('You said: Not on a Sunday.');
  });

  test('runs the input that the person put in place of the agent’s', async () => {
    await using session = await begin({ blocks: [touch('original')] }, { blocks: [say('Done.')] });
    const { toolCallId, input } = await session.watcher.nextAsk();
    const updatedInput = { ...input, command: `echo changed > ${name('changed')}` };
    await session.transport.approveTool(session.id, { toolCallId, updatedInput });
    await session.turnsEnded(1);
    expect(readFileSync(file('changed'), 'utf8')).toBe('changed\n');
    expect(existsSync(file('original'))).toBe(false);
  });

  test('grants what was shown when it is to be remembered, and does not ask for that again', async () => {
    const edit = (content: string) => call('Write', { file_path: file('remembered'), content });
    await using session = await begin({ blocks: [edit('one')] }, { blocks: [edit('two')] }, { blocks: [say('Done.')] });
    const ask = await session.watcher.nextAsk();
    expect(ask.kind === 'approval' && ask.suggestions.length).toBeGreaterThan(0);
    await session.transport.approveTool(session.id, { toolCallId: ask.toolCallId, remember: true });
    await session.turnsEnded(1);
    expect(readFileSync(file('remembered'), 'utf8')).toBe('two');
    expect(session.watcher.count('approval_required')).toBe(1);
  });

  test('[C4] brings a question, and the agent goes on with the answer', async () => {
    const options = [
      { label: 'SQLite', description: 'One file' },
      { label: 'PostgreSQL', description: 'A server' },
    ];
    const question = { question: 'Which database?', header: 'Database', multiSelect: false, options };
    await using session = await begin(
      { blocks: [call('AskUserQuestion', { questions: [question] })] },
      { blocks: [say('So it is {{answers}}.')] },
    );
    const ask = await session.watcher.nextAsk();
    expect(ask).toMatchObject({ kind: 'question', questions: [{ question: 'Which database?' }] });
    await session.transport.submitAnswers(session.id, { toolCallId: ask.toolCallId, answers: { 0: 'PostgreSQL' } });
    await session.turnsEnded(1);
    expect(session.conversation()).toMatch(/So it is .*PostgreSQL/);
  });

  test('[C5] brings a plan, takes feedback back, and goes on in the mode that was chosen', async () => {
    const plan = (text: string) => call('ExitPlanMode', { plan: text });
    await using session = await beginSession(
      stage,
      { driver, permissionMode: 'plan' },
      { blocks: [plan('# Plan\n\n1. Write')], whenDenied: [plan('# Plan\n\n1. Write\n2. Test')] },
      { blocks: [call('Write', { file_path: file('planned'), content: 'planned' })] },
      { blocks: [say('Done.')] },
    );
    const first = await session.watcher.nextAsk();
    expect(first).toMatchObject({ kind: 'plan', plan: '# Plan\n\n1. Write' });
    await session.transport.denyTool(session.id, { toolCallId: first.toolCallId, message: 'Test it, too.' });
    const second = await session.watcher.nextAsk(first);
    expect(second).toMatchObject({ kind: 'plan', plan: '# Plan\n\n1. Write\n2. Test' });
    const approval = { toolCallId: second.toolCallId, permissionMode: 'acceptEdits' as const };
    await session.transport.approveTool(session.id, approval);
    await session.turnsEnded(1);
    expect(existsSync(file('planned'))).toBe(true);
    expect(session.watcher.count('approval_required')).toBe(0);
  });

  test('[G13] withdraws what was open when it is interrupted, and takes the next message', async () => {
    await using session = await begin({ blocks: [touch('interrupted')] });
    const { toolCallId } = await session.watcher.nextAsk();
    await session.transport.interrupt(session.id);
    await session.watcher.until(() => session.watcher.stepsOf(toolCallId).at(-1) === 'withdrawn');
    await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
    await session.play({ blocks: [say('Here again.')] });
    await session.watcher.until(() => session.conversation().includes('Here again.'));
    expect(existsSync(file('interrupted'))).toBe(false);
  });

  test('switches the permission mode while it runs', async () => {
    await using session = await begin();
    await session.transport.updateSession(session.id, { permissionMode: 'acceptEdits' });
    await session.play(
      { blocks: [call('Write', { file_path: file('mode'), content: 'x' })] },
      { blocks: [say('Ok.')] },
    );
    await session.turnsEnded(1);
    expect(existsSync(file('mode'))).toBe(true);
    expect(session.watcher.count('approval_required')).toBe(0);
  });

  test('[T5] parks what was open when the agent is killed', async () => {
    await using session = await begin({ blocks: [touch('killed')] });
    const { id } = await session.watcher.nextAsk();
    process.kill(await stage.pidOf(session.id), 'SIGKILL');
    await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'dead');
    const parked = await session.watcher.until((view) => openAsks(view).find((ask) => ask.id === id && ask.parked));
    expect(parked).toMatchObject({ state: 'open', parked: { reason: 'agent_gone' } });
    expect(existsSync(file('killed'))).toBe(false);
  });

  test('and a message brings the session of a killed agent back', async () => {
    await using session = await begin({ blocks: [touch('killed')] });
    await session.watcher.nextAsk();
    process.kill(await stage.pidOf(session.id), 'SIGKILL');
    await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'dead');
    await session.play({ blocks: [say('Back.')] });
    await session.watcher.until(() => session.conversation().includes('Back.'));
    expect(existsSync(file('killed'))).toBe(false);
  });

  const fate = driver === 'sdk' ? 'is parked' : 'is still there, and its answer counts';
  test(`an ask that was open when the gateway stopped ${fate}`, async () => {
    const { id, watcher } = await begin({ blocks: [touch('later')] }, { blocks: [say('At last.')] });
    const before = await watcher.nextAsk();
    watcher[Symbol.dispose]();
    await stage.stopGateway();
    await stage.startGateway();
    const { transport } = stage;
    using again = new Watcher(transport);
    if (driver === 'sdk') {
      const parked = await again.until((view) => openAsks(view).find((ask) => ask.id === before.id && ask.parked));
      expect(parked).toMatchObject({ state: 'open', parked: { reason: 'gateway_stopped' } });
    } else {
      const after = await again.nextAsk();
      expect(after.id).toBe(before.id);
      await transport.approveTool(id, { toolCallId: after.toolCallId });
      await expect.poll(() => existsSync(file('later')), { timeout: 15_000 }).toBe(true);
    }
    await transport.deleteSession(id);
  });
});
