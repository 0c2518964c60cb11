import { expect, test } from 'vitest';
import { bareHost, isAllowed } from './addresses.ts';

test.each([
  '0.0.0.0',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'ff02::1',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::ffff:0:169.254.169.254',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  'no address',
  '',
])('nobody connects to %s', (address) => {
  expect(isAllowed(address, 'chosen')).toBe(false);
  expect(isAllowed(address, 'public')).toBe(false);
});

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.10',
  '100.64.0.1',
  '198.18.0.1',
  '240.0.0.1',
  '192.0.2.1',
  '::1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:0a00:0001::1',
  '2001:db8::1',
  '2001:0:1:2::3',
  '100::1',
])('%s is for servers of one’s own, and no public address', (address) => {
  expect(isAllowed(address, 'chosen')).toBe(true);
  expect(isAllowed(address, 'public')).toBe(false);
});

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1'])(
  '%s is public',
  (address) => {
    expect(isAllowed(address, 'public')).toBe(true);
    expect(isAllowed(address, 'chosen')).toBe(true);
  },
);

test.each([
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://127.0.0.1./', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://１２７.0.0.1/', '127.0.0.1'],
  ['http://LocalHost./', 'localhost'],
])('%s is seen as what it means', (url, host) => {
  expect(bareHost(new URL(url))).toBe(host);
});
