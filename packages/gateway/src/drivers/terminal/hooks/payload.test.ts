import { describe, expect, test } from 'vitest';
import { readPayload } from './payload.ts';

// As Claude Code 2.1.325 sent them.
const common = {
  session_id: '51f6e018-c080-40ad-87d2-772796127a2c',
  transcript_path: '/home/ada/.claude/projects/-w/51f6e018-c080-40ad-87d2-772796127a2c.jsonl',
  cwd: '/w',
};
const turn = {
  ...common,
  prompt_id: '4bf4ac86-ad45-49e4-a06b-08f8aa3e8e2a',
  permission_mode: 'default',
  effort: { level: 'medium' },
};
const call = { tool_name: 'Bash', tool_input: { command: 'touch a.txt', description: 'x' } };
const id = { tool_use_id: 'toolu_demo_fd374984720545e687e2' };
const real: Record<string, object> = {
  SessionStart: { ...common, source: 'startup', model: 'claude-opus-5-5' },
  UserPromptSubmit: { ...turn, prompt: 'Do it' },
  PreToolUse: { ...turn, ...call, ...id },
  PermissionRequest: {
    ...turn,
    ...call,
    permission_suggestions: [{ type: 'addDirectories', directories: ['/w'], destination: 'session' }],
  },
  PostToolUse: {
    ...turn,
    ...call,
    ...id,
    tool_response: { stdout: '', stderr: '', interrupted: false },
    duration_ms: 96,
  },
  PostToolUseFailure: { ...turn, agent_id: 'a611d837d6191281d', ...call, ...id, error: 'Exit code 1' },
  PermissionDenied: { ...turn, ...call, ...id, reason: 'blocked' },
  Notification: { ...common, message: 'Claude is waiting for your input', notification_type: 'idle_prompt' },
  Stop: { ...turn, stop_hook_active: false, last_assistant_message: 'done', background_tasks: [], session_crons: [] },
  StopFailure: { ...common, error: 'unknown', last_assistant_message: 'API Error: 400 bad' },
  SubagentStop: { ...turn, agent_id: 'a611d837d6191281d', agent_type: 'general-purpose', stop_hook_active: false },
  SessionEnd: { ...common, reason: 'prompt_input_exit' },
};

async function readText(event: string, text: string) {
  return (await readPayload(event, Buffer.from(text))).payload;
}

function read(event: string, change: object = {}) {
  return readText(event, JSON.stringify({ hook_event_name: event, ...real[event], ...change }));
}

describe('a hook event', () => {
  test.each(Object.keys(real))('%s is read as Claude Code sends it', async (event) => {
    expect(await read(event)).toMatchObject({ hook_event_name: event, session_id: common.session_id, cwd: '/w' });
  });

  test('may have a permission mode that is not known yet', async () => {
    expect((await read('Stop', { permission_mode: 'yolo' })).permission_mode).toBeUndefined();
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['is not JSON', () => readText('Stop', '{'), /not valid JSON/],
    ['is nothing', () => readText('Stop', ''), /not valid JSON/],
    ['is not an object', () => readText('Stop', '[]'), /./],
    [
      'is of another kind than it says',
      () => readText('Stop', JSON.stringify({ hook_event_name: 'SessionEnd', ...real['SessionEnd'] })),
      /SessionEnd event, not Stop/,
    ],
    ['is not one that we know', () => read('Setup'), /./],
    ['has no session', () => read('Stop', { session_id: '../../etc' }), /session_id/],
    ['has an input that is no object', () => read('PreToolUse', { tool_input: 'rm' }), /tool_input/],
    ['has no tool call', () => read('PreToolUse', { tool_use_id: '' }), /tool_use_id/],
    ['has a path of any length', () => read('Stop', { transcript_path: 'x'.repeat(5000) }), /transcript_path/],
    [
      'is nested without end',
      () => readText('Stop', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
      /nested deeper/,
    ],
  ])('that %s is refused with a reason', async (_name, attempt, reason) => {
    await expect(attempt()).rejects.toThrow(reason);
  });
});
