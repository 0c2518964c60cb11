// Transcripts that are none: a hook names the right path, and something else lies there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectsFolder } from '../../../packages/gateway/src/drivers/claudeFolder.ts';
import { transcriptPath } from '../../../packages/gateway/src/drivers/transcriptPath.ts';
import type { Beckon } from '../../support/beckon.ts';
import { ForgedSession } from '../../support/floodStage.ts';
import type { Place } from '../../support/inTranscriptsPlace.ts';
import { inTranscriptsPlace } from '../../support/inTranscriptsPlace.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import type { Attack, AttackGroup } from '../attack.ts';

const secret = 'words of a private file';

const inPlace = ([name, put]: (typeof inTranscriptsPlace)[number]): Attack => ({
  tries: `${name} in the place of a transcript`,
  expects: 'nothing of it is shown, while a plain file that came later is',
  async run(beckon) {
    using folder = tempFolder();
    const forged = await reported(beckon, folder.at('forged'), put);
    const plain = await reported(beckon, folder.at('plain'), ({ path }) => writeFileSync(path, lineSaying(secret)));
    while (!(await shown(beckon, plain)).includes(secret)) await sleep(50);
    const isShown = (await shown(beckon, forged)).includes(secret);
    return { isOk: !isShown, what: isShown ? 'both are shown' : 'only the plain file is shown' };
  },
});

/** A session whose hooks say that it has begun, with this in the place of its transcript. */
async function reported(beckon: Beckon, cwd: string, put: (place: Place) => void): Promise<ForgedSession> {
  const session = new ForgedSession(beckon);
  const home = join(beckon.stateDir, 'demo', 'home');
  const path = transcriptPath(projectsFolder({ HOME: home }), { cwd, sessionId: session.id });
  const elsewhere = `${cwd}-elsewhere`;
  for (const each of [cwd, elsewhere, dirname(path)]) mkdirSync(each, { recursive: true });
  writeFileSync(join(elsewhere, `${session.id}.jsonl`), lineSaying(secret));
  put({ path, elsewhere });
  await session.report('SessionStart', { source: 'startup', transcript_path: path, cwd });
  return session;
}

function lineSaying(content: string): string {
  const line = { type: 'user', uuid: 'u1', timestamp: new Date(0).toISOString(), message: { role: 'user', content } };
  return `${JSON.stringify(line)}\n`;
}

/** All of its conversation, and of what the list says of it; nothing where it became no session. */
async function shown({ transport }: Beckon, { id }: ForgedSession): Promise<string> {
  const { sessions } = await transport.listSessions({ limit: 200 });
  const session = sessions.find((each) => each.id === id);
  return session ? JSON.stringify([session, await transport.listMessages(id)]) : '';
}

export const transcripts: AttackGroup = {
  title: 'Transcripts that are none',
  attacks: inTranscriptsPlace.map(inPlace),
};
