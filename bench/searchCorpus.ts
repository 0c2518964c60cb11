// Transcripts by the gigabyte, as the CLI 2.1.325 writes them: what is said, calls, and results that stand in a line twice.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Corpus {
  bytes: number;
  files: string[];
  /** Some words of the texts, common ones first. */
  words: string[];
}

const fileBytes = 200_000;

export function makeCorpus(projects: string, wantedBytes: number): Corpus {
  const random = randomNumbers(7);
  const words = Array.from({ length: 30_000 }, () => madeUpWord(random));
  const texts = { 200: [] as string[], 600: [] as string[], 3000: [] as string[], 12_000: [] as string[] };
  for (const [length, pool] of Object.entries(texts)) {
    for (let index = 0; index < 400; index += 1) pool.push(text(words, Number(length), random));
  }
  const files: string[] = [];
  let bytes = 0;
  for (let number = 0; bytes < wantedBytes; number += 1) {
    const cwd = `/home/ana/project-${number % 40}`;
    const folder = join(projects, cwd.replaceAll('/', '-'));
    if (number < 40) mkdirSync(folder, { recursive: true });
    const id = `${number.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const path = join(folder, `${id}.jsonl`);
    const content = conversation({ id, cwd, number, texts, random });
    const file = openSync(path, 'w');
    bytes += writeSync(file, content);
    closeSync(file);
    files.push(path);
  }
  return { bytes, files, words };
}

interface Drawing {
  id: string;
  cwd: string;
  number: number;
  texts: Record<200 | 600 | 3000 | 12_000, string[]>;
  random: () => number;
}

function conversation({ id, cwd, number, texts, random }: Drawing): string {
  const lines: string[] = [];
  let length = 0;
  let turn = 0;
  let at = 1_780_000_000_000 + number * 3_000_000;
  const draw = (size: keyof Drawing['texts']) => texts[size][Math.floor(random() * 400)] ?? '';
  /** The fields in the order in which the CLI has them: some before what is said, some behind it. */
  const line = (said: object, more: object = {}) => {
    at += 900;
    const made = JSON.stringify({
      parentUuid: uuid(number, turn, lines.length),
      isSidechain: false,
      ...said,
      uuid: uuid(number, turn, lines.length + 1),
      timestamp: new Date(at).toISOString(),
      ...more,
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId: id,
      version: '2.1.325',
      gitBranch: 'main',
    });
    lines.push(made);
    length += made.length + 1;
  };
  const assistant = (messageId: string, block: object) =>
    line({
      message: {
        id: messageId,
        type: 'message',
        role: 'assistant',
        model: 'claude-opus-5-5',
        content: [block],
        stop_reason: 'tool_use',
        stop_sequence: null,
        usage: {
          input_tokens: 12_000,
          cache_creation_input_tokens: 200,
          cache_read_input_tokens: 11_000,
          output_tokens: 150,
          service_tier: 'standard',
        },
      },
      requestRef: uuid(number, turn, 0),
      requestedModel: 'claude-opus-5-5',
      promptCacheRequested: '5m',
      type: 'assistant',
    });
  while (length < fileBytes) {
    turn += 1;
    line(
      { promptId: uuid(number, turn, 9), type: 'user', message: { role: 'user', content: draw(200) } },
      { permissionMode: 'default' },
    );
    for (let call = 0; call < 4; call += 1) {
      const [messageId, toolCallId] = [`msg_${number}_${turn}_${call}`, `toolu_${number}_${turn}_${call}`];
      if (call % 2 === 0) assistant(messageId, { type: 'text', text: draw(200) });
      const input = { command: draw(200).slice(0, 80), description: draw(200).slice(0, 40) };
      assistant(messageId, { type: 'tool_use', name: call === 3 ? 'Read' : 'Bash', input, id: toolCallId });
      const output = draw(call === 0 ? 600 : call === 3 ? 12_000 : 3000);
      const result = { tool_use_id: toolCallId, type: 'tool_result', content: output, is_error: false };
      line(
        { promptId: uuid(number, turn, 9), type: 'user', message: { role: 'user', content: [result] } },
        {
          toolUseResult: { stdout: output, stderr: '', interrupted: false, isImage: false },
          sandboxed: false,
          permissionDecision: { decision: 'accept', source: 'config' },
        },
      );
    }
    assistant(`msg_${number}_${turn}_end`, { type: 'text', text: draw(600) });
  }
  return `${lines.join('\n')}\n`;
}

function uuid(...numbers: number[]): string {
  return `${numbers.map((number) => number.toString(16).padStart(8, '0')).join('-')}-4111-8111-111`;
}

function text(words: string[], length: number, random: () => number): string {
  let made = '';
  // A few words are common, and most are rare.
  while (made.length < length)
    made += `${words[Math.floor(words.length * random() ** 3)]}${random() < 0.1 ? '.\n' : ' '}`;
  return made;
}

function madeUpWord(random: () => number): string {
  const length = 2 + Math.floor(random() * 9);
  return Array.from({ length }, () => 'etaoinshrdlucmfwypvbgkqjxz'[Math.floor(26 * random() ** 1.5)]).join('');
}

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state / 0x7f_ff_ff_ff;
  };
}
