// Commands that would take longer than anyone waits, or that are only long.
import { expect, test } from 'vitest';
import { riskOf } from './risk.ts';

const where = { cwd: '/home/ana/shop', home: '/home/ana' };
const judged = (command: string) => {
  const { level, findings } = riskOf('Bash', { command }, where);
  return [level, ...findings.map(({ code }) => code)];
};

/** Each way to nest commands that was seen to take time. Before there was a limit, the first took hours. */
test.each([
  ['find . -exec ', 5000],
  ['$(', 10_000],
  ['"$(', 7000],
  ['`"', 10_000],
  ['$((', 7000],
  ['${a:-', 6000],
  ['eval ', 6000],
  ['sudo ', 6000],
])('%j, again and again, is high risk at once', (piece, count) => {
  expect(judged(piece.repeat(count))).toEqual(expect.arrayContaining(['high', 'unparsed']));
});

test('what stands side by side is no nesting, however long', () => {
  expect(judged('ls -la src; '.repeat(2000))).toEqual(['low']);
  expect(judged('echo "$(date) $(git status)"\n'.repeat(1000))).toEqual(['low']);
});

test('a long file that a command writes is judged as a short one', () => {
  const lines = 'const price = `${amount} €`; // it’s “dear”\n'.repeat(1000);
  expect(judged(`cat > src/a.ts <<'EOF'\n${lines}EOF`)).toEqual(['low']);
  expect(judged(`git commit -m "$(cat <<'EOF'\n${lines}EOF\n)"`)).toEqual(['low']);
  expect(judged(`bash <<'EOF'\n${'ls\n'.repeat(2000)}rm -rf x\nEOF`)).toEqual(['high', 'deletes_many']);
});

test.each([
  'git commit -m "Исправить — опечатку…"',
  'echo Καλημέρα κόσμε',
  'cat Отчёт.docx Müller/Łódź.txt 报告（最终）.docx',
])('a person’s own language is no disguise: %j', (command) => {
  expect(judged(command)).toEqual(['low']);
});

test('what would pass for prose is looked into where a shell runs it', () => {
  expect(judged('sh -c "git fetch \u2010\u2010dry-run x"')).toContain('disguised');
  expect(judged("bash <<'E'\ngit fetch \u2010\u2010dry-run\nE")).toContain('disguised');
});
