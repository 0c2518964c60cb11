// [L12] What a folder would run is looked at before an agent starts in it. What changes there while it runs (settings, skills;
// a checkout is enough) nobody has looked at: the agent does not take it up, and its person is told.
import { randomUUID } from 'node:crypto';
import { sep } from 'node:path';
import type { HookCallback } from '@anthropic-ai/claude-agent-sdk';
import { changedWhileRunning } from '../claude/settledSettings.ts';
import type { AgentHost } from '../driver.ts';

/** `own`: where the person keeps their own settings, which count at once. */
export function settledConfig(host: Pick<AgentHost, 'emit' | 'now'>, own: string): HookCallback {
  let isTold = false;
  return async (input) => {
    if (input.hook_event_name !== 'ConfigChange' || !ofFolder.has(input.source)) return {};
    if (input.file_path?.startsWith(own + sep)) return {};
    if (!isTold) {
      isTold = true;
      const notice = {
        messageId: randomUUID(),
        createdAt: host.now(),
        level: 'warning',
        text: changedWhileRunning,
      } as const;
      host.emit({ type: 'notice', data: notice });
    }
    return { decision: 'block', reason: changedWhileRunning };
  };
}

const ofFolder = new Set(['project_settings', 'local_settings', 'skills']);
