// Scenarios in which the API itself fails, the way the real one sometimes does.
import { say, type Scenario } from '../script.ts';

export const trouble: Scenario[] = [
  {
    id: 'api-error',
    title: 'The API is overloaded',
    description: 'The CLI tries again by itself, then gives up and says so.',
    prompt: 'Show me what an overloaded API looks like',
    turns: [{ blocks: [], error: { status: 529, type: 'overloaded_error', message: 'Overloaded' } }],
  },
  {
    id: 'rate-limit',
    title: 'A rate limit',
    description: 'Two attempts are turned away; the third goes through.',
    prompt: 'Show me what a rate limit looks like',
    turns: [
      {
        blocks: [say('Through at last. Two attempts were turned away before this one.')],
        error: {
          status: 429,
          type: 'rate_limit_error',
          message: 'This request would exceed the rate limit of the demo',
          retryAfterSeconds: 1,
          times: 2,
        },
      },
    ],
  },
  {
    id: 'rejected-request',
    title: 'A rejected request',
    description: 'An error that trying again does not cure.',
    prompt: 'Show me what a rejected request looks like',
    turns: [
      {
        blocks: [],
        error: {
          status: 400,
          type: 'invalid_request_error',
          message: 'The demo rejects this request on purpose',
          retryable: false,
        },
      },
    ],
  },
];
