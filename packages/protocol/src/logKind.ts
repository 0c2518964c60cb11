// What kinds of entries the audit log has, for those who look for one of them: every type of entry is of one kind.
import { z } from 'zod';
import type { LogEntryType } from './logEntry.ts';

/** `receipts`: where an ask was shown and seen, who was called about it, and how far its answer has come. There are several for every ask. */
export const LogKind = z.enum(['answers', 'agents', 'access', 'gateway', 'receipts']);
export type LogKind = z.infer<typeof LogKind>;

const names = LogKind.options.join('|');

/** One of them or several, with commas between. */
export const LogKinds = z
  .string()
  .regex(
    new RegExp(`^(?:${names})(?:,(?:${names}))*$`),
    `One or several of ${LogKind.options.join(', ')}, with commas.`,
  );

const kinds: Record<LogEntryType, LogKind> = {
  ask_opened: 'answers',
  ask_answered: 'answers',
  ask_settled: 'answers',
  ask_withdrawn: 'answers',
  ask_reopened: 'answers',
  ask_parked: 'answers',
  ask_resumed: 'answers',
  ask_delivery_failed: 'answers',
  ask_explained: 'answers',
  ask_changed: 'answers',
  rule_granted: 'answers',
  rule_removed: 'answers',
  answer_taken_back: 'answers',
  delivery_tried: 'answers',

  ask_shown: 'receipts',
  ask_seen: 'receipts',
  ask_called: 'receipts',
  ask_due: 'receipts',
  ask_handed: 'receipts',
  ask_delivered: 'receipts',

  session_created: 'agents',
  session_started: 'agents',
  session_ended: 'agents',
  session_mode_chosen: 'agents',
  session_mode_changed: 'agents',
  session_removed: 'agents',
  session_changed: 'agents',
  past_session_moved: 'agents',
  session_forked: 'agents',
  session_interrupted: 'agents',
  message_sent: 'agents',
  pane_typed: 'agents',
  pane_resized: 'agents',

  login_code_issued: 'access',
  login_code_cancelled: 'access',
  device_signed_in: 'access',
  sign_in_failed: 'access',
  token_rotated: 'access',
  device_renamed: 'access',
  device_removed: 'access',
  folder_decided: 'access',
  folder_forgotten: 'access',
  settings_changed: 'access',
  channel_made: 'access',
  channel_changed: 'access',
  channel_removed: 'access',
  channel_tested: 'access',

  gateway_started: 'gateway',
  gateway_stopped: 'gateway',
  store_recovered: 'gateway',
  database_set_aside: 'gateway',
  history_pruned: 'gateway',
};

/** The types of entries that are of these kinds, as `LogKinds` names them; undefined where all are wanted. */
export function typesOfKinds(wanted: string | undefined): LogEntryType[] | undefined {
  if (wanted === undefined) return undefined;
  const named = new Set(wanted.split(','));
  return (Object.keys(kinds) as LogEntryType[]).filter((type) => named.has(kinds[type]));
}
