// A pane's screen as bytes that draw it on a fresh terminal: the beginning of every live view.
import { decodeOctal } from './controlProtocol.ts';
import type { Size } from './terminalList.ts';

const stateFields = [
  'pane_width',
  'pane_height',
  'cursor_x',
  'cursor_y',
  'cursor_flag',
  'alternate_on',
  'scroll_region_upper',
  'scroll_region_lower',
  'keypad_cursor_flag',
  'keypad_flag',
  'insert_flag',
  'wrap_flag',
  'mouse_standard_flag',
  'mouse_button_flag',
  'mouse_all_flag',
  'mouse_sgr_flag',
] as const;
export const screenStateFormat = stateFields.map((field) => `#{${field}}`).join(':');

export interface ScreenParts {
  /** What `screenStateFormat` gave. */
  state: string;
  /** One entry per row, with its colours; what has scrolled off the screen first. */
  rows: readonly Buffer[];
  /** The beginning of an escape sequence that has not ended yet, octal as tmux prints it. */
  pending: Buffer;
}

export function screenBytes({ state, rows, pending }: ScreenParts): { size: Size; bytes: Buffer } | undefined {
  const numbers = state.trim().split(':');
  if (numbers.length !== stateFields.length || !numbers.every((number) => /^\d{0,5}$/.test(number))) return undefined;
  const at = (field: (typeof stateFields)[number]) => Number(numbers[stateFields.indexOf(field)]);
  const mode = (field: (typeof stateFields)[number], on: string) => (at(field) === 1 ? on : '');

  const before = `${FULL_RESET}${mode('alternate_on', '\x1b[?1049h')}`;
  const after = [
    '\x1b[m',
    `\x1b[${at('scroll_region_upper') + 1};${at('scroll_region_lower') + 1}r`,
    mode('keypad_cursor_flag', '\x1b[?1h'),
    mode('keypad_flag', '\x1b='),
    mode('insert_flag', '\x1b[4h'),
    at('wrap_flag') === 0 ? '\x1b[?7l' : '',
    mode('mouse_standard_flag', '\x1b[?1000h'),
    mode('mouse_button_flag', '\x1b[?1002h'),
    mode('mouse_all_flag', '\x1b[?1003h'),
    mode('mouse_sgr_flag', '\x1b[?1006h'),
    at('cursor_flag') === 0 ? '\x1b[?25l' : '',
    `\x1b[${at('cursor_y') + 1};${at('cursor_x') + 1}H`,
  ].join('');
  // A program that has the screen to itself has nothing above it.
  const shown = at('alternate_on') === 1 ? rows.slice(-at('pane_height')) : rows;
  const drawn = shown.flatMap((row, index) => (index === 0 ? [row] : [CRLF, row]));
  return {
    size: { cols: at('pane_width'), rows: at('pane_height') },
    bytes: Buffer.concat([Buffer.from(before), ...drawn, Buffer.from(after), decodeOctal(pending)]),
  };
}

const FULL_RESET = '\x1bc';
const CRLF = Buffer.from('\r\n');
