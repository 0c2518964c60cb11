import { describe, expect, it } from 'vitest';
import { approval, question } from '../test/fixtures.ts';
import { alikeAsks } from './alike.ts';

const two = (change: Parameters<typeof approval>[0] = {}) => [
  approval({ id: 'a', ...change }),
  approval({ id: 'b', sessionId: 's2', ...change }),
];
const ids = (asks: Parameters<typeof alikeAsks>[0]) =>
  [...alikeAsks(asks)].map(([, group]) => group.map(({ id }) => id));

describe('asks that are alike', () => {
  it('are those of the same tool with the same input', () => {
    expect(ids([...two(), approval({ id: 'c', input: { command: 'ls' } })])).toEqual([['a', 'b']]);
    expect(ids([approval({ id: 'a' }), approval({ id: 'b', toolName: 'Other' })])).toEqual([]);
  });

  const others: [string, Parameters<typeof approval>[0]][] = [
    ['are answered', { state: 'answered', answer: { type: 'approve' }, answeredAt: 2 }],
    ['may do great harm', { risk: { level: 'high', findings: [] } }],
    ['could not be judged', { risk: { level: 'unknown', findings: [] } }],
    ['are denied by default', { defaultToNo: true }],
    ['are not wholly in sight', { input: { command: 'echo\n'.repeat(10) } }],
    ['are long', { input: { command: 'x'.repeat(1000) } }],
  ];
  it.each(others)('are not those that %s', (_, change) => {
    expect(ids(two(change))).toEqual([]);
  });

  it('are approvals', () => {
    expect(ids([question({ id: 'a' }), question({ id: 'b' })])).toEqual([]);
  });
});
