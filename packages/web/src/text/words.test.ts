import { noUsage } from '@beckon/protocol';
import { describe, expect, it } from 'vitest';
import { byteSize, duration, relativeTime, shortFolder, terminalWords, usageWords } from './words.ts';

describe('words', () => {
  it('say what a terminal tells of its agent, while there is one', () => {
    const terminal = { model: 'claude-opus', contextTokens: 13_400, shells: 1 };
    expect(terminalWords({ state: 'user_turn', terminal })).toBe(
      'claude-opus · 13.4K in context · 1 shell in the background',
    );
    expect(terminalWords({ state: 'dead', terminal })).toBe('');
    expect(terminalWords({ state: 'user_turn' })).toBe('');
  });

  it.each([
    ['/home/ana', '~'],
    ['/home/ana/shop', '~/shop'],
    ['/home/ana/code/shop', '~/code/shop'],
    ['/home/ana/code/shop/web', '…/shop/web'],
    ['/Users/ana/shop', '~/shop'],
    ['/root/shop', '~/shop'],
    ['/srv', '/srv'],
    ['/srv/shop', '/srv/shop'],
    ['/var/lib/beckon/demo', '…/beckon/demo'],
    ['/', '/'],
  ])('shortens the folder %s to %s', (path, expected) => {
    expect(shortFolder(path)).toBe(expected);
  });

  it.each([
    [0, 'just now'],
    [90_000, '2m ago'],
    [3 * 3_600_000, '3h ago'],
    [26 * 3_600_000, 'yesterday'],
  ])('says of %i ms ago: %s', (ago, expected) => {
    expect(relativeTime(1_000_000_000, 1_000_000_000 + ago)).toBe(expected);
  });

  it.each([
    [1234, '1.2 s'],
    [59_400, '59 s'],
    [119_900, '2 min 0 s'],
  ])('says of %i ms: %s', (ms, expected) => {
    expect(duration(ms)).toBe(expected);
  });

  it.each([
    [400, '1 kB'],
    [65_600, '66 kB'],
    [999_600, '1 MB'],
    [1_048_700, '1 MB'],
    [1_250_000, '1.3 MB'],
    [12_300_000, '12 MB'],
    [2_000_000_000, '2,000 MB'],
  ])('says of %i bytes: %s', (bytes, expected) => {
    expect(byteSize(bytes)).toBe(expected);
  });

  it('adds up tokens and rounds cost, where that is known', () => {
    const { costUsd: _, ...unknown } = { ...noUsage, inputTokens: 1000, outputTokens: 500 };
    expect(usageWords(unknown)).toBe('1.5K tokens');
    expect(usageWords({ ...unknown, costUsd: 0.001 })).toBe('1.5K tokens · < $0.01');
    expect(usageWords({ ...unknown, costUsd: 1.239 })).toBe('1.5K tokens · $1.24');
  });
});
