import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ToolCallCorrelation } from './correlate.ts';
import type { HookPayload, PermissionRequest, PreToolUse } from './payload.ts';

const session = '6f2c1f8e-5f0b-4b8e-9d5a-0d6a3c1b7e01';
const common = { session_id: session, transcript_path: '/p/s.jsonl', cwd: '/w', tool_name: 'Bash' };
const touch = { command: 'touch a.txt', timeout: 5 };

const pre = (tool_use_id: string, change: Partial<PreToolUse> = {}): PreToolUse => ({
  ...common,
  hook_event_name: 'PreToolUse',
  tool_input: touch,
  tool_use_id,
  ...change,
});
const ask = (change: Partial<PermissionRequest> = {}): PermissionRequest => ({
  ...common,
  hook_event_name: 'PermissionRequest',
  tool_input: touch,
  ...change,
});
const post = (tool_use_id: string): HookPayload => ({
  ...common,
  hook_event_name: 'PostToolUse',
  tool_input: touch,
  tool_use_id,
  tool_response: {},
});
const stop: HookPayload = { ...common, hook_event_name: 'Stop', background_tasks: [] };

function after(...events: HookPayload[]): ToolCallCorrelation {
  const correlation = new ToolCallCorrelation();
  for (const event of events) correlation.observe(event);
  return correlation;
}

describe('a permission request is about', () => {
  test.each<[string, HookPayload[], PermissionRequest, string | undefined]>([
    ['the call just before it', [pre('a')], ask(), 'a'],
    ['nothing, where no call is known', [], ask(), undefined],
    ['no call of another session', [pre('a', { session_id: session.replace('01', '02') })], ask(), undefined],
    ['no call of another tool', [pre('a', { tool_name: 'Write' })], ask(), undefined],
    ['no call of another agent', [pre('a', { agent_id: 'sub' })], ask(), undefined],
    ['the call of its own agent', [pre('a'), pre('b', { agent_id: 'sub' })], ask({ agent_id: 'sub' }), 'b'],
    ['the call with its input', [pre('a', { tool_input: { command: 'ls' } }), pre('b')], ask(), 'b'],
    [
      'that call, whatever the order of the keys',
      [pre('a')],
      ask({ tool_input: { timeout: 5, command: 'touch a.txt' } }),
      'a',
    ],
    ['the only call there is, where a hook changed its input', [pre('a')], ask({ tool_input: { command: 'ls' } }), 'a'],
    ['none of two that have another input', [pre('a'), pre('b')], ask({ tool_input: { command: 'ls' } }), undefined],
    ['the first of two that are the same', [pre('a'), pre('b')], ask(), 'a'],
    ['no call that has its result', [pre('a'), pre('b'), post('a')], ask(), 'b'],
    ['no call of a turn that is over', [pre('a'), stop], ask(), undefined],
    [
      'a call of a subagent that works on after it',
      [pre('a', { agent_id: 'sub' }), stop],
      ask({ agent_id: 'sub' }),
      'a',
    ],
    [
      'no call of a session that is over',
      [pre('a'), { ...common, hook_event_name: 'SessionEnd', reason: 'other' }],
      ask(),
      undefined,
    ],
  ])('%s', (_name, events, request, expected) => {
    expect(after(...events).claim(request)).toBe(expected);
  });

  test('[C8] each of several that are the same, in order, and none twice', () => {
    const correlation = after(pre('a'), pre('b'), pre('c'));
    expect([1, 2, 3, 4].map(() => correlation.claim(ask()))).toEqual(['a', 'b', 'c', undefined]);
  });
});

test('a call that is reported again after its end is a replay', () => {
  const correlation = after(pre('a'));
  expect(correlation.observe(pre('a'))).toBe(true);
  correlation.claim(ask());
  correlation.observe(post('a'));
  expect(correlation.observe(pre('a'))).toBe(false);
  expect(correlation.claim(ask())).toBeUndefined();
});

test('a call that the transcript shows as done is asked about no more', () => {
  const correlation = after(pre('a'), pre('b'));
  correlation.close(session, 'a');
  expect(correlation.claim(ask())).toBe('b');
});

test('calls that never end do not pile up', () => {
  const correlation = after(...Array.from({ length: 7000 }, (_, index) => pre(`call ${index}`)));
  expect(correlation.claim(ask())).toBe('call 2000');
});

test('[C8] however calls, requests and results interleave, each request gets an open call of its own with its input', () => {
  const step = fc.record({
    kind: fc.constantFrom('pre', 'ask', 'post'),
    input: fc.constantFrom(1, 2),
    agent: fc.constantFrom(undefined, 'sub'),
    pick: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const correlation = new ToolCallCorrelation();
      const open = new Map<string, { input: number; agent: string | undefined }>();
      const claimed = new Set<string>();
      for (const [index, { kind, input, agent, pick }] of steps.entries()) {
        const fields = { tool_input: { input }, ...(agent !== undefined && { agent_id: agent }) };
        if (kind === 'pre') {
          open.set(`c${index}`, { input, agent });
          correlation.observe(pre(`c${index}`, fields));
        } else if (kind === 'post') {
          const id = [...open.keys()][pick % Math.max(1, open.size)];
          if (id === undefined) continue;
          open.delete(id);
          correlation.observe(post(id));
        } else {
          const id = correlation.claim(ask(fields));
          const ofAgent = [...open].filter(([key, call]) => call.agent === agent && !claimed.has(key));
          const same = ofAgent.filter(([, call]) => call.input === input);
          expect(id).toBe(same[0]?.[0] ?? (ofAgent.length === 1 ? ofAgent[0]?.[0] : undefined));
          if (id !== undefined) claimed.add(id);
        }
      }
    }),
  );
});
