// Every phase of an ask against every fault, each as a test; and the table of them in the guide.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faults, matrixTable, meet, phases } from './matrix.ts';

for (const phase of phases) {
  for (const fault of faults) {
    const expected = phase.except?.[fault.name] ?? phase.normally;
    test(`${phase.name} × ${fault.name}: ${expected}`, async () => {
      expect(await meet(phase, fault)).toBe(expected);
    });
  }
}

test('the guide shows this very table', () => {
  const guide = readFileSync(new URL('../../guides/reliability.md', import.meta.url), 'utf8');
  expect(guide).toContain(matrixTable());
});
