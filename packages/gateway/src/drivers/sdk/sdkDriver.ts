// The driver that runs sessions on the Claude Agent SDK: one long-lived `query()` per agent, fed from a queue.
import { lstat, realpath, stat } from 'node:fs/promises';
import type { Options, Query } from '@anthropic-ai/claude-agent-sdk';
import { BeckonError, type ModelChoice } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { systemClock } from '../../clock.ts';
import type { PrivateFolder } from '../../privateFolder.ts';
import { personsHookSwitch } from '../claude/hookSwitch.ts';
import { claudeMode } from '../claude/modes.ts';
import { quietFolder } from '../claude/folder/quietFolder.ts';
import { whatRuns } from '../claude/folder/whatRuns.ts';
import { findGrant, removeGrant } from '../claude/grants.ts';
import { restrictions, sandboxSupport } from '../claude/sandbox.ts';
import { PastConversations } from '../claude/pastConversations.ts';
import type { Agent, AgentHost, AgentSpec, Driver, KeptConversation } from '../driver.ts';
import { claudeFolder, projectsFolder } from '../claudeFolder.ts';
import { transcriptPath } from '../transcriptPath.ts';
import { ClaudeProcess } from './claudeProcess.ts';
import { sdkDescription } from './description.ts';
import { HandedAnswers } from './handedAnswers.ts';
import { findCall } from './keptCalls.ts';
import { unreadMessages } from './keptMessages.ts';
import { Leftovers } from './leftovers.ts';
import { PromptQueue } from './promptQueue.ts';
import { guardReplay, prepareReturn } from './returningCall.ts';
import { SdkAgent } from './sdkAgent.ts';
import { settledConfig } from './settledConfig.ts';
import { isUnknownConversation, startFailure } from './startFailure.ts';
import { Translation } from './translate.ts';
import { createCanUseTool } from './canUseTool.ts';
import { within } from './within.ts';

export interface SdkDriverOptions {
  /** The whole environment of the agent's process; nothing else of the gateway's own reaches it. */
  env: Record<string, string>;
  /** The `claude` to run; the one that the SDK brings where left out. */
  claudePath?: string;
  /** What agents are kept away from. */
  privateFolder?: PrivateFolder;
  /** Where agents are noted while they run, for the next gateway to end those that this one could not. */
  leftoversFolder?: string;
  /** Something could not be done that no agent depends on. */
  onTrouble?: (error: unknown) => void;
  /** How long an agent may take until it can be talked to. */
  startTimeoutMs?: number;
  clock?: Clock;
}

export function createSdkDriver(options: SdkDriverOptions): Driver {
  const { leftoversFolder, onTrouble = () => undefined, clock = systemClock } = options;
  const leftovers = leftoversFolder === undefined ? undefined : new Leftovers(leftoversFolder, { onTrouble, clock });
  const past = new PastConversations(projectsFolder(options.env));
  return {
    name: 'sdk',
    description: sdkDescription,
    sandbox: () => sandboxSupport(options.env['PATH']),
    start: (spec, host) => startAgent({ ...options, leftovers, past, clock }, spec, host),
    past: (end, query) => past.page(end, query),
    async lookBack(conversation, calls) {
      const transcript = await transcriptOf(options, conversation);
      const fates = await Promise.all(calls.map(async (id) => [id, (await findCall(transcript, id)).fate] as const));
      return new Map(fates);
    },
    unread: async (conversation, messageIds) => unreadMessages(await transcriptOf(options, conversation), messageIds),
    whatRuns: (cwd) => whatRuns(options.env, cwd),
    findGrant: (grant, cwd) => findGrant(grant, { env: options.env, cwd }),
    removeGrant: (grant, cwd) => removeGrant(grant, { env: options.env, cwd }),
    endLeftovers: async () => leftovers?.end(),
  };
}

type StartOptions = SdkDriverOptions & { leftovers: Leftovers | undefined; past: PastConversations; clock: Clock };

