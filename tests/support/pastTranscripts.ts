// Transcripts of conversations that nobody had, as the CLI 2.1.325 keeps them: for lists that are longer than anyone can wait for
// agents to fill.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolderName } from '../../packages/gateway/src/drivers/transcriptPath.ts';
import { earlierSessionId } from './earlierSessions.ts';

export interface MadeUpPast {
  number: number;
  cwd: string;
  prompt?: string;
  title?: string;
  branch?: string;
  entrypoint?: string;
  /** When it began and ended. */
  from?: number;
  at?: number;
  costUsd?: number;
  /** So much more is said in it. */
  bytes?: number;
}

/** Its path. */
export function writePast(projects: string, past: MadeUpPast): string {
  const { number, cwd, at = Date.now() } = past;
  const path = join(projects, projectFolderName(cwd), `${earlierSessionId(number)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${pastLines(past).join('\n')}\n`);
  utimesSync(path, at / 1000, at / 1000);
  return path;
}

export function pastLines(past: MadeUpPast): string[] {
  const { number, cwd, prompt = `Question ${number}`, at = Date.now(), from = at - 60_000 } = past;
  const { title, branch = 'main', entrypoint = 'cli', costUsd, bytes = 0 } = past;
  const sessionId = earlierSessionId(number);
  const line = (type: string, uuid: string, own: object) =>
    JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      type,
      ...own,
      uuid: `${uuid}${sessionId.slice(1)}`,
      timestamp: new Date(uuid === 'a' ? from : at).toISOString(),
      userType: 'external',
      entrypoint,
      cwd,
      sessionId,
      version: '2.1.325',
      gitBranch: branch,
    });
  const said = (text: string) => [{ type: 'text', text }];
  const spent = { input_tokens: 10, output_tokens: 5 };
  const model = 'claude-opus-5-5';
  return [
    line('user', 'a', { message: { role: 'user', content: prompt } }),
    ...(bytes > 0 ? [line('attachment', 'd', { attachment: { type: 'date', filler: 'x'.repeat(bytes) } })] : []),
    line('assistant', 'b', {
      message: { id: `msg_${number}`, role: 'assistant', model, content: said(`Answer ${number}`), usage: spent },
    }),
    ...(title === undefined ? [] : [JSON.stringify({ type: 'custom-title', customTitle: title, sessionId })]),
    ...(costUsd === undefined
      ? []
      : [
          JSON.stringify({
            type: 'cost-state',
            sessionId,
            totalCostUSD: costUsd,
            modelUsage: { [model]: { inputTokens: 1000, outputTokens: 500 } },
          }),
        ]),
  ];
}
