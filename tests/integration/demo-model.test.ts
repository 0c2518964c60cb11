// Plays every scenario of the demo model to the real agent and checks what became of it: the files in the workspace,
// what was asked, and what the model read back.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { query, type CanUseTool, type PermissionResult, type SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { call, say, scenarios, scratchWorkspaceFiles, scriptedPrompt, startDemoModel } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe('in one conversation', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent();
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  test('plain-talk and thinking ask for nothing', async () => {
    expect(await agent.play('plain-talk')).toMatchObject({ asks: [], said: expect.stringContaining('quiet') });
    expect(await agent.play('thinking')).toMatchObject({ asks: [], thought: expect.stringContaining('7 × 13') });
  });

  test('run-command asks for what writes, and not for what only reads', async () => {
    const { asks, said } = await agent.play('run-command');
    expect(asks).toMatchObject([{ toolName: 'Bash', input: { command: 'wc -w notes.txt > counts.txt' } }]);
    expect(await agent.file('counts.txt')).toMatch(/^\d+ notes.txt/);
    expect(said).toMatch(/Saved to `counts.txt`: \d+ notes.txt/);
  });

  test('write-file, edit-file and write-then-edit change files after approval', async () => {
    expect((await agent.play('write-file')).asks).toMatchObject([{ toolName: 'Write' }]);
    expect(await agent.file('SUMMARY.md')).toContain('4. The build folder');
    expect((await agent.play('edit-file')).asks).toMatchObject([{ toolName: 'Edit' }]);
    expect(await agent.file('src/greet.js')).toContain('Hello, stranger!');
    expect((await agent.play('write-then-edit')).asks).toMatchObject([{ toolName: 'Write' }, { toolName: 'Edit' }]);
    expect(await agent.file('CHANGELOG.md')).toContain('- greet() copes');
  });

  test('the same scenarios can be played again', async () => {
    expect((await agent.play('write-file')).asks).toHaveLength(1);
    expect((await agent.play('edit-file')).asks).toHaveLength(1);
  });

  test('deny-and-adapt reads the reason and proposes something else', async () => {
    const { asks, said } = await agent.play('deny-and-adapt', ({ input }) =>
      String(input['command']).startsWith('rm') ? { behavior: 'deny', message: 'keep a copy' } : { behavior: 'allow' },
    );
    expect(asks).toHaveLength(2);
    expect(said).toContain('You said “keep a copy”');
    expect(await agent.file('archive/build/greet.old.js')).toContain('module.exports');
  });

  test('a denial that a script has nothing for is still understood', async () => {
    const { said } = await agent.play('two-calls', () => ({ behavior: 'deny', message: 'not today' }));
    expect(said).toContain('You said: “not today”');
  });

  test('two-calls asks twice', async () => {
    expect((await agent.play('two-calls')).asks).toHaveLength(2);
    expect(await agent.file('b.txt')).toBe('b\n');
  });

  test('run-many runs as many commands as the prompt says', async () => {
    expect((await agent.send('Run 3 commands')).asks).toHaveLength(3);
    expect(await agent.file('steps.log')).toBe('1\n2\n3\n');
  });

  test.each([
    ['question', '- Which license should the project have? **MIT**'],
    ['question-multi', '- Which checks should run before a release? **Unit tests, Type check**'],
    ['questions-several', '- Should coverage be measured? **Yes**'],
    ['question-previews', '- Which layout should the README have? **Example first**'],
    ['confused-header', '- Which license should the project have? **MIT**'],
  ])('%s quotes the answers', async (id, line) => {
    const { asks, said } = await agent.play(id, answerFirst);
    expect(asks).toMatchObject([{ toolName: 'AskUserQuestion' }]);
    expect(said).toContain(line);
  });

  test.each(['confused-no-options', 'confused-nine-options'])('%s never reaches the person', async (id) => {
    const { asks, said } = await agent.play(id);
    expect(asks).toEqual([]);
    expect(said).toContain('My question was turned down: InputValidationError');
  });

  test('subagents ask at the same time, each under its own id, and report to their parent', async () => {
    const { asks, said } = await agent.play('subagents', togetherOnly(3));
    expect(new Set(asks.map(({ agentId }) => agentId)).size).toBe(3);
    expect(await agent.file('reviews/notes.txt')).toContain('notes.txt');
    expect(said).toContain('src/greet.js: reviewed');
    expect(said).toContain('README.md: reviewed');
  });

  test('long-answer arrives whole', async () => {
    expect((await agent.play('long-answer')).said).toMatch(/^# Conventions[\s\S]*to the end\.\s*$/);
  });

  test('slow-stream can be interrupted', async () => {
    const { said } = await agent.play('slow-stream', allow, (message) => {
      if (message.type === 'stream_event') void agent.interrupt();
    });
    expect(said).not.toContain('very much either');
    expect((await agent.play('plain-talk')).said).toContain('quiet');
  });

  test('api-error and rejected-request end the turn with an error', async () => {
    expect(await agent.play('api-error')).toMatchObject({ failed: true, said: expect.stringContaining('529') });
    expect(await agent.play('rejected-request')).toMatchObject({ failed: true, said: expect.stringContaining('400') });
  });

  test('rate-limit gives way after two attempts', async () => {
    const retries: SDKMessage[] = [];
    const played = await agent.play('rate-limit', allow, (message) => {
      if (message.type === 'system' && message.subtype === 'api_retry') retries.push(message);
    });
    expect(retries).toHaveLength(2);
    expect(played).toMatchObject({ failed: false, said: expect.stringContaining('Through at last') });
  });

  test('words sent while it works are acknowledged', async () => {
    const { said } = await agent.play('run-command', () => {
      agent.interject('and hurry');
      return { behavior: 'allow' };
    });
    expect(said).toContain('(Noted: “and hurry”)');
    expect(said).toContain('Saved to `counts.txt`');
  });

  test('a prompt can bring its own script', async () => {
    const prompt = scriptedPrompt([
      { blocks: [call('Bash', { command: 'touch scripted.txt' }, 'toolu_mine')] },
      { blocks: [say('Scripted.')] },
    ]);
    expect(await agent.send(prompt)).toMatchObject({ asks: [{ toolCallId: 'toolu_mine' }], said: 'Scripted.' });
  });

  test('an unknown prompt is answered with what can be tried', async () => {
    expect((await agent.send('Knock knock')).said).toContain('Help me choose a license');
  });
});