async function startAgent(options: StartOptions, spec: AgentSpec, host: AgentHost): Promise<Agent> {
  await requireFolder(spec.cwd);
  const { clock } = options;
  const claude = new ClaudeProcess(clock);
  const handed = new HandedAnswers(claude);
  const prompts = new PromptQueue();
  const translation = new Translation(() => host.now());
  const gone = new AbortController();
  const failure = (thrown: unknown) =>
    startFailure(thrown, { spec, stderr: claude.stderrTail, claudePath: options.claudePath });
  const transcript = await transcriptOf(options, spec);
  const { permissionMode, conversation } = spec;
  if (conversation === 'kept') await tellWhatIsKept(options.past, transcript, host);
  const returning = spec.returning && (await prepareReturn({ transcript, permissionMode, clock, ...spec.returning }));
  const replayGuard = conversation === 'new' ? undefined : await guardReplay(transcript, returning?.toolCallId);
  const canUseTool = createCanUseTool({
    cwd: spec.cwd,
    clock,
    host,
    claude,
    handed,
    translation,
    gone: gone.signal,
    returning,
  });
  const queryOptions: Options = {
    ...agentOptions(spec),
    ...(options.claudePath !== undefined && { pathToClaudeCodeExecutable: options.claudePath }),
    env: agentEnvironment(await quietFolder(options.env, spec)),
    settings: { ...restrictions(options.privateFolder, spec), ...(await personsHookSwitch(options.env)) },
    spawnClaudeCodeProcess: claude.spawn,
    canUseTool,
    hooks: {
      ConfigChange: [{ hooks: [settledConfig(host, claudeFolder(options.env))] }],
      ...(replayGuard && { PreToolUse: [{ hooks: [replayGuard] }] }),
    },
  };

  let query: Query | undefined;
  try {
    const sdk = await import('@anthropic-ai/claude-agent-sdk');
    query = sdk.query({ prompt: prompts, options: queryOptions });
    const { models } = await within(options.startTimeoutMs ?? START_TIMEOUT_MS, query.initializationResult(), clock);
    host.update({ models: models.map(readModel), conversationId: conversationOf(spec) });
  } catch (thrown) {
    gone.abort();
    prompts.end();
    claude.letInputEnd();
    query?.close();
    await claude.stop();
    if (spec.conversation === 'kept-or-new' && isUnknownConversation(thrown, claude.stderrTail)) {
      return startAgent(options, { ...spec, conversation: 'new' }, host);
    }
    throw failure(thrown);
  }
  const crossOut = claude.pid === undefined ? undefined : options.leftovers?.note(spec.sessionId, claude.pid);
  void claude.exited.then(crossOut);
  const agent = new SdkAgent({ query, claude, handed, prompts, translation, host, gone, clock });
  try {
    await returning?.returned(claude.exited.then(failure), RETURN_TIMEOUT_MS);
  } catch (error) {
    // Not by the end of its input, which it would take for a no to the call that it may be bringing back just now.
    await agent.suspend();
    throw error;
  }
  return agent;
}

/** An agent that goes on with a conversation tells nothing of it; what there is now can be read from its transcript. */
async function tellWhatIsKept(past: PastConversations, transcript: string, host: AgentHost): Promise<void> {
  const { size: offset } = await lstat(transcript).catch(() => ({ size: 0 }));
  if (offset > 0) await host.tellPast({ events: [], earlier: past.place(transcript, { offset, isTurnOver: true }) });
}

const START_TIMEOUT_MS = 30_000;
/** An agent that brings a call back does so at once, on a machine that has nothing else to do. */
const RETURN_TIMEOUT_MS = 30_000;

async function transcriptOf({ env }: SdkDriverOptions, kept: KeptConversation): Promise<string> {
  const realCwd = await realpath(kept.cwd).catch(() => kept.cwd);
  return transcriptPath(projectsFolder(env), { cwd: realCwd, sessionId: conversationOf(kept) });
}

/** The CLI takes the session's id for its conversation where it begins one. */
function conversationOf({ sessionId, conversationId = sessionId }: KeptConversation): string {
  return conversationId;
}

function agentOptions(spec: AgentSpec): Options {
  const { sessionId, cwd, model, conversation } = spec;
  const permissionMode = claudeMode(spec.permissionMode);
  return {
    cwd,
    ...(conversation === 'new' ? { sessionId } : { resume: conversationOf(spec) }),
    permissionMode,
    // Only where asked for: with it, plan mode too runs tools unasked, and root may not use it at all.
    ...(permissionMode === 'bypassPermissions' && { allowDangerouslySkipPermissions: true }),
    ...(model !== undefined && { model }),
    ...(spec.folderTrust === 'without_settings'
      ? { settingSources: ['user'], strictMcpConfig: true }
      : { settingSources: ['user', 'project', 'local'] }),
    systemPrompt: { type: 'preset', preset: 'claude_code' },
    includePartialMessages: true,
    forwardSubagentText: true,
  };
}

function agentEnvironment(env: Record<string, string>): Record<string, string> {
  return {
    CLAUDE_AGENT_SDK_CLIENT_APP: 'beckon',
    ...env,
    // Makes the CLI say when it is idle. A turn's result does not: queued messages and subagents may still be at work.
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
  };
}

/** A missing folder would otherwise look like a missing binary: both fail to spawn with ENOENT. */
async function requireFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new BeckonError('folder_not_found', `The folder ${cwd} is not there. Create it, or start a session elsewhere.`);
}

function readModel(model: { value: string; displayName: string; description: string }): ModelChoice {
  return { value: model.value, name: model.displayName, description: model.description };
}
