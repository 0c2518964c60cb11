// What a folder tells an agent to do by the clock. MEASURED with Claude Code 2.1.325: a `claude` that is started where
// `.claude/scheduled_tasks.json` lies sends itself what is due there, at once, with no message of its person's, and whatever
// settings it was told to read.
import type { TrustItem } from '@beckon/protocol';
import { inWords, isObject } from './json.ts';

type Item = Omit<TrustItem, 'file'>;

export const scheduledTasksFile = '.claude/scheduled_tasks.json';

/** The environment of an agent that takes no notice of them. It can plan nothing by the clock itself, either. */
export const withoutScheduledTasks = { CLAUDE_CODE_DISABLE_CRON: '1' } as const;

export function scheduledItems(content: unknown): Item[] {
  const tasks = isObject(content) ? content['tasks'] : undefined;
  if (Array.isArray(tasks)) return tasks.map(taskItem);
  return content === null ? [] : [{ what: 'task', name: 'cannot be told', text: inWords(content) }];
}

/** When it was last done is written there too, and is no change of what is to be done. */
function taskItem(task: unknown): Item {
  if (!isObject(task) || typeof task['prompt'] !== 'string')
    return { what: 'task', name: 'unusual', text: inWords(task) };
  const { cron, prompt, recurring, plugin } = task;
  const from = plugin === undefined ? '' : `, for the plugin ${inWords(plugin)}`;
  return {
    what: 'task',
    name: `${recurring ? 'each time' : 'once'} at “${inWords(cron ?? null)}”${from}`,
    text: prompt,
  };
}
