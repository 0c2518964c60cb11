import type { Query } from '@anthropic-ai/claude-agent-sdk';
import { expect, test, vi } from 'vitest';
import type { AgentHost } from '../driver.ts';
import type { ClaudeProcess } from './claudeProcess.ts';
import type { PromptQueue } from './promptQueue.ts';
import { SdkAgent } from './sdkAgent.ts';
import type { Translation } from './translate.ts';

test('[L7] an agent that cannot be followed is ended before its stream is closed, which would look like an interrupt', async () => {
  const steps: string[] = [];
  let exit: (end: string) => void = () => undefined;
  const exited = new Promise<string>((resolve) => (exit = resolve));
  const claude = {
    hasExited: false,
    exited,
    stderrTail: '',
    async terminate() {
      steps.push('ended');
      claude.hasExited = true;
      exit('signal SIGTERM');
    },
    stop: () => exited,
    letInputEnd: () => undefined,
  };
  const query = {
    async *[Symbol.asyncIterator]() {
      yield { type: 'something that nobody knows' };
    },
    close: () => void steps.push('closed'),
  };
  const ended = vi.fn<AgentHost['ended']>(() => void steps.push('told'));
  const gone = new AbortController();
  const agent = new SdkAgent({
    query: query as unknown as Query,
    claude: claude as unknown as ClaudeProcess,
    prompts: { end: () => undefined } as unknown as PromptQueue,
    translation: {
      read() {
        throw new TypeError('This makes no sense.');
      },
    } as unknown as Translation,
    host: { ended } as unknown as AgentHost,
    gone,
  });
  await vi.waitFor(() => expect(gone.signal.aborted).toBe(true));
  expect(steps[0]).toBe('ended');
  expect(steps.at(-1)).toBe('told');
  await agent.close();
  expect(ended).toHaveBeenCalledExactlyOnceWith({
    reason: 'agent_gone',
    message: expect.stringContaining('This makes no sense.') as string,
  });
});
