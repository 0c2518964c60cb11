// What the demo model was asked, for tests to look at, and how often it was asked the very same thing.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { MessagesRequest } from './messagesApi.ts';

export interface ReceivedRequest extends MessagesRequest {
  readonly sessionId: string | undefined;
  /** Set where a subagent asks. */
  readonly agentId: string | undefined;
  /** How often this very request came before: a client tries again after an error. */
  readonly attempt: number;
}

export class RequestLog {
  readonly entries: ReceivedRequest[] = [];
  readonly #digests: string[] = [];

  add(body: MessagesRequest, headers: IncomingHttpHeaders): ReceivedRequest {
    const sessionId = headerText(headers['x-claude-code-session-id']);
    const agentId = headerText(headers['x-claude-code-agent-id']);
    const digest = createHash('sha256')
      .update(JSON.stringify([sessionId, agentId, body.messages]))
      .digest('base64');
    const attempt = this.#digests.filter((earlier) => earlier === digest).length;
    const entry = { ...body, sessionId, agentId, attempt };
    this.entries.push(entry);
    this.#digests.push(digest);
    if (this.entries.length > CAPACITY) {
      this.entries.shift();
      this.#digests.shift();
    }
    return entry;
  }
}

// A demo may run for days, and every request holds its whole conversation.
const CAPACITY = 200;

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