test('plan: sent back with feedback, it is revised; approved, it is carried out', async () => {
  await using agent = await startAgent('plan');
  let plans = 0;
  const { asks, said } = await agent.play('plan', ({ toolName }) => {
    if (toolName === 'ExitPlanMode') plans += 1;
    return plans === 1 ? { behavior: 'deny', message: 'add a test' } : { behavior: 'allow' };
  });
  expect(asks.map(({ toolName }) => toolName)).toEqual(['ExitPlanMode', 'ExitPlanMode', 'Write']);
  expect(said).toContain('I have worked your feedback in: “add a test”');
  expect(await agent.file('src/farewell.js')).toContain('Goodbye');
});

test('subagents-background: the turn ends while they wait, and their reports come later', async () => {
  await using agent = await startAgent();
  let release = () => {};
  const turnEnded = new Promise<void>((resolve) => (release = resolve));
  const first = await agent.play('subagents-background', async () => {
    await turnEnded;
    return { behavior: 'allow' };
  });
  expect(first.said).toContain('Three reviewers are at work');
  release();
  const reports = await agent.listenUntil((said) => said.match(/: reviewed/g)?.length === 3);
  expect(reports).toContain('Agent "Review README.md" finished');
});

interface Ask {
  toolName: string;
  toolCallId: string;
  agentId: string | undefined;
  input: Record<string, unknown>;
}
type Decide = (ask: Ask) => PermissionResult | Promise<PermissionResult>;

interface Played {
  asks: Ask[];
  said: string;
  thought: string;
  failed: boolean;
}
type Agent = Awaited<ReturnType<typeof startAgent>>;

