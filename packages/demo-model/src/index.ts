// A scripted Messages API: the real agent runs on it with no account and no network, in demos and in tests.
export { startDemoModel, type DemoModel, type DemoModelOptions } from './demoModel.ts';
export type { ReceivedRequest } from './requestLog.ts';
export { featuredScenarios, scenarios, type StartingPoint } from './scenarios/index.ts';
export { scratchWorkspaceFiles } from './scratchWorkspace.ts';
export { scriptedPrompt } from './promptScript.ts';
export { call, say, think, type Block, type Scenario, type Script, type Turn } from './script.ts';
