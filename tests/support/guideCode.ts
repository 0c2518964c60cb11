// The code in a guide, as files: a block that names a path is that file, or, where it is a diff, a change to it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface GuideBlock {
  path: string;
  language: string;
  code: string;
}

export function guideBlocks(guide: string): GuideBlock[] {
  return [...guide.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, language = '', path = '', code = '']) => ({
    path,
    language,
    code,
  }));
}

/** Writes a new file, or changes the one that is there. Throws where the guide no longer fits the sources. */
export function apply({ path, language, code }: GuideBlock, root: string): void {
  const file = join(root, path);
  if (language === 'diff') return writeFileSync(file, patched(readFileSync(file, 'utf8'), { path, code }));
  if (existsSync(file)) throw new Error(`the guide adds ${path}, which is there already`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

/** The lines of a diff without `+`, the last of which may be the beginning of one, stand in the file exactly once. */
function patched(text: string, { path, code }: Pick<GuideBlock, 'path' | 'code'>): string {
  const lines = code.trimEnd().split('\n');
  const side = (sign: '-' | '+') =>
    lines
      .filter((line) => line.startsWith(sign) || line.startsWith(' '))
      .map((line) => line.slice(1))
      .join('\n');
  const [before = '', ...others] = text.split(side('-'));
  if (others.length !== 1) throw new Error(`the guide's change to ${path} fits ${others.length} places`);
  return `${before}${side('+')}${others[0]}`;
}
