// More of everything than anyone needs, from a hook that is forged. Each flood says what it cost the gateway.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '@beckon/protocol';
import type { Beckon } from '../../support/beckon.ts';
import { costOf, costText, ForgedSession } from '../../support/floodStage.ts';
import type { Attack, AttackGroup, Happened } from '../attack.ts';

const megabyte = 2 ** 20;

const largeEvents: Attack = {
  tries: '277 hook events of 15 MB, 4 at a time',
  expects: 'each is taken; the gateway stays under 600 MB and answers',
  async run(beckon) {
    const session = await joined(beckon);
    const content = 'a line of it\n'.repeat((15 * megabyte) / 14);
    let next = 0;
    let refused = 0;
    const worker = async () => {
      while (next < 277) {
        const call = { tool_name: 'Write', tool_input: { file_path: '/x', content }, tool_use_id: `toolu_${next++}` };
        if ((await session.report('PreToolUse', call)).status !== 200) refused++;
      }
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    return costing(beckon, ({ mostRss }) => refused === 0 && mostRss < 600 * megabyte, `${refused} refused`);
  },
};

export const manyAsks = (count: number): Attack => ({
  tries: `${count.toLocaleString('en')} asks at once in one session, and a small one in another`,
  expects: '200 are open, the others counted; the small one gets through; none is approved',
  async run(beckon) {
    const session = await joined(beckon);
    raise(session, count, (index) => ({ tool_name: 'Bash', tool_input: { command: `echo ${index}` } }));
    const open = await openAsks(beckon, session, 200);
    const other = await joined(beckon);
    raise(other, 1, () => ({ tool_name: 'Bash', tool_input: { command: 'ls' } }));
    await openAsks(beckon, other, 1);
    await until(async () => ((await beckon.transport.getSession(session.id)).moreAsks ?? 0) >= count - 200);
    const { moreAsks = 0 } = await beckon.transport.getSession(session.id);
    const isOk = open.length === 200 && moreAsks === count - 200 && open.every(({ state }) => state === 'open');
    const happened = await costing(beckon, () => isOk, `${open.length} open, ${moreAsks} more wait`);
    session.hangUp();
    other.hangUp();
    return happened;
  },
});

export const largeAsks = (count: number): Attack => ({
  tries: `${count} asks of 5 MB`,
  expects: 'all are open, abridged and high risk; the database stays within twice the content',
  async run(beckon) {
    const session = await joined(beckon);
    const before = databaseBytes(beckon);
    const content = (index: number) => `${index} a line of it\n`.repeat((5 * megabyte) / 16);
    raise(session, count, (index) => ({
      tool_name: 'Write',
      tool_input: { file_path: `/x/${index}`, content: content(index) },
    }));
    const open = await openAsks(beckon, session, count);
    const grown = databaseBytes(beckon) - before;
    const areMarked = open.every(({ abridged, risk }) => abridged && risk?.level === 'high');
    const isOk = areMarked && grown < 2 * count * 5 * megabyte + 8 * megabyte;
    const what = `${open.length} open; ${(grown / megabyte).toFixed(0)} MB of database for ${count * 5} MB`;
    const happened = await costing(beckon, () => isOk, what);
    session.hangUp();
    return happened;
  },
});

const manySessions = (tries: string, disturb: (beckon: Beckon) => Promise<void>): Attack => ({
  tries: `1,500 sessions that report at once${tries}`,
  expects: 'each report is taken; the gateway answers meanwhile',
  async run(beckon) {
    await costOf(beckon);
    const sessions = Array.from({ length: 1500 }, () => new ForgedSession(beckon));
    const reports = sessions.map((session) => session.report('SessionStart', { source: 'startup' }));
    const settled = Promise.allSettled(reports);
    await disturb(beckon);
    await beckon.transport.listSessions({ limit: 1 });
    const refused = (await settled).filter((each) => each.status === 'rejected' || each.value.status !== 200).length;
    return costing(beckon, () => refused === 0, `${refused} refused`);
  },
});

/** As on a machine that is busy with something else, once some have connected and before all are read. */
async function standStill({ pid }: Beckon): Promise<void> {
  await sleep(100);
  process.kill(pid, 'SIGSTOP');
  await sleep(6_000);
  process.kill(pid, 'SIGCONT');
}

async function joined(beckon: Beckon): Promise<ForgedSession> {
  const session = new ForgedSession(beckon);
  await session.report('SessionStart', { source: 'startup' });
  await until(async () => (await beckon.transport.listSessions({ q: session.id })).sessions.length > 0);
  await costOf(beckon);
  return session;
}

/** Without waiting for answers. */
function raise(session: ForgedSession, count: number, callOf: (index: number) => object): void {
  for (let index = 0; index < count; index++) {
    const call = callOf(index);
    session
      .report('PreToolUse', { ...call, tool_use_id: `toolu_${index}` })
      .then(() => session.report('PermissionRequest', call))
      .catch(() => undefined);
  }
}

async function openAsks({ transport }: Beckon, { id }: ForgedSession, count: number): Promise<Ask[]> {
  const open = async () => (await transport.getSession(id)).asks;
  await until(async () => (await open()).length >= count);
  return open();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(200);
}

async function costing(
  beckon: Beckon,
  isOk: (cost: Awaited<ReturnType<typeof costOf>>) => boolean,
  what: string,
): Promise<Happened> {
  const cost = await costOf(beckon);
  return { isOk: isOk(cost), what: `${what}; ${costText(cost)}` };
}

function databaseBytes({ stateDir }: Beckon): number {
  const files = readdirSync(stateDir).filter((name) => name.startsWith('beckon.db'));
  return files.reduce((sum, name) => sum + statSync(join(stateDir, name)).size, 0);
}

export const floods: AttackGroup = {
  title: 'Floods',
  attacks: [
    manyAsks(2000),
    largeAsks(60),
    manySessions('', async () => undefined),
    manySessions(', while the gateway stands still for 6 s', standStill),
    largeEvents,
  ],
};
