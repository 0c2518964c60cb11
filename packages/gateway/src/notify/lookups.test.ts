import { expect, test } from 'vitest';
import type { Resolve } from './lookups.ts';
import { Lookups } from './lookups.ts';

/** A name server that answers when the test says so. */
function slowNames() {
  const open: { host: string; answer: (address: string) => void; fail: () => void }[] = [];
  const resolve: Resolve = (host) =>
    new Promise((tell, reject) => {
      open.push({
        host,
        answer: (address) => tell([{ address, family: 4 }]),
        fail: () => reject(new Error('no such name')),
      });
    });
  return { open, resolve };
}

test('who asks for a name that is being looked up gets the same answer', async () => {
  const { open, resolve } = slowNames();
  const lookups = new Lookups(resolve);
  const both = [lookups.addressesOf('a.example'), lookups.addressesOf('a.example')];
  expect(open).toHaveLength(1);
  open[0]?.answer('10.0.0.1');
  const [first, second] = await Promise.all(both);
  expect(first).toEqual([{ address: '10.0.0.1', family: 4 }]);
  expect(second).toBe(first);
});

test('a name is looked up anew when it was looked up before', async () => {
  const { open, resolve } = slowNames();
  const lookups = new Lookups(resolve);
  const before = lookups.addressesOf('a.example');
  open[0]?.answer('10.0.0.1');
  await before;
  void lookups.addressesOf('a.example');
  expect(open).toHaveLength(2);
});

test('three names at most are looked up at once, the others in turn, also after one that failed', async () => {
  const { open, resolve } = slowNames();
  const lookups = new Lookups(resolve);
  const found = ['a', 'b', 'c', 'd', 'e'].map((host) => lookups.addressesOf(host).catch(() => undefined));
  const asked = () => open.map(({ host }) => host).join('');
  expect(asked()).toBe('abc');
  open[1]?.fail();
  await found[1];
  expect(asked()).toBe('abcd');
  for (const place of [0, 2, 3]) open[place]?.answer('10.0.0.1');
  await Promise.all([found[0], found[2], found[3]]);
  expect(asked()).toBe('abcde');
  open[4]?.answer('10.0.0.5');
  expect(await found[4]).toEqual([{ address: '10.0.0.5', family: 4 }]);
});
