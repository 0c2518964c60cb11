// Hooks that nobody's agent has sent: with no secret, with a wrong one, and with the one that every hook of the user holds.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Beckon } from '../../support/beckon.ts';
import { ForgedSession } from '../../support/floodStage.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { happened } from '../attack.ts';

const withoutSecret: Attack = {
  tries: 'hook events with a wrong secret, and with the API token for one',
  expects: '401 for each',
  async run(beckon) {
    const session = new ForgedSession(beckon);
    const statuses = await Promise.all(
      ['00', '0'.repeat(64), beckon.token].map(async (secret) => (await session.report('Stop', {}, secret)).status),
    );
    return happened([401, 401, 401], statuses);
  },
};

const fromPage: Attack = {
  tries: 'a hook event from a page in the browser, with the right secret',
  expects: '403',
  async run(beckon) {
    const headers = { authorization: `Bearer ${secretOf(beckon)}`, origin: 'http://evil.example' };
    const response = await fetch(`${beckon.url}/hooks/Stop`, { method: 'POST', headers, body: '{}' });
    return happened(403, response.status);
  },
};

const asPerson: Attack = {
  tries: 'the secret of a hook in place of the token, to answer an ask',
  expects: '401 on every route; the ask stays open',
  async run(beckon) {
    using session = await waitingSession(beckon);
    const headers = { authorization: `Bearer ${secretOf(beckon)}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ answer: { type: 'approve' } });
    const lines = [`/api/asks/${session.askId}/answer`, `/api/sessions/${session.id}/approve`, '/api/login-codes'];
    const responses = lines.map((path) => fetch(`${beckon.url}${path}`, { method: 'POST', headers, body }));
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    const { ask } = await beckon.transport.getAsk(session.askId);
    return happened([401, 401, 401, 'open'], [...statuses, ask.state]);
  },
};

const raisesMode: Attack = {
  tries: 'a hook event of the user’s hooks that says an SDK session is in bypassPermissions (L15)',
  expects: 'what the next agent is started in stays as its person chose',
  async run(beckon) {
    const { transport, workspace } = beckon;
    const { id } = await transport.createSession({ cwd: workspace, permissionMode: 'default' });
    const forged = new ForgedSession(beckon, id);
    const call = { tool_name: 'Bash', tool_input: { command: 'id' }, tool_use_id: 'toolu_forged' };
    await forged.report('PreToolUse', { ...call, permission_mode: 'bypassPermissions' });
    await sleep(500);
    const { permissionMode } = await transport.getSession(id);
    await transport.deleteSession(id);
    return happened('default', permissionMode);
  },
};

const transcripts: Attack = {
  tries: 'sessions whose transcript is /etc/passwd, a device, a path with .. or of another project tree',
  expects: 'none of them becomes a session',
  async run(beckon) {
    const home = join(beckon.stateDir, 'demo', 'home', '.claude', 'projects');
    const ids = await Promise.all(
      ['/etc/passwd', '/dev/zero', join(home, '-w', '..', '..', 'x.jsonl'), '/tmp/-w/ID.jsonl'].map(async (path) => {
        const session = new ForgedSession(beckon);
        const transcript_path = path.replace('ID', session.id);
        await session.report('SessionStart', { source: 'startup', transcript_path });
        return session.id;
      }),
    );
    await sleep(500);
    const known = (await beckon.transport.listSessions({ limit: 200 })).sessions.filter(({ id }) => ids.includes(id));
    return happened(0, known.length, `${known.length} of ${ids.length}`);
  },
};

const malformed: Attack = {
  tries: 'events that are no JSON, nested a million deep, or longer than they say',
  expects: 'refused; the gateway goes on',
  async run(beckon) {
    const headers = { authorization: `Bearer ${secretOf(beckon)}`, 'content-type': 'application/json' };
    const bodies = ['{', '['.repeat(1_000_000), `{"a":"${'\\"'.repeat(2_000_000)}`, '{"a":1}'.repeat(100_000)];
    const statuses = await Promise.all(
      bodies.map(async (body) => (await fetch(`${beckon.url}/hooks/Stop`, { method: 'POST', headers, body })).status),
    );
    const { status } = await fetch(`${beckon.url}/api/health`);
    return happened([400, 400, 400, 400, 200], [...statuses, status]);
  },
};

/** A session with one ask that a forged hook has raised. */
async function waitingSession(beckon: Beckon) {
  const session = new ForgedSession(beckon);
  await session.report('SessionStart', { source: 'startup' });
  const call = { tool_name: 'Bash', tool_input: { command: `echo ${randomUUID()}` } };
  await session.report('PreToolUse', { ...call, tool_use_id: 'toolu_waiting' });
  session.report('PermissionRequest', call).catch(() => undefined);
  for (;;) {
    const ask = (await beckon.transport.listAsks()).asks.find(({ sessionId }) => sessionId === session.id);
    if (ask) return { id: session.id, askId: ask.id, [Symbol.dispose]: () => session.hangUp() };
    await sleep(50);
  }
}

function secretOf({ stateDir }: Beckon): string {
  return readFileSync(join(stateDir, 'hook-endpoint'), 'utf8').split(' ')[2] ?? '';
}

export const forgedHooks: AttackGroup = {
  title: 'Forged hooks',
  attacks: [withoutSecret, fromPage, asPerson, raisesMode, transcripts, malformed],
};
