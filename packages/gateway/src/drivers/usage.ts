// Sums of what was spent.
import type { Usage } from '@beckon/protocol';

export function addUsage(one: Usage, other: Usage): Usage {
  return combineUsage(one, other, (a, b) => a + b);
}

export function combineUsage(one: Usage, other: Usage, operation: (a: number, b: number) => number): Usage {
  return {
    inputTokens: operation(one.inputTokens, other.inputTokens),
    outputTokens: operation(one.outputTokens, other.outputTokens),
    cacheReadTokens: operation(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: operation(one.cacheWriteTokens, other.cacheWriteTokens),
    costUsd: operation(one.costUsd, other.costUsd),
  };
}
