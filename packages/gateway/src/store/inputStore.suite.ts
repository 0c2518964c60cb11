// What every store of large inputs must do, whatever it keeps them in.
import type { Ask } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { openAsk } from '../../../../tests/support/asks.ts';
import type { InputStore } from './inputStore.ts';
import type { OpenStores } from './stores.suite.ts';

export function inputStoreSuite(name: string, open: OpenStores): void {
  /** Stores whose clock is set by hand. */
  const opened = async () => {
    const clock = { now: 1 };
    const { stores, ...rest } = await open(() => clock.now);
    return { ...rest, ...stores, clock };
  };
  const pieces = 45;
  const keepAll = (inputs: InputStore, digest: string) => {
    for (let number = 0; number < pieces; number++) inputs.keep(digest, number, Uint8Array.of(number));
  };
  const abridged = { digest: 'a', bytes: pieces, cuts: [] };

  describe(`input store: ${name}`, () => {
    test('gives back each piece as it was kept first, and counts them', async () => {
      await using house = await opened();
      const { inputs } = house;
      keepAll(inputs, 'a');
      inputs.keep('a', 7, Uint8Array.of(99));
      inputs.keep('b', 0, Uint8Array.of(1, 2));
      expect([inputs.read('a', 7), inputs.read('b', 0)]).toEqual([Uint8Array.of(7), Uint8Array.of(1, 2)]);
      expect([inputs.read('a', pieces), inputs.read('c', 0)]).toEqual([undefined, undefined]);
      expect(['a', 'b', 'c'].map((digest) => inputs.count(digest))).toEqual([pieces, 1, 0]);
    });

    test('[L3] what is old is forgotten whole, and never in part', async () => {
      await using house = await opened();
      const { inputs, log, clock } = house;
      for (const digest of ['a', 'b']) keepAll(inputs, digest);
      clock.now = 20;
      keepAll(inputs, 'young');
      for (const _ of log.prune(10))
        for (const digest of ['a', 'b']) expect([0, pieces]).toContain(inputs.count(digest));
      expect(['a', 'b', 'young'].map((digest) => inputs.count(digest))).toEqual([0, 0, pieces]);
    });

    test('[L3] one of which a piece is kept anew is as young as that, all of it', async () => {
      await using house = await opened();
      const { inputs, log, clock } = house;
      keepAll(inputs, 'a');
      clock.now = 20;
      inputs.keep('a', 0, Uint8Array.of(0));
      for (const _ of log.prune(10)) expect(inputs.count('a')).toBe(pieces);
      expect([...log.prune(21)].length).toBeGreaterThan(0);
      expect(inputs.count('a')).toBe(0);
    });

    test('[L3] one that an ask has stays for as long as the ask does', async () => {
      await using house = await opened();
      const { inputs, asks, log, clock } = house;
      keepAll(inputs, 'a');
      const ask = { ...openAsk(), abridged } as Ask;
      asks.insert(ask);
      for (const _ of log.prune(10)) expect(inputs.count('a')).toBe(pieces);
      clock.now = 11;
      asks.replace(withPhase<Ask>({ ...ask, state: 'settled', settledAt: 11 }), ['open'], 'durable');
      expect([...log.prune(30)].reduce((sum, pruned) => sum + pruned.asks, 0)).toBe(1);
      expect(inputs.count('a')).toBe(0);
    });
  });
}
