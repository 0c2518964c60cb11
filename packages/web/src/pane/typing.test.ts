import { BeckonError } from '@beckon/protocol';
import { describe, expect, it, vi } from 'vitest';
import { fromText } from './bytes.ts';
import { batchLimit, createTyping } from './typing.ts';

/** A line on which each request waits until the test lets it arrive. */
function openLine() {
  const sent: string[] = [];
  const arrivals: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const onFailure = vi.fn<(error: BeckonError) => void>();
  const type = createTyping({
    send(bytes) {
      sent.push(new TextDecoder().decode(bytes));
      return new Promise((resolve, reject) => arrivals.push({ resolve, reject }));
    },
    onFailure,
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return {
    sent,
    onFailure,
    type: (text: string) => type(fromText(text)),
    arrive: async () => {
      arrivals.shift()?.resolve();
      await settled();
    },
    fail: async (error: Error) => {
      arrivals.shift()?.reject(error);
      await settled();
    },
  };
}

describe('typing', () => {
  it('sends the first key at once, and what follows in order, together, when that has arrived', async () => {
    const { type, sent, arrive } = openLine();
    type('a');
    expect(sent).toEqual(['a']);
    type('b');
    type('\u001b[A');
    type('c');
    expect(sent).toEqual(['a']);
    await arrive();
    expect(sent).toEqual(['a', 'b\u001b[Ac']);
    await arrive();
    type('d');
    expect(sent).toEqual(['a', 'b\u001b[Ac', 'd']);
  });

  it('sends a long paste in pieces that a request can carry', async () => {
    const { type, sent, arrive } = openLine();
    const pasted = 'x'.repeat(batchLimit) + 'y'.repeat(10);
    type(pasted);
    await arrive();
    expect(sent.map(({ length }) => length)).toEqual([batchLimit, 10]);
    expect(sent.join('')).toBe(pasted);
  });

  it('drops what was typed behind a key that was lost, and says so once', async () => {
    const { type, sent, fail, onFailure } = openLine();
    type('rm -r old');
    type('\r');
    await fail(new BeckonError('unreachable', 'Gone.'));
    expect(sent).toEqual(['rm -r old']);
    expect(onFailure).toHaveBeenCalledOnce();
    type('x');
    expect(sent).toEqual(['rm -r old', 'x']);
  });
});
