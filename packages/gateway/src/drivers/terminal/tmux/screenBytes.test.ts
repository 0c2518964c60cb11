import { expect, test } from 'vitest';
import { screenBytes } from './screenBytes.ts';

const rows = [Buffer.from('one'), Buffer.from('\u001b[31mtwo')];

test('a screen is drawn from nothing, with its modes, its cursor and what is still to come of a sequence', () => {
  const state = '80:24:3:1:0:1:0:23:1:0:0:1:0:0:1:1';
  const drawn = screenBytes({ state, rows, pending: Buffer.from('\\033[3') });
  expect(drawn?.size).toEqual({ cols: 80, rows: 24 });
  expect(drawn?.bytes.toString()).toBe(
    '\u001bc\u001b[?1049hone\r\n\u001b[31mtwo\u001b[m\u001b[1;24r\u001b[?1h\u001b[?1003h\u001b[?1006h\u001b[?25l\u001b[2;4H\u001b[3',
  );
});

test.each(['', 'x', '80:24', '80:24:3:1:0:1:0:23:1:0:0:1:0:0:1:evil'])(
  'a state that is none draws nothing: %j',
  (state) => {
    expect(screenBytes({ state, rows, pending: Buffer.alloc(0) })).toBeUndefined();
  },
);
