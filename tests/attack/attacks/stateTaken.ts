// The state directory is removed while Beckon runs, or another is put in its place.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { call, scriptedPrompt } from '@beckon/demo-model';
import type { Beckon } from '../../support/beckon.ts';
import { main } from '../../support/beckon.ts';
import { whileTakenAway } from '../../support/takenAway.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { Watcher } from '../../support/watcher.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { happened } from '../attack.ts';

const taken = (tries: string, putInPlace: (stateDir: string) => void): Attack => ({
  tries,
  expects: 'an answer is refused with store_unavailable and nothing runs; a second gateway exits with 1',
  async run(beckon) {
    const { transport, stateDir } = beckon;
    using folder = tempFolder();
    using watcher = new Watcher(transport);
    const touch = call('Bash', { command: 'touch mark.txt', description: 'A test' });
    const { id } = await transport.createSession({ cwd: folder.path, prompt: scriptedPrompt([{ blocks: [touch] }]) });
    const ask = await watcher.nextAsk();
    const got = await whileTakenAway(stateDir, () => {
      putInPlace(stateDir);
      return tryBoth(beckon, ask.id);
    });
    await watcher.until(({ trouble }) => trouble === undefined && 'over');
    const { ask: after } = await transport.getAsk(ask.id);
    const hasRun = existsSync(folder.at('mark.txt'));
    await transport.deleteSession(id);
    const expected = { answer: 'store_unavailable', second: 1, newToken: false, ask: 'open', ran: false };
    return happened(expected, { ...got, ask: after.state, ran: hasRun });
  },
});

/** An answer, and a second gateway. */
async function tryBoth({ transport, stateDir }: Beckon, askId: string) {
  const answer = await transport.answer(askId, { type: 'approve' }).then(() => 'taken', codeOf);
  const second = [main, '--no-open', '--port', '0', '--state-dir', stateDir];
  const exit = await promisify(execFile)(process.execPath, second, { timeout: 20_000 }).then(() => 0, codeOf);
  return { answer, second: exit, newToken: existsSync(join(stateDir, 'token')) };
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

export const stateTaken: AttackGroup = {
  title: 'The state directory, taken away',
  attacks: [
    taken('the state directory is moved away while an ask waits', () => undefined),
    taken('an empty directory is put in its place while an ask waits', (stateDir) =>
      mkdirSync(stateDir, { mode: 0o700, recursive: true }),
    ),
  ],
};
