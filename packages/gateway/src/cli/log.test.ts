import type { LogEntry } from '@beckon/protocol';
import { LogKind } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk, sessionId } from '../../../../tests/support/asks.ts';
import { jsonLine } from './lines.ts';
import { entryLine } from './log.ts';
import { momentFrom } from './moment.ts';
import { buildProgram } from './program.ts';

const noon = Date.UTC(2026, 10, 15, 12);

const asking = (command: string): LogEntry => ({
  number: 1,
  at: new Date(2026, 10, 15, 9, 5, 7).getTime(),
  type: 'ask_opened',
  sessionId,
  data: { ask: openAsk(approvalDraft({ input: { command } })) },
});

describe('beckon log', () => {
  test('an entry is one line: when, whose, what', () => {
    expect(entryLine(asking('npm test'))).toBe('2026-11-15 09:05:07  6f2c1f8e  Asked to use Bash: npm test');
    expect(entryLine({ number: 1, at: 0, type: 'gateway_stopped', data: {} })).toMatch(
      / {2}gateway {3}Beckon stopped$/,
    );
  });

  test.each([
    ['\u001b[2Jls', '␛[2Jls'],
    ['\u009b2Jls', '⟨U+009B⟩2Jls'],
    ['a\u202eb', 'a⟨U+202E⟩b'],
    ['a\rb', 'a␍b'],
  ])('what an agent wrote cannot act on the terminal: %j', (command, shown) => {
    const entry = asking(command);
    expect(entryLine(entry)).toContain(`: ${shown}`);
    expect(jsonLine(entry)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(jsonLine(entry))).toEqual(entry);
  });

  test('what an agent wrote cannot pass for an entry of its own', () => {
    const entry: LogEntry = {
      ...asking(''),
      type: 'session_removed',
      data: { title: 'x\n2026-11-15 09:05:07  gateway' },
    };
    expect(entryLine(entry)).not.toContain('\n');
  });

  test('--kind takes every kind of entry that there is', () => {
    const log = buildProgram().commands.find((command) => command.name() === 'log');
    expect(log?.options.find(({ long }) => long === '--kind')?.argChoices).toEqual(LogKind.options);
  });

  test.each([
    ['90s', noon - 90_000],
    ['30m', noon - 1_800_000],
    ['2h', noon - 7_200_000],
    ['1.5h', noon - 5_400_000],
    ['3d', noon - 259_200_000],
    ['2w', noon - 1_209_600_000],
    ['2026-11-14', new Date(2026, 10, 14).getTime()],
    ['2026-11-14T10:30', new Date(2026, 10, 14, 10, 30).getTime()],
    ['2026-11-14T10:30:00Z', Date.UTC(2026, 10, 14, 10, 30)],
  ])('since %s', (text, moment) => {
    expect(momentFrom(text, noon)).toBe(moment);
  });

  test.each(['', 'yesterday', '5', '2 hours', '-2h', '2026-13-40', '1700000000000'])('%j is no moment', (text) => {
    expect(momentFrom(text, noon)).toBeUndefined();
  });
});
