// A session on a stage, begun with a scripted prompt, and a client that watches it.
import type { Turn } from '@beckon/demo-model';
import { scriptedPrompt } from '@beckon/demo-model';
import type { CreateSession, HttpTransport } from '@beckon/protocol';
import type { AgentStage } from './agentStage.ts';
import { Watcher } from './watcher.ts';

export interface StagedSession extends AsyncDisposable {
  id: string;
  transport: HttpTransport;
  watcher: Watcher;
  /** All that the client shows of the conversation, as text. */
  conversation(): string;
  /** Sends a prompt that makes the model play these turns. */
  play(...turns: Turn[]): Promise<void>;
  /** Resolves once so many turns have ended, and the agent waits for its person. */
  turnsEnded(count: number): Promise<unknown>;
}

export async function beginSession(
  stage: Pick<AgentStage, 'transport' | 'cwd'>,
  request: Omit<CreateSession, 'cwd' | 'prompt'>,
  ...turns: Turn[]
): Promise<StagedSession> {
  const { transport } = stage;
  const watcher = new Watcher(transport);
  const prompt = turns.length > 0 && { prompt: scriptedPrompt(turns) };
  const { id } = await transport.createSession({ cwd: stage.cwd, ...request, ...prompt });
  await watcher.until((view) => view.sessions[id]);
  await watcher.open(id);
  const ended = () => watcher.events.filter((event) => event.type === 'done' && event.sessionId === id).length;
  return {
    id,
    transport,
    watcher,
    conversation: () => JSON.stringify(watcher.view.conversations[id]?.conversation?.messages ?? []),
    play: (...further) => transport.sendMessage(id, { content: scriptedPrompt(further) }),
    turnsEnded: (count) =>
      watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn' && ended() >= count && 'ended'),
    async [Symbol.asyncDispose]() {
      watcher[Symbol.dispose]();
      await transport.deleteSession(id);
    },
  };
}
