// Sentences for the person, and some for the agent, that every driver says alike.

/** An answer of the API that stands in place of the model's: what it says, and what to do about it. */
export function apiErrorSentence({ said, kind }: { said: string; kind: string | undefined }): string {
  const advice = kind !== undefined && Object.hasOwn(adviceByError, kind) ? adviceByError[kind] : undefined;
  return [endSentence(said || 'The model could not be reached'), ...(advice ? [advice] : [])].join(' ');
}

export function compactionSentence({ before, after }: { before: number; after: number | undefined }): string {
  const size = after === undefined ? `${count(before)} tokens` : `${count(before)} tokens to ${count(after)}`;
  return `To make room, the conversation so far was summarised for the agent (${size}).`;
}

export const endSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

const signIn = 'Sign in with `claude` in a terminal on the machine that Beckon runs on, or check the API key.';
const later = 'Wait a while, then send the message again.';
/** By the CLI's own names for what went wrong. */
const adviceByError: Record<string, string> = {
  authentication_failed: signIn,
  oauth_org_not_allowed: signIn,
  cloud_credential_error: 'Check the cloud credentials on the machine that Beckon runs on.',
  billing_error: 'Check the billing of the account, then send the message again.',
  rate_limit: later,
  overloaded: later,
  server_error: later,
  model_not_found: 'Choose another model, then send the message again.',
};

const count = (tokens: number) => tokens.toLocaleString('en-US');

/** What an agent reads that still waits, where nobody will answer it any more. */
export function unansweredSentence(why = 'This request was withdrawn before the person responded.'): string {
  return `${why} The tool did not run. Go on without it where you can; otherwise stop and say what you need.`;
}

export const notInTime = 'The person did not respond in time.';
