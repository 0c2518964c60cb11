// All scenarios, in the order in which a newcomer would try them.
import type { Scenario } from '../script.ts';
import { approvals } from './approvals.ts';
import { planning } from './plan.ts';
import { questions } from './questions.ts';
import { retold } from './retold.ts';
import { subagents } from './subagents.ts';
import { talk } from './talk.ts';
import { trouble } from './trouble.ts';

export const scenarios: readonly Scenario[] = [
  ...approvals,
  ...questions,
  ...planning,
  ...subagents,
  ...talk,
  ...trouble,
  ...retold,
];

/** A scenario as the first screen offers it. */
export type StartingPoint = Pick<Scenario, 'id' | 'title' | 'description' | 'prompt' | 'permissionMode'>;

export const featuredScenarios: readonly StartingPoint[] = scenarios
  .filter((scenario) => scenario.featured)
  .map(({ id, title, description, prompt, permissionMode }) => ({
    id,
    title,
    description,
    prompt,
    ...(permissionMode && { permissionMode }),
  }));

/** The answer to a prompt that no scenario knows. */
export function whatCanBeTried(offered: readonly Scenario[], attachments: readonly string[]): string {
  const seen = attachments.length > 0 ? `I see what you attached: ${attachments.join(', ')}. ` : '';
  const prompts = offered.filter((scenario) => scenario.featured).map(({ prompt }) => `- ${prompt}`);
  return `${seen}I am the demo model: I play a few scenes, so that you can try everything without an account. Send me one of these:

${prompts.join('\n')}
`;
}
