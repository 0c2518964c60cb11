import { describe, expect, it } from 'vitest';
import { revealCommand, revealHidden, type TextPiece } from './hiddenCharacters.ts';

const markedIn = (pieces: TextPiece[]) => pieces.flatMap((piece) => (piece.hiddenName ? [piece.text] : []));

describe('look-alikes in any text', () => {
  it.each([
    ['curl https://gith\u0443b.com', ['\u0443']],
    ['\u0440aypal.com', ['\u0440']],
    ['\u0455udo rm', ['\u0455']],
    ['b\u03b1sh', ['\u03b1']],
    ['\uff42ash', ['\uff42']],
    ['n\u{1d428}de', ['\u{1d428}']],
    ['\u{1d41c}\u{1d41a}\u{1d42d} x', ['\u{1d41c}', '\u{1d41a}', '\u{1d42d}']],
    ['\uff52\uff4d -rf x', ['\uff52', '\uff4d']],
    ['\u0261it push', ['\u0261']],
    ['g\u0131t push', ['\u0131']],
    ['\u0199ill', ['\u0199']],
    ['con\ufb01g', ['\ufb01']],
    ['\u212aill', ['\u212a']],
    ['so\u217crt', ['\u217c']],
    ['h\u0578st', ['\u0578']],
    ['l\ua4e2', ['\ua4e2']],
    ['\u2c9f\u2ca5', ['\u2c9f', '\u2ca5']],
    ['\u0441\u0440 a b', ['\u0441', '\u0440']],
    ['l\u0332s', ['⟨U+0332⟩']],
    ['a/\u0338b', ['⟨U+0338⟩']],
    ['https://\u0430\u0440\u0440\u04cf\u0435.com/x', ['\u0430', '\u0440', '\u0440', '\u04cf', '\u0435']],
    ['https://\u043f\u0440\u0438\u043c\u0435\u0440.com', ['\u043f', '\u0440', '\u0438', '\u043c', '\u0435', '\u0440']],
    ['https://b\u00fccher.example/\u00fc', ['\u00fc']],
    ['https://россия.рф/путь', ['р', 'о', 'с', 'с', 'и', 'я', 'р', 'ф']],
    ['https://例え.jp/x', ['例', 'え']],
    ['ssh git@\u0433\u0438\u0442.example.org', ['\u0433', '\u0438', '\u0442']],
    ['https://www.xn--80ak6aa92e.com/', ['xn--80ak6aa92e']],
    ['https://good.com\u2044evil.example', ['\u2044']],
    ['good\u3002com', ['\u3002']],
    ['ls\u037ereboot', ['\u037e']],
  ])('marks them in %j', (text, letters) => {
    expect(markedIn(revealHidden(text))).toEqual(letters);
  });

  it.each([
    'git commit -m "Исправить опечатку"',
    'naïve café, cafe\u0301, Łódź, smørrebrød, Straße, Đà Nẵng, ərazi',
    'λ-calculus',
    'Ελλάδα and Россия',
    '日本語 text',
    '见https://example.com，谢谢',
    'cat Отчёт.docx',
    '½ and 1⁄2',
    '日本。語',
    'it’s “quoted” — and so on… →',
    '1️⃣ ✅',
  ])('leaves %j alone: whole words of another script are a language', (text) => {
    expect(markedIn(revealHidden(text))).toEqual([]);
  });

  it('takes time that grows with the text and no faster: two words of a million letters', () => {
    const text = `${'a'.repeat(1_000_000)}é ${'ab'.repeat(500_000)}é`;
    expect(revealHidden(text)).toEqual([{ text }]);
  });

  it('says what a coded name of a host stands for', () => {
    expect(revealHidden('https://xn--80ak6aa92e.com')[1]).toEqual({
      text: 'xn--80ak6aa92e',
      hiddenName: 'stands for “аррӏе”',
    });
    expect(revealHidden('https://xn--bcher-kva.example')[1]?.hiddenName).toBe('stands for “bücher”');
    expect(revealHidden('https://xn--!')[1]?.hiddenName).toBeUndefined();
    expect(revealHidden('https://xn--999999999999b')[1]?.hiddenName).toBe('name of a host in code');
  });
});

