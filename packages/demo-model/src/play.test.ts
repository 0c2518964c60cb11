import { describe, expect, test } from 'vitest';
import { MessagesRequest } from './messagesApi.ts';
import { nextTurn } from './play.ts';
import { scriptedPrompt } from './promptScript.ts';
import { call, say, type Script, type Turn } from './script.ts';

const copy: Script = {
  prompt: 'Copy the file',
  turns: [
    {
      blocks: [call('Bash', { command: 'cp a b' })],
      whenDenied: [say('Because of “{{reason}}”:'), call('Bash', { command: 'ln a b # {{reason}}' })],
    },
    { blocks: [say('Copied: {{result}}')] },
  ],
};
const greet: Script = { prompt: 'Greet me', turns: [{ blocks: [say('Hello')] }] };

const repertoire = {
  scripts: [copy, greet],
  elsewhere: (attachments: readonly string[]) => `try something ${attachments.join()}`,
};

function play(messages: unknown[], { attempt = 0, tools = [{ name: 'Bash' }] } = {}): Turn {
  return nextTurn(MessagesRequest.parse({ model: 'demo', tools, messages }), repertoire, attempt);
}

const prompt = (text: string) => ({ role: 'user', content: text });
const called = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] };
const said = { role: 'assistant', content: 'Something' };
const back = (content: string, is_error = false) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't', content, is_error }],
});
const interjection = (text: string) => ({
  role: 'system',
  content: `The user sent a new message while you were working:\n${text}\n\nThis is how Claude Code surfaces messages`,
});

describe('the place in a script', () => {
  test('is its first turn after the prompt, whatever its case and ending', () => {
    expect(play([prompt('copy the FILE, please')]).blocks).toEqual([call('Bash', { command: 'cp a b' })]);
  });

  test('moves on with each result, which the next turn can quote', () => {
    expect(play([prompt('Copy the file'), called, back('done')]).blocks).toEqual([say('Copied: done')]);
  });

  test('is a detour as long as the person says no', () => {
    const once = play([prompt('Copy the file'), called, back('too big', true)]);
    expect(once.blocks).toEqual([say('Because of “too big”:'), call('Bash', { command: 'ln a b # too big' })]);
    const twice = play([prompt('Copy the file'), called, back('no', true), called, back('never', true)]);
    expect(twice.blocks[0]).toEqual(say('Because of “never”:'));
    const then = play([prompt('Copy the file'), called, back('no', true), called, back('linked')]);
    expect(then.blocks).toEqual([say('Copied: linked')]);
  });

  test('is an apology where a call fails and the script has nothing for that', () => {
    const turn = play([prompt('Copy the file'), called, back('Exit code 1', true)]);
    expect(turn.blocks).toEqual([say('That did not work: Exit code 1')]);
  });

  test('is past the end once all is said', () => {
    expect(play([prompt('Greet me'), said, prompt('Continue from where you left off.')]).blocks).toEqual([
      say('That was all for this one. Send another prompt to go on.'),
    ]);
  });

  test('belongs to the last prompt', () => {
    expect(play([prompt('Copy the file'), called, back('ok'), said, prompt('Greet me')]).blocks).toEqual([
      say('Hello'),
    ]);
  });

  test('is kept over a resumed session', () => {
    const resumed = [prompt('Copy the file'), called, back('done'), prompt('Continue from where you left off.')];
    expect(play(resumed).blocks).toEqual([say('Copied: done')]);
  });
});

describe('words in mid-turn', () => {
  test('are acknowledged, and the script goes on', () => {
    expect(play([prompt('Copy the file'), called, back('done'), interjection('hurry')]).blocks).toEqual([
      say('(Noted: “hurry”)\n\n'),
      say('Copied: done'),
    ]);
  });

  test('take over where they start a script', () => {
    expect(play([prompt('Copy the file'), called, back('done'), interjection('Greet me')]).blocks).toEqual([
      say('Hello'),
    ]);
  });
});

describe('an error', () => {
  const failing = (times?: number) =>
    scriptedPrompt([{ blocks: [say('ok')], error: { status: 529, type: 'overloaded_error', message: 'Busy', times } }]);

  test('comes on every attempt unless the script says how often', () => {
    expect(play([prompt(failing())], { attempt: 7 }).error?.status).toBe(529);
    expect(play([prompt(failing(2))], { attempt: 1 }).error?.status).toBe(529);
    expect(play([prompt(failing(2))], { attempt: 2 })).toMatchObject({ error: undefined, blocks: [say('ok')] });
  });
});

describe('a prompt', () => {
  test('can bring its own script, fences inside it included', () => {
    const inner = scriptedPrompt([{ blocks: [say('I am the subagent')] }]);
    const turns = [{ blocks: [call('Agent', { prompt: inner })] }];
    expect(play([prompt(scriptedPrompt(turns))]).blocks).toEqual(turns[0]?.blocks);
    expect(play([prompt(inner)]).blocks).toEqual([say('I am the subagent')]);
  });

  test('with a malformed script is told what is wrong', () => {
    const [block] = play([prompt('```demo\n{"turns": [{}]}\n```')]).blocks;
    expect(block).toMatchObject({ type: 'text', text: expect.stringContaining('turns[0].blocks') });
  });

  test('that nothing matches gets suggestions', () => {
    const attached = { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'hm' }] };
    expect(play([attached]).blocks).toEqual([say('try something image')]);
  });
});

test('a request without tools gets a title', () => {
  const title = (text: string) => play([prompt(text)], { tools: [] }).blocks;
  expect(title('Tidy up the notes and write a summary')).toEqual([say('Tidy up the notes and write …')]);
  expect(title(scriptedPrompt([{ blocks: [say('hi')] }], 'Say hi'))).toEqual([say('Say hi')]);
});
