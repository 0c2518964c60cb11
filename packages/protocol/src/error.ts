// Every way in which the gateway says no: one closed table, so that clients can act on the code and people on the
// sentence.
import { z } from 'zod';
import { Ask } from './ask/ask.ts';

export const errorStatuses = {
  invalid_request: 400,
  folder_not_found: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  session_not_found: 404,
  ask_not_found: 404,
  device_not_found: 404,
  channel_not_found: 404,
  trusted_folder_not_found: 404,
  ask_kind_mismatch: 404,
  already_answered: 409,
  /** The call has been asked about more than once, and the answer does not say which ask it is for. */
  ask_ambiguous: 409,
  /** The file that an edit would change is not the one that was shown. The ask is open, and now has it as it is. */
  file_changed: 409,
  session_exists: 409,
  /** An agent that Beckon did not start is in this conversation right now. */
  runs_elsewhere: 409,
  /** Its person has switched the index off. */
  search_off: 409,
  ask_withdrawn: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  internal: 500,
  not_supported: 501,
  agent_unavailable: 503,
  store_unavailable: 503,
  shutting_down: 503,
  /** Never sent by a gateway: a client could not reach one, or got no sensible reply. */
  unreachable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
export const ErrorCode = z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]);

export const ErrorBody = z.object({
  error: z.object({
    code: ErrorCode,
    message: z.string(),
    /** The ask as it stands, where someone else's answer won or it was withdrawn. */
    ask: Ask.optional(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export class BeckonError extends Error {
  readonly code: ErrorCode;
  readonly ask: Ask | undefined;

  /** `message` tells the person what is wrong and what to do about it; `cause` is kept for the log. */
  constructor(code: ErrorCode, message: string, detail: { ask?: Ask; cause?: unknown } = {}) {
    super(message, { cause: detail.cause });
    this.name = 'BeckonError';
    this.code = code;
    this.ask = detail.ask;
  }

  get status(): number {
    return errorStatuses[this.code];
  }

  toBody(): ErrorBody {
    return { error: { code: this.code, message: this.message, ...(this.ask && { ask: this.ask }) } };
  }

  /** The one funnel from `unknown`. */
  static from(thrown: unknown): BeckonError {
    if (thrown instanceof BeckonError) return thrown;
    if (thrown instanceof z.ZodError)
      return new BeckonError('invalid_request', describeIssues(thrown), { cause: thrown });
    return new BeckonError('internal', 'Something went wrong inside Beckon. Its log says what.', { cause: thrown });
  }

  static fromBody(body: unknown): BeckonError | undefined {
    const parsed = ErrorBody.safeParse(body);
    if (!parsed.success) return undefined;
    const { code, message, ask } = parsed.data.error;
    return new BeckonError(code, message, ask ? { ask } : {});
  }
}

function describeIssues(error: z.ZodError): string {
  const sentences = error.issues.slice(0, 3).map(({ path, message }) => {
    const field = path.join('.');
    return field ? `“${field}”: ${message}` : message;
  });
  return sentences.join('; ');
}
