import { expect, test } from 'vitest';
import { Turn } from '../script.ts';
import { featuredScenarios, scenarios, whatCanBeTried } from './index.ts';

const scripts = scenarios.flatMap((scenario) => [scenario, ...(scenario.subagents ?? [])]);

test.each(scripts)('“$prompt” is a valid script', (script) => {
  const turns = typeof script.turns === 'function' ? script.turns(script.prompt) : script.turns;
  for (const turn of turns) Turn.parse(turn);
  expect(turns.length).toBeGreaterThan(0);
  if (script.matches) expect(script.prompt).toMatch(script.matches);
});

test('ids are unique, and no prompt starts two scenarios', () => {
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length);
  for (const one of scenarios) {
    expect(scenarios.filter(({ prompt }) => prompt.startsWith(one.prompt))).toEqual([one]);
  }
});

test('about ten are offered at first, and to whoever is lost', () => {
  expect(featuredScenarios).toHaveLength(10);
  expect(featuredScenarios).toContainEqual(expect.objectContaining({ id: 'plan', permissionMode: 'plan' }));
  const answer = whatCanBeTried(scenarios, ['image']);
  for (const { prompt } of featuredScenarios) expect(answer).toContain(prompt);
  expect(answer).toContain('image');
});

test('as many commands are run as were asked for, within reason', () => {
  const many = scenarios.find(({ id }) => id === 'run-many');
  const turnsFor = (prompt: string) => (typeof many?.turns === 'function' ? many.turns(prompt).length : 0);
  expect(turnsFor('Run 3 commands')).toBe(4);
  expect(turnsFor('Run 99999999 commands')).toBe(1001);
});
