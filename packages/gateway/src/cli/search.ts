// `beckon search`: what was ever said or done, found from a terminal.
import type { SearchHit, SearchPage, Transport } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { endWithReader, jsonLine, print, textLine } from './lines.ts';
import { localTime } from './localTime.ts';

export interface SearchOptions {
  stateDir: string;
  json: boolean;
  limit: number;
}

export async function search(words: readonly string[], { stateDir, json, limit }: SearchOptions): Promise<void> {
  const gateway = await requireGateway(stateDir);
  endWithReader();
  const { hits, next, index } = await settled(gateway, { q: words.join(' '), limit });
  for (const hit of hits) print(json ? jsonLine(hit) : hitLines(hit));
  if (json) return;
  if (hits.length === 0) print('Nothing was found.');
  if (next !== undefined) print(`There is more: --limit ${Math.min(limit * 5, mostHits)} shows more of it.`);
  if (index.isBusy) print(`Beckon is still reading (${share(index)} %): the same search may find more in a moment.`);
  if (index.trouble !== undefined) print(index.trouble);
}

const mostHits = 100;

/** What was written just now is taken up first; a first index takes longer than anybody waits at a prompt. */
async function settled(gateway: Transport, query: { q: string; limit: number }): Promise<SearchPage> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const page = await gateway.search(query);
    if (!page.index.isBusy || performance.now() > until) return page;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const patienceMs = 5000;
const pollMs = 100;

function hitLines(hit: SearchHit): string {
  const whose = hit.sessionId?.slice(0, 8) ?? 'gateway ';
  const what = [kindWords[hit.kind], hit.toolName, hit.title].filter((word) => word !== undefined).join('  ');
  return `${textLine(`${localTime(hit.at)}  ${whose}  ${what}`)}\n    ${textLine(hit.snippet)}`;
}

const kindWords: Record<SearchHit['kind'], string> = {
  prompt: 'you',
  reply: 'agent',
  call: 'call',
  result: 'result',
  ask: 'ask',
  log: 'log',
};

function share({ indexedBytes, totalBytes }: SearchPage['index']): number {
  return totalBytes === 0 ? 0 : Math.floor((100 * indexedBytes) / totalBytes);
}
