// The demo: the real agent on a scripted model, with a home and a workspace of its own below the state directory, so
// that it touches nothing of the user's.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DemoModel } from '@beckon/demo-model';
import { featuredScenarios, scratchWorkspaceFiles, startDemoModel } from '@beckon/demo-model';
import type { About } from '@beckon/protocol';
import { demoPath } from '../stateDirectory.ts';
import type { Environment } from './agentEnvironment.ts';

export interface Demo {
  model: DemoModel;
  environment: Environment;
  workspace: string;
  about: NonNullable<About['demo']>;
}

const demoKey = 'sk-ant-demo-no-account-is-used';

const howToSignIn =
  'To work with your own account, stop Beckon, run `claude` and sign in, or set ANTHROPIC_API_KEY, and start Beckon again.';

export async function startDemo(stateDir: string, environment: Environment): Promise<Demo> {
  const folder = demoPath(stateDir);
  const home = join(folder, 'home');
  const workspace = join(folder, 'workspace');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  mkdirSync(home, { recursive: true });
  layOutWorkspace(workspace);
  greetNobody(home, workspace);
  const model = await startDemoModel();
  return {
    model,
    workspace,
    environment: {
      ...withoutAccount(environment),
      HOME: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: demoKey,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    about: { scenarios: [...featuredScenarios], howToSignIn },
  };
}

/** What the user has changed in it since the last time stays. */
function layOutWorkspace(workspace: string): void {
  for (const [name, content] of Object.entries(scratchWorkspaceFiles)) {
    const path = join(workspace, name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) writeFileSync(path, content);
  }
}

/** In a terminal, `claude` would begin with questions to a new user; there is none in the demo's own home. */
function greetNobody(home: string, workspace: string): void {
  const path = join(home, '.claude.json');
  if (existsSync(path)) return;
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    projects: { [workspace]: { hasTrustDialogAccepted: true } },
    customApiKeyResponses: { approved: [demoKey.slice(-20)], rejected: [] },
  };
  writeFileSync(path, JSON.stringify(state));
}

function withoutAccount(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(ANTHROPIC|CLAUDE)_/.test(name)));
}
