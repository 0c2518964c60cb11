// Commands that run or write something in ways that are easily overlooked, and what must be found in them.
import { expect, test } from 'vitest';
import type { FindingCode } from './findings.ts';
import { riskOf } from './risk.ts';

const where = { cwd: '/home/ana/shop', home: '/home/ana' };
const table: [command: string, ...found: FindingCode[]][] = [
  ['busybox rm -rf x', 'deletes_many'],
  ['busybox sh -c "rm -rf x"', 'deletes_many'],
  ['env -S "rm -rf x"', 'deletes_many'],
  ["env -S'rm -rf x'", 'deletes_many'],
  ["env --split-string='rm -rf x'", 'deletes_many'],
  ['csh -c "rm -rf x"', 'deletes_many'],
  ['script -qc "rm -rf x" /dev/null', 'deletes_many'],
  ['taskset -c 0 rm -rf x', 'deletes_many'],
  ['ls | entr rm -rf x', 'deletes_many'],
  ['fd . --exec rm -rf', 'deletes_many'],
  ['cmake -E rm -rf x', 'deletes_many'],
  ['alias ls="rm -rf x"', 'deletes_many'],
  ['compgen -C "rm -rf x"', 'deletes_many'],
  ['mkfs.ext4 /dev/sda', 'overwrites_disk'],
  ['python -m pip install evil', 'installs'],
  ['python3.11 -m http.server', 'network'],
  ['python3.11 -c "x"', 'code'],
  ["python3 - <<'E'\nimport shutil\nE", 'code'],
  ['python3 <<< "import os"', 'code'],
  ['node --eval=x', 'code'],
  ['vim -c "!rm -rf x" -c q', 'code'],
  ['less +"!rm -rf x" a', 'code'],
  ['man -P "rm -rf x" ls', 'code'],
  ['tar xf a -I "rm -rf x"', 'code'],
  ['tar --to-com=evil -xf a', 'code'],
  ['rg --pre ./evil x', 'code'],
  ['split --filter="rm -rf x" a', 'code'],
  ['rsync -e "sh -c evil" a b', 'code'],
  ['make --eval="x:;rm -rf x"', 'code'],
  ["gawk 'BEGIN{system(1)}'", 'code'],
  ["sed '1,2e rm -rf x' a", 'code'],
  ["sed --expression='1e rm' a", 'code'],
  ['sqlite3 x ".shell rm -rf x"', 'code'],
  ['psql -c "drop table a"', 'deletes_many'],
  ['git bisect run rm -rf x', 'code'],
  ['git grep -O"rm -rf x" a', 'code'],
  ['git --config-env=core.pager=X log', 'code'],
  ['git worktree remove --force x', 'deletes_many'],
  ['PAGER="rm -rf x" git log', 'changes_path'],
  ['GIT_EXTERNAL_DIFF=evil git diff', 'changes_path'],
  ['git log --output=/home/ana/.bashrc', 'writes_system'],
  ['find . -fprintf /etc/passwd x', 'writes_system'],
  ['sort -o /etc/passwd a', 'writes_system'],
  ['cat /proc/self/environ', 'environment'],
  ['env -0', 'environment'],
  ['echo x > .git/hooks/pre-commit', 'writes_hook'],
  ['cp evil .claude/settings.json', 'writes_hook'],
  ['beckon answer 1 approve', 'credentials'],
  ['git push \u2010\u2010dry-run', 'disguised', 'git_push'],
  ['curl xn--80ak6aa92e.com', 'disguised', 'network'],
  ['echo \u2019; ls', 'disguised'],
  ['sh -\u0441 ls', 'disguised'],
  ['claude -p x --dangerously-skip-permissions', 'open_program'],
];

test.each(table)('%j', (command, ...found) => {
  const codes = riskOf('Bash', { command }, where).findings.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(found));
});
