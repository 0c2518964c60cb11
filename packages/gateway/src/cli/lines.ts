// Lines for a terminal. Nothing that an agent wrote can act on the terminal, or pass for a line of its own.
import { revealHidden } from '@beckon/protocol';

export function textLine(text: string): string {
  return revealHidden(text.replaceAll('\n', ' ⏎ ').replaceAll('\t', ' '))
    .map((piece) => piece.text)
    .join('');
}

/** JSON leaves some characters as they are that act on terminals. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Whoever reads may have seen enough before the end: `beckon log | head`. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
