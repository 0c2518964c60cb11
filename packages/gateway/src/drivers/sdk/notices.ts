// What the agent's runtime has to say beside the conversation, in sentences for its person.
import type {
  SDKAPIRetryMessage,
  SDKAssistantMessage,
  SDKMessage,
  SDKRateLimitInfo,
} from '@anthropic-ai/claude-agent-sdk';
import type { NoticeLevel } from '@beckon/protocol';
import { apiErrorSentence, compactionSentence, endSentence } from '../sentences.ts';

export interface Notice {
  level: NoticeLevel;
  text: string;
  isRateLimit?: true;
}

/** Undefined for what nobody needs to read, and for types of messages that are not known here. */
export function noticeFor(message: SDKMessage): Notice | undefined {
  switch (message.type) {
    case 'rate_limit_event':
      return rateLimit(message.rate_limit_info);
    case 'auth_status':
      return message.error === undefined ? undefined : error(`Signing in failed: ${message.error}`);
    case 'conversation_reset':
      return info('The conversation was cleared: the agent no longer remembers what is above.');
    case 'system':
      return systemNotice(message);
    default:
      return undefined;
  }
}

/** An answer of the API that stands in place of the model's. */
export function apiErrorText({ message, error: kind }: SDKAssistantMessage): string {
  const said = message.content.flatMap((block) => (block.type === 'text' ? [block.text.trim()] : [])).join(' ');
  return apiErrorSentence({ said, kind });
}

function systemNotice(message: SDKMessage & { type: 'system' }): Notice | undefined {
  switch (message.subtype) {
    case 'api_retry':
      return warning(retry(message));
    case 'compact_boundary': {
      const { pre_tokens: before, post_tokens: after } = message.compact_metadata;
      return info(compactionSentence({ before, after }));
    }
    case 'status':
      if (message.compact_result !== 'failed') return undefined;
      return warning(endSentence(message.compact_error ?? 'The conversation could not be summarised'));
    case 'permission_denied':
      return warning(`${message.tool_name} was denied without asking: ${message.decision_reason ?? message.message}`);
    case 'model_refusal_fallback':
    case 'model_refusal_no_fallback':
      return warning(message.content);
    case 'informational':
      if (message.level === 'info') return undefined;
      return message.level === 'warning' ? warning(message.content) : info(message.content);
    case 'notification':
      return message.priority === 'high' || message.priority === 'immediate' ? info(message.text) : undefined;
    case 'local_command_output':
      return info(message.content);
    case 'session_writes_lost':
      return warning('The disk is full: the agent could not save all of this conversation. Free some space.');
    default:
      return undefined;
  }
}

function retry({
  attempt,
  max_retries: limit,
  retry_delay_ms: delayMs,
  error_status: status,
  error: kind,
}: SDKAPIRetryMessage) {
  const what = status === null ? 'The model’s service did not answer' : `The model’s service answered ${status}`;
  const delay = `${Math.max(1, Math.round(delayMs / 1000))} s`;
  return `${what} (${kind.replaceAll('_', ' ')}). Trying again in ${delay}, attempt ${attempt} of ${limit}.`;
}

function rateLimit({ status, rateLimitType, utilization, resetsAt }: SDKRateLimitInfo): Notice | undefined {
  const limit = rateLimitType === undefined ? 'usage limit' : limitNames[rateLimitType];
  const reset = resetsAt === undefined ? '' : ` It resets at ${utc(resetsAt)}.`;
  switch (status) {
    case 'allowed':
      return undefined;
    case 'allowed_warning': {
      const share = utilization === undefined ? 'most' : `${Math.round(utilization * 100)} %`;
      return warning(`You have used ${share} of the ${limit}.${reset}`);
    }
    case 'rejected':
      return { ...error(`The ${limit} is used up.${reset}`), isRateLimit: true };
    default:
      return undefined;
  }
}

const limitNames: Record<NonNullable<SDKRateLimitInfo['rateLimitType']>, string> = {
  five_hour: 'five-hour limit',
  seven_day: 'weekly limit',
  seven_day_opus: 'weekly limit for Opus',
  seven_day_sonnet: 'weekly limit for Sonnet',
  seven_day_overage_included: 'weekly limit, extra usage included',
  overage: 'extra usage',
};

function utc(epochSeconds: number): string {
  const at = new Date(epochSeconds * 1000);
  return Number.isNaN(at.getTime()) ? 'an unknown time' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const info = (text: string): Notice => ({ level: 'info', text });
const warning = (text: string): Notice => ({ level: 'warning', text });
const error = (text: string): Notice => ({ level: 'error', text });
