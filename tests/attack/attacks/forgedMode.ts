// A program of an agent in a terminal, which holds the secret of that agent's hooks (L15).
import { existsSync } from 'node:fs';
import { call, say } from '@beckon/demo-model';
import { Tmux } from '../../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import { forgeMode } from '../../support/forgedMode.ts';
import { beginSession } from '../../support/stagedSession.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { nextTrustAsk } from '../../support/trustAsks.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { happened } from '../attack.ts';

const raisesOwnMode: Attack = {
  tries: 'the hooks’ own secret of a terminal reports bypassPermissions; then its agent is killed, and started again',
  expects: 'the next agent asks before it runs a command, as in the mode that its person chose',
  async run({ transport, stateDir }) {
    using folder = tempFolder();
    const done = { blocks: [say('Done.')] };
    await using session = await beginSession({ transport, cwd: folder.path }, { driver: 'terminal' }, done);
    const { watcher, id } = session;
    await transport.answer((await nextTrustAsk(watcher)).id, { type: 'approve' });
    await session.turnsEnded(1);

    const status = await forgeMode(stateDir, id);
    await watcher.until(({ sessions }) => sessions[id]?.permissionMode === 'bypassPermissions');
    const terminals = new Tmux({ folder: stateDir, environment: { PATH: process.env['PATH'] ?? '' } });
    process.kill((await terminals.find(id))?.pid ?? 0, 'SIGKILL');
    await watcher.until(({ sessions }) => sessions[id]?.state === 'dead');

    await session.play({ blocks: [call('Bash', { command: 'touch forged.txt', description: 'A test' })] }, done);
    const ask = await watcher.until(({ asks }) =>
      Object.values(asks).find(({ sessionId, toolName }) => sessionId === id && toolName === 'Bash'),
    );
    const mode = await watcher.until(({ sessions }) => sessions[id]?.permissionMode === 'default' && 'default');
    const got = { status, mode, ask: ask.state, ran: existsSync(folder.at('forged.txt')) };
    return happened({ status: 200, mode: 'default', ask: 'open', ran: false }, got);
  },
};

export const forgedMode: AttackGroup = { title: 'A terminal’s own hook secret (L15)', attacks: [raisesOwnMode] };
