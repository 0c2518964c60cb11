// Numbers, times and folders as people write them.
import type { Session, Usage } from '@beckon/protocol';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const grouped = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000);
  if (seconds < 45) return 'just now';
  if (seconds < 3600) return relative.format(-Math.max(1, Math.round(seconds / 60)), 'minute');
  if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), 'hour');
  return relative.format(-Math.round(seconds / 86_400), 'day');
}

export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function hasUsage({ inputTokens, outputTokens, costUsd = 0 }: Usage): boolean {
  return inputTokens + outputTokens + costUsd > 0;
}

/** What was used, and what it cost where that is known. */
export function usageWords(usage: Usage): string {
  const { costUsd } = usage;
  return costUsd === undefined ? tokenCount(usage) : `${tokenCount(usage)} · ${cost(costUsd)}`;
}

function tokenCount({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): string {
  return `${compact.format(inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens)} tokens`;
}

/** The model that its terminal runs on, how much that has before it, and what runs in the background. */
export function terminalWords({ state, terminal }: Pick<Session, 'state' | 'terminal'>): string {
  const { model, contextTokens, shells } = (state === 'dead' ? undefined : terminal) ?? {};
  const context = contextTokens === undefined ? undefined : `${compact.format(contextTokens)} in context`;
  const background = shells === undefined ? undefined : `${count(shells, 'shell')} in the background`;
  return [model, context, background].filter((words) => words !== undefined).join(' · ');
}

export function cost(usd: number): string {
  return usd > 0 && usd < 0.01 ? '< $0.01' : `$${usd.toFixed(2)}`;
}

/** The home folder as `~`, and of what is left the last two parts. */
export function shortFolder(path: string): string {
  const homely = path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, '~');
  const parts = homely.split('/').filter((part) => part !== '');
  if (parts.length <= 2) return homely;
  const tail = parts.slice(-2).join('/');
  return parts.length === 3 && parts[0] === '~' ? homely : `…/${tail}`;
}

/** As disks are sold: a thousand bytes to the kilobyte. */
export function byteSize(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  const megabytes = bytes / 1_000_000;
  return `${grouped.format(megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes))} MB`;
}

/** Of asks whose turn to be opened has not come. */
export function moreWait(amount: number): string {
  return `and ${grouped.format(amount)} more ${amount === 1 ? 'waits' : 'wait'} behind these`;
}

export function count(amount: number, thing: string): string {
  return `${amount} ${thing}${amount === 1 ? '' : 's'}`;
}
