// The agent without a gateway, as the SDK driver runs it, so that only the gateway makes the difference.
import { mkdirSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import type { CanUseTool, Query } from '@anthropic-ai/claude-agent-sdk';

export interface BareAgent {
  /** What the agent says. */
  messages: Query;
  send(text: string): void;
}

export interface BareAgentOptions {
  cwd: string;
  env: Record<string, string>;
  canUseTool: CanUseTool;
}

/** Resolves once the agent takes messages. It takes one. */
export async function startBareAgent({ cwd, env, canUseTool }: BareAgentOptions): Promise<BareAgent> {
  let send: (text: string) => void = () => undefined;
  const sent = new Promise<string>((resolve) => (send = resolve));
  async function* prompts() {
    const content = await sent;
    yield { type: 'user' as const, parent_tool_use_id: null, message: { role: 'user' as const, content } };
    // Its input stays open, as the driver's does.
    await new Promise(() => undefined);
  }
  const messages = query({
    prompt: prompts(),
    options: {
      cwd,
      env,
      permissionMode: 'default',
      settingSources: ['user', 'project', 'local'],
      systemPrompt: { type: 'preset', preset: 'claude_code' },
      includePartialMessages: true,
      forwardSubagentText: true,
      canUseTool,
    },
  });
  await messages.initializationResult();
  return { messages, send };
}

/** Nothing of the machine's own account or settings. */
export function agentEnvironment(home: string, modelUrl: string): Record<string, string> {
  mkdirSync(home, { recursive: true });
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-made-up',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
}
