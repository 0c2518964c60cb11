// Calls as the gateway makes them, for tests of what sends them.
import type { AskId, SessionId } from '@beckon/protocol';
import type { Call } from '../../packages/gateway/src/notify/sender.ts';

export function callOf(changes: Partial<Call> = {}): Call {
  return {
    id: 'ask:0f1d6a52-9a4c-4c6e-8f55-2b7d7a1c9e10',
    occasion: 'ask',
    at: 1_700_000_000_000,
    isReminder: false,
    title: 'Run npm test',
    body: 'in shop, low risk',
    url: 'https://beckon.example/sessions/s1',
    sessionId: 's1' as SessionId,
    ask: { id: '0f1d6a52-9a4c-4c6e-8f55-2b7d7a1c9e10' as AskId, risk: 'low' },
    actions: [
      { label: 'Approve', url: 'https://beckon.example/api/actions', proof: 'proof-of-approve' },
      { label: 'Deny', url: 'https://beckon.example/api/actions', proof: 'proof-of-deny' },
    ],
    waiting: 1,
    ...changes,
  };
}

/** Text of an agent that tries what text can try: to act, to hide, to break out of where it stands. */
export const hostileText =
  'rm -rf /\u001b[2K\u0000\u202e\r\nX-Injected: 1\r\n\r\n<b>*bold*</b> [safe](https://evil.example) @everyone <!channel> =?UTF-8?Q?evil?= \ud83d';
