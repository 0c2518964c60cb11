import { describe, expect, test } from 'vitest';
import { allowTouch, approvalDraft, openAsk, planDraft, questionDraft } from '../../../tests/support/asks.ts';
import type { AskStep, LogDraft } from './logEntry.ts';
import { logEntryData } from './logEntry.ts';
import { logEntryText } from './logEntryText.ts';

const device = { id: 'd1', name: 'Firefox on Linux' };
const answeredBy = { type: 'device', ...device } as const;
const receipt = { device: { id: 'd2', name: 'Safari on iPhone' }, at: 1 };
const channel = { id: '33333333-3333-4333-8333-333333333333', name: 'Bell', type: 'ntfy' } as const;
const step = (changed: AskStep['changed']) => ({ toolName: 'Bash', changed });

const texts: [LogDraft, string][] = [
  [{ type: 'ask_opened', data: { ask: openAsk(approvalDraft()) } }, 'Asked to use Bash: touch x.txt'],
  [{ type: 'ask_opened', data: { ask: openAsk(questionDraft()) } }, 'Asked: Which database? Which features?'],
  [{ type: 'ask_opened', data: { ask: openAsk(planDraft()) } }, 'Asked to accept a plan'],
  [
    { type: 'ask_opened', data: { ask: openAsk(approvalDraft(), { state: 'settled' }) } },
    'Asked to use Bash: touch x.txt; settled when the log began',
  ],
  [
    { type: 'ask_answered', data: step({ answer: { type: 'approve', updatedInput: {} }, answeredBy }) },
    'Bash: the answer is yes, with another input (on Firefox on Linux)',
  ],
  [
    { type: 'ask_answered', data: step({ answer: { type: 'approve', permissionMode: 'acceptEdits' }, answeredBy }) },
    'Bash: the answer is yes and to go on in mode “acceptEdits” (on Firefox on Linux)',
  ],
  [
    { type: 'ask_answered', data: step({ answer: { type: 'deny', message: 'not here' }, answeredBy }) },
    'Bash: the answer is no, “not here” (on Firefox on Linux)',
  ],
  [
    { type: 'ask_answered', data: step({ answer: { type: 'answers', answers: { '0': 'SQLite', '1': '["a","b"]' } } }) },
    'Bash: the answer is SQLite; a, b',
  ],
  [
    { type: 'ask_answered', data: step({ answer: { type: 'approve' }, answeredBy: { type: 'terminal' } }) },
    'Bash: the answer is yes (in the terminal)',
  ],
  [
    {
      type: 'ask_answered',
      data: step({ answer: { type: 'approve' }, answeredBy: { type: 'rule', id: 'r1', name: 'git status' } }),
    },
    'Bash: the answer is yes (by the rule “git status”)',
  ],
  [{ type: 'ask_settled', data: { ...step({}), gist: 'npm test' } }, 'Bash (npm test): the agent went on'],
  [{ type: 'ask_delivered', data: step({}) }, 'Bash: the answer was handed to the agent'],
  [{ type: 'ask_settled', data: step({}) }, 'Bash: the agent went on'],
  [{ type: 'ask_settled', data: step({ phase: 'contradicted' }) }, 'Bash: it ran all the same, against the answer'],
  [
    { type: 'ask_settled', data: step({ phase: 'contradicted', observed: 'did_not_run' }) },
    'Bash: it did not run, against the answer',
  ],
  [
    { type: 'ask_settled', data: step({ phase: 'contradicted', observed: 'ran', inTerminal: { type: 'approve' } }) },
    'Bash: not done as answered, for in the terminal the answer is yes',
  ],
  [
    { type: 'ask_explained', data: step({ inTerminal: { type: 'deny', message: 'Use pnpm.' } }) },
    'Bash: in the terminal the answer is no, “Use pnpm.”',
  ],
  [
    { type: 'ask_withdrawn', data: step({ withdrawalReason: 'answered_in_terminal' }) },
    'Bash: withdrawn. This was answered in the terminal.',
  ],
  [
    {
      type: 'ask_answered',
      data: step({
        answer: { type: 'approve' },
        answeredBy: { type: 'device', id: 'd1', name: 'Phone' },
        answeredWith: '3f1c1f8e-0000-4000-8000-000000000000',
      }),
    },
    'Bash: the answer is yes (on Phone), with the same ask of another session',
  ],
  [{ type: 'ask_reopened', data: step({}) }, 'Bash: the answer was taken back'],
  [{ type: 'ask_shown', data: step({ shown: [receipt] }) }, 'Bash: shown on Safari on iPhone'],
  [{ type: 'ask_seen', data: step({ seen: [receipt] }) }, 'Bash: seen on Safari on iPhone'],
  [
    { type: 'ask_parked', data: step({ parked: { at: 1, reason: 'limit', isOrphaned: false } }) },
    'Bash: parked. Nobody answered for long; the answer brings the agent back.',
  ],
  [
    { type: 'ask_parked', data: step({ parked: { at: 1, reason: 'agent_gone', isOrphaned: true } }) },
    'Bash: parked. The agent went away; this call cannot come back, so the answer is told in a message.',
  ],
  [{ type: 'ask_resumed', data: step({}) }, 'Bash: an agent waits for it again'],
  [{ type: 'ask_due', data: step({}) }, 'Bash: the answer goes on its way'],
  [{ type: 'ask_handed', data: step({}) }, 'Bash: the answer is on its way to the agent'],
  [
    {
      type: 'ask_delivery_failed',
      data: step({ failedDelivery: { attempts: 1, failedAt: 1, message: 'No key.', nextAt: 2 } }),
    },
    'Bash: the answer could not be delivered yet. No key.',
  ],
  [
    {
      type: 'ask_delivery_failed',
      data: step({ failedDelivery: { attempts: 3, failedAt: 1, message: 'No key.', nextAt: 2 } }),
    },
    'Bash: the answer could not be delivered yet, after 3 tries. No key.',
  ],
  [
    { type: 'ask_changed', data: { ...step({ expiresAt: 1 }), removed: ['reason'] } },
    'Bash: changed (expiresAt, reason)',
  ],
  [
    { type: 'rule_granted', data: { suggestions: [allowTouch], grantedBy: answeredBy } },
    'Granted on Firefox on Linux: Allow Bash(touch:*), for this session',
  ],
  [
    { type: 'session_created', data: { driver: 'sdk', cwd: '/shop', title: 'Shop', permissionMode: 'plan' } },
    'Session “Shop” created in /shop, in mode “plan”',
  ],
  [{ type: 'session_started', data: {} }, 'The agent runs'],
  [
    { type: 'session_ended', data: { reason: 'agent_gone', message: 'Killed.' } },
    'The agent ended: it went away (Killed.)',
  ],
  [
    { type: 'session_mode_chosen', data: { permissionMode: 'plan', device } },
    'Mode “plan” was chosen on Firefox on Linux',
  ],
  [{ type: 'session_mode_changed', data: { from: 'default', to: 'plan' } }, 'Mode changed from “default” to “plan”'],
  [{ type: 'session_removed', data: { title: 'Shop' } }, 'Session “Shop” removed'],
  [
    { type: 'session_changed', data: { title: 'Shop', model: 'opus', device } },
    'Session renamed to “Shop”; Model “opus” was chosen (on Firefox on Linux)',
  ],
  [
    { type: 'session_changed', data: { model: null, device } },
    'The agent’s own model was chosen (on Firefox on Linux)',
  ],
  [
    { type: 'past_session_moved', data: { to: 'trash', title: 'Shop', device } },
    'Past session “Shop” moved to the trash (on Firefox on Linux)',
  ],
  [
    { type: 'session_forked', data: { from: '11111111-1111-4111-8111-111111111111', messageId: 'msg_1', device } },
    'Forked from session 11111111-1111-4111-8111-111111111111, as far as message msg_1 (on Firefox on Linux)',
  ],
  [{ type: 'session_interrupted', data: { device } }, 'The agent was interrupted (on Firefox on Linux)'],
  [{ type: 'message_sent', data: { device } }, 'A message was sent (on Firefox on Linux)'],
  [{ type: 'pane_typed', data: { device } }, 'Typing into the terminal (on Firefox on Linux)'],
  [{ type: 'pane_resized', data: { device } }, 'The terminal was given another size (on Firefox on Linux)'],
  [{ type: 'answer_taken_back', data: { device } }, 'Asked to take the answer back (on Firefox on Linux)'],
  [
    { type: 'rule_removed', data: { text: 'Allow Bash(make)', file: '/work/s.json', device } },
    'Removed from /work/s.json (on Firefox on Linux): Allow Bash(make)',
  ],
  [
    { type: 'settings_changed', data: { sandbox: true, device } },
    'Settings were changed (on Firefox on Linux): new sessions run in a sandbox',
  ],
  [
    { type: 'settings_changed', data: { theme: 'dark', answerDelaySeconds: 3, device } },
    'Settings were changed (on Firefox on Linux): answers go out after 3 s; the theme is “dark”',
  ],
  [{ type: 'delivery_tried', data: { device } }, 'Asked to deliver the answer now (on Firefox on Linux)'],
  [{ type: 'login_code_issued', data: { device } }, 'A sign-in link was made (on Firefox on Linux)'],
  [{ type: 'login_code_issued', data: {} }, 'A sign-in link was made'],
  [{ type: 'login_code_cancelled', data: { device } }, 'A sign-in link was taken back (on Firefox on Linux)'],
  [{ type: 'device_signed_in', data: { device } }, 'Firefox on Linux signed in'],
  [
    { type: 'device_signed_in', data: { device, address: '192.168.1.7' } },
    'Firefox on Linux signed in (from 192.168.1.7)',
  ],
  [
    { type: 'sign_in_failed', data: { what: 'token', count: 1, address: '192.168.1.7', program: 'curl' } },
    'A wrong token was shown by curl (from 192.168.1.7)',
  ],
  [{ type: 'sign_in_failed', data: { what: 'code', count: 1 } }, 'A wrong sign-in code was shown'],
  [
    { type: 'sign_in_failed', data: { what: 'cookie', count: 1, device } },
    'The cookie of “Firefox on Linux” was shown without its key',
  ],
  [
    { type: 'sign_in_failed', data: { what: 'token', count: 40, address: '192.168.1.7' } },
    '40 times in a row something wrong was shown as a token (from 192.168.1.7)',
  ],
  [{ type: 'token_rotated', data: { by: device } }, 'The API token was replaced (on Firefox on Linux)'],
  [
    { type: 'device_renamed', data: { device, name: 'Desk', by: receipt.device } },
    'Device “Firefox on Linux” is called “Desk” now (on Safari on iPhone)',
  ],
  [
    { type: 'device_removed', data: { device, by: receipt.device } },
    'Device “Firefox on Linux” was removed (on Safari on iPhone)',
  ],
  [
    {
      type: 'folder_decided',
      data: { folder: '/a', digest: 'd', decision: 'without_settings', decidedBy: { type: 'device', ...device } },
    },
    'The folder /a is worked in without its settings (on Firefox on Linux)',
  ],
  [
    { type: 'folder_forgotten', data: { folder: '/a', by: device } },
    'The folder /a is asked about again (on Firefox on Linux)',
  ],
  [{ type: 'channel_made', data: { channel, device } }, 'Channel “Bell” (ntfy) was made (on Firefox on Linux)'],
  [
    { type: 'channel_changed', data: { channel, what: ['privacy', 'token'], device } },
    'Channel “Bell” was changed (on Firefox on Linux): privacy, token',
  ],
  [
    { type: 'channel_changed', data: { channel, what: ['isOn'], reason: 'The topic is gone.' } },
    'Channel “Bell” was changed: The topic is gone.',
  ],
  [
    { type: 'channel_removed', data: { channel, reason: 'The subscription has ended.' } },
    'Channel “Bell” was removed: The subscription has ended.',
  ],
  [
    { type: 'channel_tested', data: { channel, ok: false, detail: 'Nobody answered.', device } },
    'Channel “Bell” was tested (on Firefox on Linux), and failed: Nobody answered.',
  ],
  [
    { type: 'ask_called', data: step({ called: [{ channel, at: 1, ok: true, detail: 'Taken.' }] }) },
    'Bash: its person was called through “Bell”: Taken.',
  ],
  [
    {
      type: 'ask_called',
      data: step({ called: [{ channel, at: 1, ok: false, detail: 'Nobody answered.', reminder: 1 }] }),
    },
    'Bash: its person could not be called again through “Bell”: Nobody answered.',
  ],
  [{ type: 'gateway_started', data: { version: '1.2.3' } }, 'Beckon 1.2.3 started'],
  [{ type: 'gateway_stopped', data: {} }, 'Beckon stopped'],
  [
    { type: 'store_recovered', data: { since: 0, message: 'The disk was full.' } },
    'Could not write since 1970-01-01T00:00:00.000Z, and can again. The disk was full.',
  ],
  [
    { type: 'database_set_aside', data: { path: '/x' } },
    'The database was damaged and was set aside as /x; this log begins anew',
  ],
  [
    { type: 'history_pruned', data: { before: 0, asks: 1, entries: 2 } },
    'Forgot 1 asks and 2 entries from before 1970-01-01T00:00:00.000Z',
  ],
];

describe('logEntryText', () => {
  test.each(texts.map(([entry, text]) => [entry.type, entry, text] as const))('%s', (type, entry, text) => {
    expect(logEntryData[type].parse(entry.data)).toEqual(entry.data);
    expect(logEntryText(entry)).toBe(text);
  });

  test('every type has words', () => {
    expect(new Set(texts.map(([{ type }]) => type))).toEqual(new Set(Object.keys(logEntryData)));
  });
});
