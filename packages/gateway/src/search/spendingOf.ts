// What a line of a transcript says was spent: tokens with each message of the model's, money when a conversation ends.
import type { Usage } from '@beckon/protocol';
import { type Fields, fieldsOf, textOf } from '../drivers/claude/transcript/fields.ts';
import { readUsage } from '../drivers/claude/transcript/spending.ts';

export interface MessageSpending {
  messageId: string;
  model: string;
  usage: Usage;
}

/** Each line of a message says anew what all of it has spent: the last one counts. */
export function spentWith(line: Fields): MessageSpending | undefined {
  const message = line['type'] === 'assistant' ? fieldsOf(line['message']) : undefined;
  const [messageId, model, usage] = [textOf(message?.['id']), textOf(message?.['model']), fieldsOf(message?.['usage'])];
  if (!messageId || !model || !usage || model === '<synthetic>' || line['isApiErrorMessage'] === true) return undefined;
  const read = readUsage(usage);
  if (Object.values(read).some((tokens = 0) => tokens > mostTokens)) return undefined;
  return { messageId, model: model.slice(0, 200), usage: read };
}

/** More than anybody spends at once: sums of larger numbers could not be told any more. */
const mostTokens = 1_000_000_000;
const mostUsd = 1_000_000;

/** By model, in dollars, of the whole conversation so far, as a `cost-state` line says it. */
export type Costs = Record<string, number>;

export function costsIn(line: Fields): Costs | undefined {
  const models = line['type'] === 'cost-state' ? fieldsOf(line['modelUsage']) : undefined;
  if (!models) return undefined;
  const costs = Object.entries(models).flatMap(([model, used]) => {
    const usd = fieldsOf(used)?.['costUSD'];
    return typeof usd === 'number' && usd >= 0 && usd <= mostUsd ? [[model.slice(0, 200), usd] as const] : [];
  });
  return costs.length > 100 ? undefined : Object.fromEntries(costs);
}

/** What has come since the last time; a process that began to count anew says less than was said before. */
export function costsSince(before: Costs, now: Costs): Costs {
  const added = Object.entries(now).map(([model, usd]) => {
    const known = before[model] ?? 0;
    return [model, usd >= known ? usd - known : usd] as const;
  });
  return Object.fromEntries(added.filter(([, usd]) => usd > 0));
}