/** The real agent on a demo model of its own, in a scratch workspace and with an empty home. */
async function startAgent(permissionMode: 'default' | 'plan' = 'default') {
  const model = await startDemoModel();
  const root = await mkdtemp(join(tmpdir(), 'beckon-demo-model-'));
  const cwd = join(root, 'workspace');
  await mkdir(join(root, 'home'), { recursive: true });
  for (const [path, content] of Object.entries(scratchWorkspaceFiles)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }

  const prompts = new PromptQueue();
  let decide: Decide = allow;
  let asks: Ask[] = [];
  const canUseTool: CanUseTool = async (toolName, input, { toolUseID, agentID }) => {
    const ask = { toolName, toolCallId: toolUseID, agentId: agentID, input };
    asks.push(ask);
    return decide(ask);
  };
  const agent = query({
    prompt: prompts.messages(),
    options: {
      cwd,
      permissionMode,
      canUseTool,
      settingSources: [],
      includePartialMessages: true,
      env: {
        PATH: process.env['PATH'],
        HOME: join(root, 'home'),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-ant-demo-0000000000000000000000',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    },
  });

  const send = async (prompt: string, deciding = allow, onMessage?: (message: SDKMessage) => void): Promise<Played> => {
    const played: Played = { asks: (asks = []), said: '', thought: '', failed: false };
    decide = deciding;
    prompts.push(prompt);
    for (;;) {
      const { value: message, done } = await agent.next();
      if (done) throw new Error('The agent ended');
      onMessage?.(message);
      const { text, thinking } = wordsOf(message);
      played.said += text;
      played.thought += thinking;
      if (message.type === 'result') return { ...played, failed: message.is_error };
    }
  };
  return {
    send,
    /** Sends a scenario's prompt, decides what is asked, and comes back at the end of the turn. */
    play: (id: string, deciding?: Decide, onMessage?: (message: SDKMessage) => void) => {
      const scenario = scenarios.find((candidate) => candidate.id === id);
      if (!scenario) throw new Error(`No scenario ${id}`);
      return send(scenario.prompt, deciding, onMessage);
    },
    interject: (text: string) => prompts.push(text),
    interrupt: () => agent.interrupt(),
    file: (path: string) => readFile(join(cwd, path), 'utf8'),
    listenUntil: async (isEnough: (said: string) => boolean): Promise<string> => {
      let said = '';
      while (!isEnough(said)) {
        const { value: message, done } = await agent.next();
        if (done) throw new Error(`The agent ended after: ${said}`);
        said += wordsOf(message).text;
      }
      return said;
    },
    [Symbol.asyncDispose]: async () => {
      prompts.end();
      agent.close();
      await model.close();
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What the main agent says in a message; its subagents' words reach it as results and reports. */
function wordsOf(message: SDKMessage): { text: string; thinking: string } {
  const words = { text: '', thinking: '' };
  if (message.type !== 'assistant' || message.parent_tool_use_id !== null) return words;
  for (const block of message.message.content) {
    if (block.type === 'text') words.text += block.text;
    if (block.type === 'thinking') words.thinking += block.thinking;
  }
  return words;
}

const allow: Decide = () => ({ behavior: 'allow' });

/** Answers with the first option, or the first two where several may be chosen. */
const answerFirst: Decide = ({ input }) => {
  const questions = input['questions'] as { question: string; multiSelect: boolean; options: { label: string }[] }[];
  const answers = questions.map(({ question, multiSelect, options }) => {
    const chosen = options.slice(0, multiSelect ? 2 : 1).map(({ label }) => label);
    return [question, chosen.join(', ')];
  });
  return { behavior: 'allow', updatedInput: { ...input, answers: Object.fromEntries(answers) } };
};

/** Approves nothing before so many asks wait at the same time. */
function togetherOnly(count: number): Decide {
  let waiting = 0;
  let release = () => {};
  const all = new Promise<void>((resolve) => (release = resolve));
  return async () => {
    waiting += 1;
    if (waiting === count) release();
    await all;
    return { behavior: 'allow' };
  };
}

/** The person's side of a streaming session: prompts go in as they come. */
class PromptQueue {
  #waiting: string[] = [];
  #ended = false;
  #wake = () => {};

  push(prompt: string): void {
    this.#waiting.push(prompt);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *messages() {
    while (!this.#ended) {
      const content = this.#waiting.shift();
      if (content === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else yield { type: 'user' as const, message: { role: 'user' as const, content }, parent_tool_use_id: null };
    }
  }
}
