import { describe, expect, it } from 'vitest';
import { watchMouseModes, wheelReport } from './mouseModes.ts';

type Handler = (params: (number | number[])[]) => boolean;

/** As xterm's parser, as far as it is needed: calls what was registered for a sequence. */
function parserOf() {
  const handlers = new Map<string, Handler>();
  const register = ({ final }: { final: string }, handler: Handler) => {
    handlers.set(final, handler);
    return { dispose: () => undefined };
  };
  const parser = { registerCsiHandler: register, registerEscHandler: register } as never;
  const modes = watchMouseModes({ parser });
  return { modes, parse: (final: string, ...params: number[]) => handlers.get(final)?.(params) };
}

describe('watchMouseModes', () => {
  it('knows whether the program wants the wheel, in the words that we have', () => {
    const { modes, parse } = parserOf();
    expect(modes.wantsWheel()).toBe(false);
    parse('h', 1000);
    expect(modes.wantsWheel()).toBe(false);
    parse('h', 1006);
    expect(modes.wantsWheel()).toBe(true);
    parse('l', 1000);
    expect(modes.wantsWheel()).toBe(false);
    parse('h', 1003);
    parse('c');
    expect(modes.wantsWheel()).toBe(false);
  });

  it('keeps from xterm what is about the mouse, and nothing else', () => {
    const { parse } = parserOf();
    expect([parse('h', 1002), parse('l', 1002, 1006), parse('h', 1049), parse('h', 25, 1000), parse('c')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('a report names the middle of the screen', () => {
  expect(wheelReport('up', { cols: 120, rows: 50 })).toBe('\u001b[<64;60;25M');
  expect(wheelReport('down', { cols: 1, rows: 1 })).toBe('\u001b[<65;1;1M');
});
