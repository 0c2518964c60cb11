import type { SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { noUsage } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { turnUsage } from './turnEnd.ts';

const model = (inputTokens: number, costUSD: number) => ({
  inputTokens,
  outputTokens: 0,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
  costUSD,
});
const usage = (result: object, before = noUsage) => turnUsage(result as SDKResultMessage, before);

describe('what a turn cost', () => {
  test('is what the CLI says was spent since its last result, over all models', () => {
    const modelUsage = { a: model(100, 1), b: model(50, 0.5) };
    const since = { a: model(10, 0.25), b: model(5, 0.25) };
    expect(usage({ modelUsage, model_usage_since_last_result: since })).toEqual({
      turn: { ...noUsage, inputTokens: 15, costUsd: 0.5 },
      totals: { ...noUsage, inputTokens: 150, costUsd: 1.5 },
    });
  });

  test('is the difference of the running totals where it does not say', () => {
    const first = usage({ modelUsage: { a: model(100, 1) } });
    const second = usage({ modelUsage: { a: model(130, 1.5) } }, first.totals);
    expect(second.turn).toEqual({ ...noUsage, inputTokens: 30, costUsd: 0.5 });
  });

  test('starts anew where clearing the conversation set the totals back', () => {
    const before = { ...noUsage, inputTokens: 100, costUsd: 1 };
    expect(usage({ modelUsage: { a: model(20, 0.25) } }, before).turn).toMatchObject({
      inputTokens: 20,
      costUsd: 0.25,
    });
  });

  test('is nothing where a crashed run reports nothing', () => {
    expect(usage({}).turn).toEqual(noUsage);
  });
});
