// What a command would run without naming its file in full: a script without its ending, a module, a pattern, or the task of
// a runner that reads its own file. What cannot be followed from here is said, in words for the person who trusts it.
import { longest } from './commandWords.ts';

export interface RunWords {
  /** Further words that may name a file. */
  words: string[];
  /** What an interpreter is told to run, each with all ways in which it may be found. */
  targets: { name: string; spellings: string[] }[];
  /** Patterns that stand for files. */
  patterns: string[];
  /** Why more may run than is shown. */
  doubts: string[];
}

export function runWords(command: string): RunWords {
  const found: RunWords = { words: [], targets: [], patterns: [], doubts: [] };
  const text = command.replaceAll(/\$\{[^{}]*\}|\$\w+/g, '.').replaceAll(/["']/g, '');
  for (const one of text.split(/[\n;|&()`]+/)) addFrom(one.split(/[\s<>,{}]+/), found);
  return { ...found, doubts: [...new Set(found.doubts)] };
}

function addFrom(tokens: readonly string[], found: RunWords): void {
  for (const [index, token] of tokens.entries()) {
    if (token.length > longest) {
      found.doubts.push(`a word of ${token.length} characters is not followed`);
      continue;
    }
    const name = programOf(token);
    if (interpreters.has(name)) addTarget(found, tokens.slice(index + 1, index + 8));
    const runner = Object.hasOwn(runners, name) ? runners[name] : undefined;
    if (runner) {
      found.words.push(...runner);
      found.doubts.push(`“${name}” runs what its own file says, and what that runs in turn`);
    }
    if (packageRunners.has(name)) found.doubts.push(`“${name}” runs a package, which may come from outside`);
    if (/[*?[]/.test(token)) found.patterns.push(token);
  }
}

/** Without its folder and version. By hand: a regular expression would begin anew at every character of a hostile word. */
function programOf(token: string): string {
  const name = token.slice(token.lastIndexOf('/') + 1);
  let end = name.length;
  while (end > 0 && '0123456789.'.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function addTarget({ targets }: RunWords, tokens: readonly string[]): void {
  const first = tokens.findIndex((token) => !token.startsWith('-'));
  const target = tokens[first];
  if (target === undefined || target === '' || target === '.' || target.length > longest) return;
  if (/[*?[]/.test(target)) return;
  const options = tokens.slice(0, first);
  if (options.includes('-m')) {
    const path = target.replaceAll('.', '/');
    targets.push({ name: target, spellings: [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`] });
    // What follows an option that takes a program is the program itself, which is shown.
  } else if (!options.some((option) => /^-[a-z]*[ce]$|^--(eval|print|command)$|^-p$/.test(option))) {
    targets.push({ name: target, spellings: [target, ...endings.map((ending) => `${target}${ending}`)] });
  }
}

const interpreters = new Set(
  'sh bash dash zsh ksh source node nodejs deno bun tsx ts-node python pypy ruby perl php lua'.split(' '),
);
const endings = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.json',
  '.node',
  '/index.js',
  '/index.mjs',
  '/index.ts',
  '/package.json',
];

/** Each with the files that say what its tasks are. */
const runners: Record<string, readonly string[]> = {
  npm: ['package.json', '.npmrc'],
  pnpm: ['package.json', '.npmrc'],
  yarn: ['package.json', '.yarnrc.yml'],
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile'],
  cargo: ['Cargo.toml', 'build.rs', '.cargo/config.toml'],
  mvn: ['pom.xml'],
  gradle: ['build.gradle', 'build.gradle.kts'],
  gradlew: ['build.gradle', 'build.gradle.kts'],
  poetry: ['pyproject.toml'],
  uv: ['pyproject.toml'],
  tox: ['tox.ini', 'pyproject.toml'],
  composer: ['composer.json'],
  docker: ['docker-compose.yml', 'compose.yaml', 'compose.yml', 'Dockerfile'],
};
const packageRunners = new Set(['npx', 'pnpx', 'bunx', 'uvx', 'pipx']);
