// An SDK session on the real agent that asks again and again, and sessions with long conversations that are joined while it is
// answered: how long the answers take, with and without that.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { BeckonError, type Message } from '@beckon/protocol';
import type { Beckon } from './beckon.ts';
import { conversationLines } from './conversationLines.ts';
import { ForgedSession } from './floodStage.ts';
import { Watcher } from './watcher.ts';

export interface AnswerTimes {
  /** In milliseconds from the answer to its result. */
  alone: number[];
  whileJoining: number[];
  /** In milliseconds from the hook to the end of the conversation being there for clients. */
  joins: number[];
  joined: LongSession[];
}

export async function answersWhileJoining(
  beckon: Beckon,
  { rounds, megabytes }: { rounds: number; megabytes: number },
): Promise<AnswerTimes> {
  const { transport, workspace } = beckon;
  const commands = Array.from({ length: 2 * rounds + 1 }, (_, index) => touch(`answered-${index}.txt`));
  const turns = [...commands.map((command) => ({ blocks: [command] })), { blocks: [say('All done.')] }];
  using watcher = new Watcher(transport);
  const { id } = await transport.createSession({ cwd: workspace, prompt: scriptedPrompt(turns) });
  const answer = async () => {
    const { id: askId, toolCallId } = await watcher.nextAsk();
    const start = performance.now();
    await transport.answer(askId, { type: 'approve' });
    await watcher.until(() => watcher.stepsOf(toolCallId).at(-1) === 'settled');
    return performance.now() - start;
  };
  const times: AnswerTimes = { alone: [], whileJoining: [], joins: [], joined: [] };
  // What has just been started is slow.
  await answer();
  for (let round = 0; round < rounds; round++) {
    times.alone.push(await answer());
    const session = new LongSession(beckon, megabytes);
    times.joined.push(session);
    await watcher.nextAsk();
    const start = performance.now();
    const joining = session.join().then(() => performance.now() - start);
    times.whileJoining.push(await answer());
    times.joins.push(await joining);
  }
  await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn');
  return times;
}

/** A session that nobody knows yet, with a long conversation. */
export class LongSession extends ForgedSession {
  readonly lastTurn: number;
  readonly #transport: Beckon['transport'];

  constructor(beckon: Beckon, megabytes: number) {
    super(beckon);
    this.#transport = beckon.transport;
    this.lastTurn = writeConversation(this.transcript, megabytes);
  }

  /** Resolves once the end of its conversation is there for clients. */
  async join(): Promise<void> {
    await this.report('UserPromptSubmit', { prompt: 'And on.' });
    while (promptsIn(await this.#newest()).at(-1) !== this.lastTurn) await sleep(25);
  }

  async #newest(): Promise<Message[]> {
    try {
      return (await this.#transport.listMessages(this.id, { limit: 20 })).messages;
    } catch (error) {
      if (error instanceof BeckonError && error.code === 'session_not_found') return [];
      throw error;
    }
  }
}

/** Says which of its turns is the last. */
export function writeConversation(path: string, megabytes: number): number {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w');
  let turns = 0;
  for (let bytes = 0; bytes < megabytes * 1e6; turns += 100) {
    const lines = conversationLines(100, turns).map((line) => `${line}\n`);
    bytes += writeSync(file, lines.join(''));
  }
  closeSync(file);
  return turns - 1;
}

/** Which turns these messages begin. */
export function promptsIn(messages: Message[]): number[] {
  const turns = messages.map(({ parts: [part] }) =>
    Number(part?.type === 'text' ? /^Where is value (\d+)/.exec(part.text)?.[1] : undefined),
  );
  return turns.filter((turn) => turn >= 0);
}

const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'A test' });
