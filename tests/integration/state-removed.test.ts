// The state directory is taken away from a Beckon that runs: nobody's answer is taken for written, everyone is told, and no
// second Beckon begins anew in its place. The real gateway as a process, with a real agent that waits.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { expect, test } from 'vitest';
import { main, startBeckon } from '../support/beckon.ts';
import { whileTakenAway } from '../support/takenAway.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { Watcher } from '../support/watcher.ts';

test('[L2] [L10] no answer is acknowledged and no second gateway starts until the directory is back', async () => {
  using folder = tempFolder();
  await using beckon = await startBeckon();
  const { transport, stateDir } = beckon;
  using watcher = new Watcher(transport);
  const touch = call('Bash', { command: 'touch mark.txt', description: 'A test' });
  const { id } = await transport.createSession({
    cwd: folder.path,
    prompt: scriptedPrompt([{ blocks: [touch] }, { blocks: [say('Done.')] }]),
  });
  const ask = await watcher.nextAsk();

  await whileTakenAway(stateDir, async () => {
    await expect(transport.answer(ask.id, { type: 'approve' })).rejects.toMatchObject({ code: 'store_unavailable' });
    const trouble = await watcher.until((view) => view.trouble);
    expect(trouble.message).toContain('removed or replaced');
    expect(existsSync(folder.at('mark.txt'))).toBe(false);

    const second = promisify(execFile)(process.execPath, [main, '--no-open', '--port', '0', '--state-dir', stateDir]);
    await expect(second).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(`process ${beckon.pid}`) });
    expect(existsSync(join(stateDir, 'token'))).toBe(false);

    // Replaced, where the agent, whose home is in there, has written to it meanwhile.
    const told = new RegExp(`still runs for .*process ${beckon.pid}.* has been (removed|replaced)`);
    const asks = promisify(execFile)(process.execPath, [main, 'asks', '--state-dir', stateDir]);
    await expect(asks).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(told) });
  });

  // Known from the next try on, which Beckon makes by itself.
  await watcher.until((view) => view.trouble === undefined && 'over');
  await transport.answer(ask.id, { type: 'approve' });
  await expect.poll(() => existsSync(folder.at('mark.txt')), { timeout: 20_000 }).toBe(true);
  await transport.deleteSession(id);
});
