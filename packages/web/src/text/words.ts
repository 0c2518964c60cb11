// Numbers, times and folders as people write them.
import type { Usage } from '@beckon/protocol';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
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

export function hasUsage({ inputTokens, outputTokens, costUsd }: Usage): boolean {
  return inputTokens + outputTokens + costUsd > 0;
}

export function tokenCount({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): string {
  return `${compact.format(inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens)} tokens`;
}

export function cost({ costUsd }: Usage): string {
  return costUsd > 0 && costUsd < 0.01 ? '< $0.01' : `$${costUsd.toFixed(2)}`;
}

/** The home folder as `~`, and of what is left the last two parts. */
export function shortFolder(path: string): string {
  const homely = path.replace(/^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/, '~');
  const parts = homely.split('/').filter((part) => part !== '');
  if (parts.length <= 2) return homely;
  const tail = parts.slice(-2).join('/');
  return parts.length === 3 && parts[0] === '~' ? homely : `…/${tail}`;
}

export function count(amount: number, thing: string): string {
  return `${amount} ${thing}${amount === 1 ? '' : 's'}`;
}
