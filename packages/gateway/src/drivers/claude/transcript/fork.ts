// Another transcript with the same conversation, as far as a message of it. Read and written in pieces, whatever its size.
import { randomUUID } from 'node:crypto';
import { copyFile, constants, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BeckonError, type SessionId } from '@beckon/protocol';
import { openPlainFile } from '../../../plainFile.ts';
import { type Fields, fieldsOf, parseLine, textOf } from './fields.ts';
import { LineSplitter, longestLine } from './lineSplitter.ts';
import { subagentsFolder } from './location.ts';
import { hasResult } from './reader.ts';
import { subagentsIn, subagentTranscript } from './subagentFiles.ts';

export interface ForkRequest {
  transcript: string;
  /** The last message of the fork, with what its calls came to; undefined for all of them. */
  messageId?: string | undefined;
  title: string;
}

export async function forkTranscript({ transcript, messageId, title }: ForkRequest): Promise<SessionId> {
  const id = randomUUID();
  const path = join(dirname(transcript), `${id}.jsonl`);
  try {
    await writeFork({ transcript, messageId, title }, { id, path });
    await copySubagents(transcript, path);
  } catch (error) {
    // Half a fork would look like a conversation of its own.
    await rm(path, { force: true });
    await rm(path.slice(0, -'.jsonl'.length), { recursive: true, force: true });
    throw error;
  }
  return id;
}

async function writeFork({ transcript, messageId, title }: ForkRequest, { id, path }: { id: SessionId; path: string }) {
  const source = await openPlainFile(transcript);
  if (!source) throw new BeckonError('not_found', 'What the agent has kept of this session is no plain file.');
  try {
    const target = await open(path, 'wx', 0o600);
    try {
      const fork = new Fork(id, messageId);
      const lines = new LineSplitter(
        { onLine: (text) => fork.read(text), onSkipped: () => undefined },
        { from: 0, maxLineBytes: longestLine },
      );
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let position = 0; !fork.isOver;) {
        const { bytesRead } = await source.read(chunk, 0, chunk.length, position);
        if (bytesRead === 0) break;
        lines.push(chunk.subarray(0, bytesRead));
        position += bytesRead;
        await target.appendFile(fork.take());
      }
      if (!fork.hasMessage)
        throw new BeckonError('not_found', 'There is no such message in this session to fork from.');
      await target.appendFile(`${JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id })}\n`);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The lines of the fork, from those of the conversation. */
class Fork {
  readonly #id: SessionId;
  readonly #messageId: string | undefined;
  #written: string[] = [];
  hasMessage: boolean;
  isOver = false;

  constructor(id: SessionId, messageId: string | undefined) {
    this.#id = id;
    this.#messageId = messageId;
    this.hasMessage = messageId === undefined;
  }

  take(): string {
    return this.#written.splice(0).join('');
  }

  read(text: string): void {
    const line = this.isOver || text.startsWith('{"type":"api-request') ? undefined : parseLine(text);
    if (!line || isLeftOut(line)) return;
    if (this.#messageId !== undefined && isMessage(line)) {
      if (idOf(line) === this.#messageId) this.hasMessage = true;
      // What its calls came to stands behind it; the next message does not belong to the fork.
      else if (this.hasMessage && !isResult(line)) return void (this.isOver = true);
    }
    const { sessionId, uuid } = line;
    const forkedFrom = { sessionId, messageUuid: uuid };
    const forked = { ...line, sessionId: this.#id, ...(typeof uuid === 'string' && { forkedFrom }) };
    this.#written.push(`${JSON.stringify(forked)}\n`);
  }
}

function isMessage(line: Fields): boolean {
  return (line['type'] === 'user' || line['type'] === 'assistant') && line['isSidechain'] !== true;
}

function isResult(line: Fields): boolean {
  return line['type'] === 'user' && hasResult(fieldsOf(line['message'])?.['content']);
}

/** As clients know it. */
function idOf(line: Fields): string | undefined {
  return line['type'] === 'assistant' ? textOf(fieldsOf(line['message'])?.['id']) : textOf(line['uuid']);
}

/** What is said of the other conversation as a whole, and calls that it has put off: a resume would bring those back. */
function isLeftOut(line: Fields): boolean {
  const attachment = fieldsOf(line['attachment'])?.['type'];
  return ofTheWhole.has(textOf(line['type']) ?? '') || attachment === 'hook_deferred_tool';
}

const ofTheWhole = new Set(['cost-state', 'last-prompt', 'queue-operation', 'custom-title', 'ai-title', 'tag']);

/** What subagents did is shown in the fork too. One that is no plain file stays behind. */
async function copySubagents(transcript: string, fork: string): Promise<void> {
  const [from, to] = [subagentsFolder(transcript), subagentsFolder(fork)];
  const agentIds = await subagentsIn(from);
  if (agentIds.size > 0) await mkdir(to, { recursive: true, mode: 0o700 });
  for (const agentId of agentIds) {
    const own = subagentTranscript(from, agentId);
    for (const path of [own, own.replace(/\.jsonl$/, '.meta.json')]) {
      const file = await openPlainFile(path).catch(() => undefined);
      await file?.close();
      if (file) await copyFile(path, join(to, path.slice(from.length + 1)), constants.COPYFILE_EXCL);
    }
  }
}

const CHUNK_BYTES = 256 * 1024;
