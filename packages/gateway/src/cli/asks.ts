// `beckon asks` and `beckon status`: what waits, from any terminal or a status line.
import type { Ask, AskPhase, Follower, Transport, View } from '@beckon/protocol';
import { emptyView, followEvents, openAsks, phases, reduceView, sizedHeadline, suggestionText } from '@beckon/protocol';
import { requireGateway } from './connect.ts';
import { endWithReader, jsonLine, print, textLine } from './lines.ts';

export interface AsksOptions {
  stateDir: string;
  json: boolean;
  watch: boolean;
}

export async function printAsks({ stateDir, json, watch }: AsksOptions): Promise<void> {
  const gateway = await requireGateway(stateDir);
  endWithReader();
  if (watch) return watchAsks(gateway, json);
  const { asks } = await gateway.listAsks({ state: 'unfinished' });
  const known = await Promise.all(
    [...new Set(asks.map(({ sessionId }) => sessionId))].map((id) => gateway.getSession(id).catch(() => undefined)),
  );
  const sessions = Object.fromEntries(known.flatMap((session) => (session ? [[session.id, session]] : [])));
  for (const ask of asks) print(json ? jsonLine(ask) : askLines(ask, { sessions }));
  if (asks.length === 0 && !json) print('Nothing waits for you.');
}

/** Until it is interrupted; a gateway that goes away is waited for. */
async function watchAsks(gateway: Transport, json: boolean): Promise<void> {
  let view: View = emptyView;
  const told = new Map<string, AskPhase>();
  const follower: Follower = {
    onEvent(event) {
      view = reduceView(view, event);
      tellNews(view, told, json);
    },
    onConnection(connection) {
      if (connection.state === 'offline') process.stderr.write(`beckon: ${connection.error.message}\n`);
    },
  };
  await followEvents(gateway, follower, { signal: new AbortController().signal });
}

/** Each ask once, and again when it comes to another phase or is over. */
function tellNews(view: View, told: Map<string, AskPhase>, json: boolean): void {
  const unfinished = new Map(view.asks.map((ask) => [ask.id, ask]));
  for (const id of told.keys()) {
    if (unfinished.has(id)) continue;
    told.delete(id);
    print(json ? jsonLine({ id, isOver: true }) : `${id.slice(0, 8)}  over`);
  }
  for (const ask of unfinished.values()) {
    if (told.get(ask.id) === ask.phase) continue;
    const isNew = !told.has(ask.id);
    told.set(ask.id, ask.phase);
    print(json ? jsonLine(ask) : isNew ? askLines(ask, view) : textLine(`${ask.id.slice(0, 8)}  ${wordsOf(ask)}`));
  }
}

function askLines(ask: Ask, { sessions }: Pick<View, 'sessions'>): string {
  const session = sessions[ask.sessionId];
  const whose = session ? `${session.title} · ${session.cwd}` : `session ${ask.sessionId.slice(0, 8)}`;
  const risk = ask.risk?.level === 'high' ? `  High risk: ${ask.risk.findings.map(({ text }) => text).join(' ')}` : '';
  return [
    `${ask.id.slice(0, 8)}  ${sizedHeadline(ask, session?.cwd)}${risk}`,
    ...[`${whose} · ${wordsOf(ask)}`, ...detailsOf(ask)].map((line) => `          ${line}`),
  ]
    .map(textLine)
    .join('\n');
}

/** What an answer would grant beyond the one call: nobody is to say yes to that unseen. */
function detailsOf(ask: Ask): string[] {
  if ('items' in ask) return ask.items.map(({ name, text, file }) => `${file}: ${name} ${text}`);
  return 'suggestions' in ask ? ask.suggestions.map((each) => `--always: ${suggestionText(each)}`) : [];
}

function wordsOf({ phase }: Ask): string {
  return phases[phase].words.toLowerCase();
}

export interface StatusOptions {
  stateDir: string;
  json: boolean;
  short: boolean;
}

/** For a status line: short, and empty where there is nothing to say. */
export async function printStatus({ stateDir, json, short }: StatusOptions): Promise<void> {
  const gateway = await requireGateway(stateDir);
  const { asks } = await gateway.listAsks({ state: 'unfinished' });
  const waiting = openAsks({ asks }).length;
  const onTheWay = asks.length - waiting;
  if (json) return print(jsonLine({ waiting, onTheWay }));
  if (short) return waiting > 0 ? print(`${waiting} ${waiting === 1 ? 'waits' : 'wait'}`) : undefined;
  print(waiting === 0 ? 'Nothing waits for you.' : `${waiting} ${waiting === 1 ? 'ask waits' : 'asks wait'} for you.`);
  if (onTheWay > 0) print(`${onTheWay} answered, and not done yet.`);
}
