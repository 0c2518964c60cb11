// A home in which `claude` starts in a terminal without asking anything first.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const madeUpKey = 'sk-ant-made-up-for-tests-0000000000';

export function seedClaudeHome(home: string, cwd: string): void {
  mkdirSync(home, { recursive: true });
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    projects: { [cwd]: { hasTrustDialogAccepted: true } },
    customApiKeyResponses: { approved: [madeUpKey.slice(-20)], rejected: [] },
  };
  writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
}
