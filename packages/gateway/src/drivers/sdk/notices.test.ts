import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, test } from 'vitest';
import { noticeFor } from './notices.ts';

const notice = (message: object) => noticeFor(message as SDKMessage);
const system = (subtype: string, more: object) => ({ type: 'system', subtype, ...more });

describe('told', () => {
  test.each([
    [
      system('api_retry', {
        attempt: 2,
        max_retries: 10,
        retry_delay_ms: 2400,
        error_status: 529,
        error: 'overloaded',
      }),
      'warning: The model’s service answered 529 (overloaded). Trying again in 2 s, attempt 2 of 10.',
    ],
    [
      system('api_retry', {
        attempt: 1,
        max_retries: 10,
        retry_delay_ms: 100,
        error_status: null,
        error: 'server_error',
      }),
      'warning: The model’s service did not answer (server error). Trying again in 1 s, attempt 1 of 10.',
    ],
    [
      {
        type: 'rate_limit_event',
        rate_limit_info: { status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.925 },
      },
      'warning: You have used 93 % of the five-hour limit.',
    ],
    [
      {
        type: 'rate_limit_event',
        rate_limit_info: { status: 'rejected', rateLimitType: 'seven_day', resetsAt: 1_800_000_000 },
      },
      'error: The weekly limit is used up. It resets at 2027-01-15 08:00 UTC.',
    ],
    [
      system('compact_boundary', { compact_metadata: { trigger: 'auto', pre_tokens: 150_000, post_tokens: 9000 } }),
      'info: To make room, the conversation so far was summarised for the agent (150,000 tokens to 9,000).',
    ],
    [system('status', { compact_result: 'failed', compact_error: 'Too long' }), 'warning: Too long.'],
    [
      system('permission_denied', { tool_name: 'Bash', decision_reason: 'a rule forbids it', message: 'no' }),
      'warning: Bash was denied without asking: a rule forbids it',
    ],
    [
      system('model_refusal_fallback', { content: 'Went on with another model' }),
      'warning: Went on with another model',
    ],
    [system('informational', { level: 'notice', content: 'By the way' }), 'info: By the way'],
    [
      { type: 'auth_status', isAuthenticating: false, output: [], error: 'expired' },
      'error: Signing in failed: expired',
    ],
    [
      { type: 'conversation_reset' },
      'info: The conversation was cleared: the agent no longer remembers what is above.',
    ],
  ])('%j', (message, told) => {
    const { level, text } = notice(message) ?? {};
    expect(`${level}: ${text}`).toBe(told);
  });
});

describe('passed over', () => {
  test.each([
    [{ type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } }],
    [{ type: 'auth_status', isAuthenticating: true, output: [] }],
    [system('status', { status: 'requesting' })],
    [system('informational', { level: 'info', content: 'detail' })],
    [system('notification', { priority: 'low', text: 'tip' })],
    [system('hook_started', {})],
    [{ type: 'tool_progress' }],
  ])('%j', (message) => {
    expect(notice(message)).toBeUndefined();
  });
});
