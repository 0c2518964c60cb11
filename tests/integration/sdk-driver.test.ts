// The SDK driver with the real SDK and the real CLI; only the model is scripted, and the test is the person.
import { existsSync, readFileSync } from 'node:fs';
import { call, say, scriptedPrompt, think, type Block } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfFile, textFile } from '../support/documents.ts';
import { type RunningAgent, SdkAgents } from '../support/sdkAgents.ts';

/** A subagent's prompt that makes it play one block after the other. */
const scripted = (...blocks: Block[]) => scriptedPrompt(blocks.map((block) => ({ blocks: [block] })));
const bash = (command: string) => call('Bash', { command, description: 'A test' });

let agents: SdkAgents;
beforeAll(async () => {
  agents = await SdkAgents.open();
});
afterAll(() => agents[Symbol.asyncDispose]());

const file = (name: string) => agents.workspace.at(name);
/** What the model was last told, as text. */
const lastRequest = () => JSON.stringify(agents.model.requests.findLast(({ tools }) => tools.length > 0)?.messages);

describe('one agent, many turns', () => {
  let running: RunningAgent;
  beforeAll(async () => {
    running = await agents.start();
  });

  /** Plays the turns, answers nothing, and gives what the turn added. */
  async function turn(...turns: Parameters<RunningAgent['play']>) {
    const { host } = running;
    const eventsBefore = host.events.length;
    const donesBefore = host.dones.length;
    running.play(...turns);
    await host.until(() => host.dones.length > donesBefore);
    await running.idle();
    return { events: host.events.slice(eventsBefore), dones: host.dones.slice(donesBefore) };
  }

  test('it offers its models and starts in the mode that was asked for', async () => {
    const { host } = running;
    expect(host.status.models?.length).toBeGreaterThan(1);
    expect(host.status.models?.[0]).toMatchObject({ value: expect.any(String), name: expect.any(String) });
    await turn({ blocks: [say('Hello.')] });
    expect(host.status.permissionMode).toBe('default');
  });

  test('deltas add up to the text, thinking comes first, and nothing is told twice', async () => {
    const text = 'A long answer, in many pieces. '.repeat(20).trim();
    const pace = { chunkChars: 30, delayMs: 20 };
    const { events, dones } = await turn({ blocks: [think('Let me see.'), say(text)], pace });
    expect(events.filter(({ type }) => type === 'text_delta').length).toBeGreaterThan(5);
    expect(running.host.messages.at(-2)?.parts).toEqual([
      { type: 'thinking', text: 'Let me see.' },
      { type: 'text', text },
    ]);
    expect(dones).toMatchObject([{ outcome: 'complete' }]);
  });

  test('a tool call streams its input, then runs and has its result', async () => {
    const { events } = await turn({ blocks: [bash('echo one two three')] }, { blocks: [say('Done.')] });
    const types = events.map(({ type }) => type);
    expect(types.indexOf('tool_call_start')).toBeLessThan(types.indexOf('tool_call_delta'));
    expect(types.indexOf('tool_call_delta')).toBeLessThan(types.indexOf('tool_call_end'));
    expect(running.host.parts('tool_call').at(-1)).toMatchObject({
      toolName: 'Bash',
      input: { command: 'echo one two three' },
      status: 'complete',
      result: { text: 'one two three', isError: false },
    });
  });

  test('usage and cost are those of the turn', async () => {
    const usage = { input_tokens: 1000, output_tokens: 10 };
    const first = await turn({ blocks: [say('One.')], usage });
    const second = await turn({ blocks: [say('Two.')], usage });
    expect(first.dones[0]?.usage).toMatchObject({ inputTokens: 1000, outputTokens: 10 });
    expect(second.dones[0]?.usage).toEqual(first.dones[0]?.usage);
    expect(first.dones[0]?.usage.costUsd).toBeGreaterThan(0);
  });

  test('an image reaches the model', async () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const donesBefore = running.host.dones.length;
    running.say('What is this?', { type: 'image', mediaType: 'image/png', data });
    await running.host.until(() => running.host.dones.length > donesBefore);
    await running.idle();
    expect(lastRequest()).toContain('"kind":"image"');
  });

  test('[T11] documents reach the model, a PDF as it is and a text as text', async () => {
    const donesBefore = running.host.dones.length;
    running.say('What are these?', pdfFile('a.pdf'), textFile('b.txt', 'words'));
    await running.host.until(() => running.host.dones.length > donesBefore);
    await running.idle();
    expect(lastRequest().split('"kind":"document"')).toHaveLength(3);
  });

  test('a message that comes while the agent works waits for its turn', async () => {
    const { host } = running;
    const donesBefore = host.dones.length;
    const statesBefore = host.statuses.length;
    running.play({ blocks: [say('slowly, word by word, and word by word')], pace: { chunkChars: 4, delayMs: 60 } });
    await host.until(() => host.parts('text').at(-1)?.text.startsWith('slowly'));
    running.play({ blocks: [say('And then this.')] });
    await running.idle();
    expect(host.dones.slice(donesBefore)).toMatchObject([{ outcome: 'complete' }, { outcome: 'complete' }]);
    expect(host.parts('text').at(-1)?.text).toBe('And then this.');
    expect(host.statuses.slice(statesBefore).flatMap(({ state }) => state ?? [])).toEqual([
      'assistant_turn',
      'user_turn',
    ]);
  });

  test('an approved call runs, and its answer is delivered', async () => {
    const done = turn({ blocks: [bash('touch approved.txt')] }, { blocks: [say('Done.')] });
    const ask = await running.host.nextAsk();
    expect(ask.ask).toMatchObject({ kind: 'approval', toolName: 'Bash', input: { command: 'touch approved.txt' } });
    expect(existsSync(file('approved.txt'))).toBe(false);
    ask.answer({ type: 'approve' });
    await done;
    expect(ask.state).toBe('delivered');
    expect(existsSync(file('approved.txt'))).toBe(true);
  });

  test('[T4] a denied call does not run, and the model reads why', async () => {
    const done = turn({ blocks: [bash('touch denied.txt')] }, { blocks: [say('I see.')] });
    (await running.host.nextAsk()).answer({ type: 'deny', message: 'Use the other folder.' });
    const { dones } = await done;
    expect(existsSync(file('denied.txt'))).toBe(false);
    expect(lastRequest()).toContain('Use the other folder.');
    expect(dones).toMatchObject([{ outcome: 'complete' }]);
    expect(running.host.parts('tool_call').at(-1)).toMatchObject({ status: 'error' });
  });

  test('a denial may stop the turn', async () => {
    const done = turn({ blocks: [bash('touch stopped.txt')] }, { blocks: [say('Never said.')] });
    (await running.host.nextAsk()).answer({ type: 'deny', interrupt: true });
    expect((await done).dones).toMatchObject([{ outcome: 'interrupted' }]);
    expect(existsSync(file('stopped.txt'))).toBe(false);
  });

  test('[T4] a call runs with the input that the person changed', async () => {
    const done = turn({ blocks: [bash('touch as-asked.txt')] }, { blocks: [say('Done.')] });
    (await running.host.nextAsk()).answer({ type: 'approve', updatedInput: { command: 'touch as-changed.txt' } });
    await done;
    expect(existsSync(file('as-asked.txt'))).toBe(false);
    expect(existsSync(file('as-changed.txt'))).toBe(true);
  });

  test('[G6] an ask that expired is a no that the model can read', async () => {
    const done = turn({ blocks: [bash('touch expired.txt')] }, { blocks: [say('Pity.')] });
    (await running.host.nextAsk()).withdraw('expired');
    await done;
    expect(existsSync(file('expired.txt'))).toBe(false);
    expect(lastRequest()).toContain('did not respond in time');
  });

  test('answers reach the model under the questions', async () => {
    const options = [
      { label: 'MIT', description: 'short' },
      { label: 'GPL', description: 'long' },
    ];
    const questions = [
      { question: 'Which license?', header: 'License', multiSelect: false, options },
      { question: 'Which others?', header: 'Others', multiSelect: true, options },
    ];
    const done = turn({ blocks: [call('AskUserQuestion', { questions })] }, { blocks: [say('Thanks.')] });
    const ask = await running.host.nextAsk();
    expect(ask.ask).toMatchObject({ kind: 'question', questions });
    ask.answer({ type: 'answers', answers: { '0': 'MIT', '1': '["MIT","GPL"]' } });
    await done;
    expect(lastRequest()).toContain('\\"Which license?\\"=\\"MIT\\"');
    expect(lastRequest()).toContain('\\"Which others?\\"=\\"MIT, GPL\\"');
  });

  test('the model may be confused: unknown tools and wrong input end in an error, not in a crash', async () => {
    const confused = [call('Nope', { a: 1 }), call('Bash', { cmd: 'ls' })];
    const { dones } = await turn({ blocks: confused, whenFailed: [say('Hm.')] });
    expect(dones).toMatchObject([{ outcome: 'complete' }]);
    expect(running.host.parts('tool_call').slice(-2)).toMatchObject([{ status: 'error' }, { status: 'error' }]);
  });

  test('an error of the API fails the turn and says what to do', async () => {
    const error = { status: 400, type: 'invalid_request_error', message: 'That was too odd' };
    const { events, dones } = await turn({ blocks: [], error });
    const errors = events.filter((event) => event.type === 'error');
    expect(errors).toMatchObject([{ data: { message: expect.stringContaining('That was too odd') } }]);
    expect(dones).toMatchObject([{ outcome: 'failed' }]);
    expect(events.some(({ type }) => type === 'text_delta')).toBe(false);
  });

  test('a rate limit is retried, with one notice, and then told', async () => {
    const error = { status: 429, type: 'rate_limit_error', message: 'Slow down', retryAfterSeconds: 0 };
    const { events, dones } = await turn({ blocks: [], error });
    const notices = events.filter((event) => event.type === 'notice');
    expect(notices).toMatchObject([
      { data: { level: 'warning', text: expect.stringContaining('attempt 1 of 2') } },
      { data: { text: expect.stringContaining('attempt 2 of 2') } },
    ]);
    expect(new Set(notices.map(({ data }) => data.messageId)).size).toBe(1);
    expect(events.find((event) => event.type === 'error')?.data.message).toMatch(/429.*Wait a while/);
    expect(dones).toMatchObject([{ outcome: 'failed' }]);
  });

  test('interrupting a stream ends the turn once, and the agent lives on', async () => {
    const { host } = running;
    const donesBefore = host.dones.length;
    running.play({ blocks: [say('a b c d e f g h i j k l m n o p')], pace: { chunkChars: 2, delayMs: 80 } });
    await host.until(() => host.parts('text').at(-1)?.text.startsWith('a b'));
    await running.agent.interrupt();
    await running.idle();
    expect(host.dones.slice(donesBefore)).toMatchObject([{ outcome: 'interrupted' }]);
    expect((await turn({ blocks: [say('Still here.')] })).dones).toMatchObject([{ outcome: 'complete' }]);
  });

  test('[L7] interrupting a wait withdraws the ask, and nothing runs', async () => {
    const { host } = running;
    const donesBefore = host.dones.length;
    running.play({ blocks: [bash('touch interrupted.txt')] }, { blocks: [say('Never said.')] });
    const ask = await host.nextAsk();
    await running.agent.interrupt();
    await running.idle();
    expect(ask.state).toBe('interrupted');
    expect(host.dones.slice(donesBefore)).toMatchObject([{ outcome: 'interrupted' }]);
    expect(existsSync(file('interrupted.txt'))).toBe(false);
    expect(host.parts('tool_call').at(-1)?.status).toBe('error');
  });

  test('interrupting an idle agent does nothing', async () => {
    const before = running.host.events.length;
    await running.agent.interrupt();
    expect(running.host.events.length).toBe(before);
  });

  test('a compaction is told in a notice, and what was said before is not said again', async () => {
    const { host } = running;
    const [donesBefore, textsBefore] = [host.dones.length, host.parts('text').length];
    running.say('/compact');
    await host.until(() => host.dones.length > donesBefore);
    await running.idle();
    expect(host.parts('notice').at(-1)?.text).toContain('summarised');
    expect(host.parts('text').length).toBe(textsBefore);
  });

  test('the model can be changed while it runs', async () => {
    await running.agent.setModel('sonnet');
    await turn({ blocks: [say('As sonnet.')] });
    const asked = () => agents.model.requests.findLast(({ tools }) => tools.length > 0)?.model;
    expect(asked()).toContain('sonnet');
    await running.agent.setModel(undefined);
    await turn({ blocks: [say('As before.')] });
    expect(asked()).not.toContain('sonnet');
  });

  test('“always allow” grants what was suggested, so the same call is not asked about again', async () => {
    const done = turn(
      { blocks: [bash('touch always.txt')] },
      { blocks: [bash('touch always.txt')] },
      { blocks: [say('Twice.')] },
    );
    const ask = await running.host.nextAsk();
    expect(ask.ask).toMatchObject({
      suggestions: expect.arrayContaining([expect.objectContaining({ type: 'addRules' })]),
    });
    const asksBefore = running.host.asks.length;
    ask.answer({ type: 'approve', remember: true });
    await done;
    expect(running.host.asks.length).toBe(asksBefore);
    expect(readFileSync(file('.claude/settings.local.json'), 'utf8')).toContain('touch always.txt');
  });

  test('[T10] the mode can be changed while it runs, and bypass is refused with a reason', async () => {
    await running.agent.setPermissionMode('default');
    await running.host.until(() => running.host.status.permissionMode === 'default');
    await running.agent.setPermissionMode('acceptEdits');
    await running.host.until(() => running.host.status.permissionMode === 'acceptEdits');
    const asksBefore = running.host.asks.length;
    await turn(
      { blocks: [call('Write', { file_path: file('edit.txt'), content: 'x' })] },
      { blocks: [say('Written.')] },
    );
    expect(running.host.asks.length).toBe(asksBefore);
    expect(existsSync(file('edit.txt'))).toBe(true);
    await expect(running.agent.setPermissionMode('bypassPermissions')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('start a new one in that mode'),
    });
  });

  test('[G3] three subagents ask at once, each under its own name, and each is attributed', async () => {
    await running.agent.setPermissionMode('default');
    const { host } = running;
    const subagent = (name: string) =>
      call('Task', {
        description: name,
        subagent_type: 'general-purpose',
        prompt: scripted(bash(`mkdir ${name}`), say(`${name} done`)),
      });
    const donesBefore = host.dones.length;
    running.play({ blocks: ['ant', 'bee', 'cat'].map(subagent) }, { blocks: [say('All three are at work.')] });
    const asks = await host.until(() => host.openAsks.length === 3 && host.openAsks);
    expect(new Set(asks.map(({ ask }) => ask.agentId)).size).toBe(3);
    expect(asks.every(({ ask }) => ask.agentId !== undefined)).toBe(true);
    for (const ask of asks.toReversed()) ask.answer({ type: 'approve' });
    await host.until(() => host.dones.length > donesBefore);
    await running.idle();
    expect(['ant', 'bee', 'cat'].map((name) => existsSync(file(name)))).toEqual([true, true, true]);
    const tasks = host.parts('tool_call').filter(({ toolName }) => toolName === 'Task');
    for (const [index, task] of tasks.entries()) {
      const name = ['ant', 'bee', 'cat'][index];
      const own = host.messages.filter(({ parentToolCallId }) => parentToolCallId === task.toolCallId);
      const calls = own.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_call'));
      expect(calls).toMatchObject([{ input: { command: `mkdir ${name}` }, status: 'complete' }]);
      expect(task.result?.text).toContain(`${name} done`);
    }
  });

  test('[L7] an interrupt reaches a subagent that waits in the background', async () => {
    const { host } = running;
    const donesBefore = host.dones.length;
    const prompt = scripted(bash('mkdir dog'), say('dog done'));
    running.play(
      { blocks: [call('Task', { description: 'dog', subagent_type: 'general-purpose', prompt })] },
      { blocks: [say('It is at work.')] },
    );
    const ask = await host.nextAsk();
    await host.until(() => host.dones.length > donesBefore);
    await running.agent.interrupt();
    await running.idle();
    expect(ask.state).toBe('interrupted');
    expect(existsSync(file('dog'))).toBe(false);
  });
});
