// Offers, once, to put `beckon` on the PATH, in npm's own way. Asks only where somebody can answer, and remembers a no.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root, say } from './workspace.mjs';

const link = ['link', '--workspace', '@beckon/gateway', '--no-audit', '--no-fund', '--ignore-scripts'];
const later = `npm ${link.slice(0, 3).join(' ')}`;

/** `memory` is the folder in which an answer is kept. */
export async function offerLink({ memory = join(root, '.beckon') } = {}) {
  const kept = join(memory, 'link');
  const isAtTerminal = process.stdin.isTTY && process.stderr.isTTY;
  if (!isAtTerminal || existsSync(kept) || findOnPath('beckon')) return;
  const answer = await ask('Put a `beckon` command on your PATH, with `npm link`? It works in every folder. [y/N] ');
  const isYes = /^y(es)?$/i.test(answer.trim());
  if (isYes) tellLinked(spawnSync('npm', link, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
  else say(`Not linked, and not asked again. \`${later}\`, here, does it later.\n`);
  mkdirSync(memory, { recursive: true });
  writeFileSync(kept, `${isYes ? 'yes' : 'no'}\n`);
}

/** Ctrl-C ends everything, quietly. */
function ask(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.once('SIGINT', () => {
    say('');
    process.exit(130);
  });
  return new Promise((resolve) => {
    terminal.once('close', () => resolve(''));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}

function tellLinked({ status, stderr, error }) {
  if (status !== 0) {
    const why = /EACCES|EPERM|EROFS|ENOTDIR/.test(stderr ?? '')
      ? `npm cannot write to ${globalFolder()}. Give it a folder of your own (\`npm config set prefix ~/.local\`), or use sudo`
      : (error?.message ?? stderr.trim().split('\n')[0]);
    return say(
      `\`beckon\` was not linked: ${why}. Then: ${later}\nUntil then, \`npm start --\` does all that \`beckon\` does.\n`,
    );
  }
  if (findOnPath('beckon')) return say('Linked: `beckon` works in every folder from now on.\n');
  say(
    `Linked, but ${join(globalFolder(), 'bin')} is not on your PATH. Add it, and \`beckon\` works in every folder.\n`,
  );
}

function globalFolder() {
  return spawnSync('npm', ['prefix', '--global'], { encoding: 'utf8' }).stdout.trim();
}

/** Not among the programs of this repository, which npm puts first while it runs a script. */
function findOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'));
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
