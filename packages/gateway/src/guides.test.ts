// What the documents name is there: a guide that points at a file that is gone misleads more than none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guides = readdirSync(join(root, 'guides')).filter((name) => name.endsWith('.md'));
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...guides.map((name) => `guides/${name}`)];

describe.each(documents)('%s', (document) => {
  const text = readFileSync(join(root, document), 'utf8');

  test('every file that it links to is there', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    const files = links.filter((target) => !/^[a-z]+:/.test(target));
    expect(files.filter((target) => !existsSync(join(root, dirname(document), target)))).toEqual([]);
  });

  test('every test file that it names is there', () => {
    const named = [...text.matchAll(/`([\w/.-]+\.(?:test|suite)\.tsx?)`/g)].map(([, path = '']) => path);
    const known = sourceFiles();
    expect(named.filter((path) => !known.some((file) => file.endsWith(`/${path}`)))).toEqual([]);
  });

  test('every guide is linked from the README or from another guide', () => {
    const name = document.replace('guides/', '');
    if (name === document) return;
    const others = documents.filter((other) => other !== document);
    expect(others.some((other) => readFileSync(join(root, other), 'utf8').includes(name))).toBe(true);
  });
});

let files: string[] | undefined;
function sourceFiles(): string[] {
  files ??= ['packages', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules') && /\.(test|suite)\.tsx?$/.test(path))
      .map((path) => `/${folder}/${path}`),
  );
  return files;
}
