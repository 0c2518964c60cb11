import { expect, test } from 'vitest';
import { readTerminals } from './terminalList.ts';

test('a running terminal, a failed one and a killed one', () => {
  const printed = 'a:%0:%0:41:120:50:1:7:0::\nb:%1:%1:42:80:24:0:8:1:3:\nc:%2:%2:43:80:24:0:9:1::9\n';
  expect(readTerminals(printed)).toEqual([
    { name: 'a', paneId: '%0', pid: 41, size: { cols: 120, rows: 50 }, attachedClients: 1, writtenAtSeconds: 7 },
    {
      name: 'b',
      paneId: '%1',
      pid: 42,
      size: { cols: 80, rows: 24 },
      attachedClients: 0,
      writtenAtSeconds: 8,
      exit: { status: 3 },
    },
    {
      name: 'c',
      paneId: '%2',
      pid: 43,
      size: { cols: 80, rows: 24 },
      attachedClients: 0,
      writtenAtSeconds: 9,
      exit: { signal: 9 },
    },
  ]);
});

test('panes that someone opened beside ours, and sessions that are not ours, are not listed', () => {
  expect(readTerminals('a:%7:%0:41:120:50:1:7:0::\nmine:%3::44:80:24:1:7:0::\n')).toEqual([]);
});

test.each(['', 'garbage', 'a:%0:%0:x:1:1:0:7:0::', 'a b:%0:%0:1:1:1:0:7:0::', 'a:%0:%0:1:1:1:0:7:0'])(
  'what is no line of the list is skipped: %j',
  (line) => {
    expect(readTerminals(line)).toEqual([]);
  },
);
