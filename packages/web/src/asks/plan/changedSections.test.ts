import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planChange } from './changedSections.ts';

const plan = (...lines: string[]) => lines.join('\n');
const numbered = Array.from({ length: 20 }, (_, index) => `line ${index}`);

it('shows what changed with two lines around it, and says how much lies between', () => {
  const after = numbered.with(3, 'other').toSpliced(15, 0, 'new');
  expect(planChange(plan(...numbered), plan(...after))).toEqual({
    added: 2,
    removed: 1,
    sections: [
      {
        skipped: 1,
        before: 'line 1\nline 2\nline 3\nline 4\nline 5\n',
        after: 'line 1\nline 2\nother\nline 4\nline 5\n',
      },
      {
        skipped: 7,
        before: 'line 13\nline 14\nline 15\nline 16\n',
        after: 'line 13\nline 14\nnew\nline 15\nline 16\n',
      },
    ],
    skippedAtEnd: 3,
  });
});

it('takes a blank end for no change', () => {
  expect(planChange('# Plan\n\n1. a', '# Plan\n\n1. a\n\n')?.sections).toEqual([]);
});

it('compares nothing that is too long', () => {
  expect(planChange('a', 'b'.repeat(400_000))).toBeUndefined();
});

it('leaves nothing out: the sections and what lies between them are both plans', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = planChange(plan(...before), plan(...after));
      const whole = (side: 'before' | 'after', lines: string[]) => {
        let rebuilt: string[] = [];
        for (const section of change?.sections ?? []) {
          rebuilt.push(...lines.slice(rebuilt.length, rebuilt.length + section.skipped));
          rebuilt.push(...section[side].split('\n').slice(0, -1));
        }
        rebuilt = [...rebuilt, ...lines.slice(rebuilt.length, rebuilt.length + (change?.skippedAtEnd ?? 0))];
        expect(rebuilt).toEqual(lines);
      };
      whole('before', before);
      whole('after', after);
    }),
  );
});