describe('look-alikes in a command', () => {
  it.each([
    ['git push \u2010\u2010dry\u2010run', ['\u2010', '\u2010', '\u2010']],
    ['git push "\u2010\u2010dry-run"', ['\u2010', '\u2010']],
    ['git push \u2212\u2212dry-run', ['\u2212', '\u2212']],
    ['git push \u30fc\u30fcdry-run', ['\u30fc', '\u30fc']],
    ['git push --dry\u4e00run', ['\u4e00']],
    ['echo \u2019; rm -rf ~; echo \u2019', ['\u2019', '\u2019']],
    ['echo \u02bc; rm -rf ~ \u02bc', ['\u02bc', '\u02bc']],
    ['echo hi \uff03; rm -rf ~', ['\uff03']],
    ['cat \u2025/x', ['\u2025']],
    ['cat a\u2024b', ['\u2024']],
    ['rm -rf .\uff0fx', ['\uff0f']],
    ['curl https:\u2215\u2215good.example', ['\u2215', '\u2215']],
    ['cd C:\ufe68x', ['\ufe68']],
    ['curl a\ua789b', ['\ua789']],
    ['chmod \uff17\uff15\uff15 x', ['\uff17', '\uff15', '\uff15']],
    ['chmod 7\u09e60 x', ['\u09e6']],
    ['sh -\u0441 x', ['\u0441']],
    ['rm --fоrce', ['о']],
    ['ls; \u0456d', ['\u0456']],
    ['\u4e28s', ['\u4e28']],
    ['FOO=1 ż x', ['ż']],
    ['if ç; then ç; fi', ['ç', 'ç']],
    ['"ż" x', ['ż']],
    ['echo "$(ż x) и ещё"', ['ż']],
    ["echo 'x' ‘y’", ['‘', '’']],
    ['echo "it is\' \u2010\u2010x', ['\u2010', '\u2010']],
    ['cat <<E\nit’s $(ż x)\nE', ['’', 'ż']],
    ['curl xn--80ak6aa92e.com', ['xn--80ak6aa92e']],
    ['curl https://例え.jp', ['例', 'え']],
  ])('marks them in %j', (command, marks) => {
    expect(markedIn(revealCommand(command))).toEqual(marks);
  });

  it.each([
    'git commit -m "Исправить — опечатку…"',
    "git commit -m 'It’s “done” – mostly'",
    `git commit -m "$(cat <<'EOF'\nFix the user’s — “name”\n\nИ ещё: v２\nEOF\n)"`,
    'git commit -m "修复API，错误"',
    'echo Καλημέρα κόσμε',
    'echo Привет, мир # it’s a comment – not a command',
    'cat Отчёт.docx Müller/Łódź.txt 第１章.txt 报告（最终）.docx 文件（2）.pdf',
    './сборка.sh && ls -la données/',
    'cat > a.md <<EOF\nit’s – a text\nEOF',
    'grep -rn "naïve café" src',
    'echo ✅ done → next',
    'echo データー1',
  ])('leaves %j alone', (command) => {
    expect(markedIn(revealCommand(command))).toEqual([]);
  });

  it('marks a part of a command as the whole of it says', () => {
    const command = 'git commit -m "it’s\n– fine" –x';
    const part = { from: command.indexOf('–'), to: command.length };
    expect(revealCommand(command, part)).toEqual([
      { text: '– fine" ' },
      { text: '–', hiddenName: 'sign that looks like another (U+2013)' },
      { text: 'x' },
    ]);
  });

  it('takes time that grows with the command and no faster', () => {
    for (const piece of ['‐', '"', "'", '$(', '<<E\n', '# é\n', '‐a', 'ż;', 'a\u0332']) {
      const command = piece.repeat(64_000 / piece.length);
      expect(revealCommand(command).length).toBeGreaterThan(0);
    }
  });
});
