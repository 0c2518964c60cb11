import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTmux } from '../support/terminals.ts';
test('p', async () => {
  await using stage = startTmux();
  await stage.script('keep', 'exec sleep 600');
  let stuck = 0;
  for (let i = 0; i < 60; i++) {
    await stage.script('w' + i, 'sleep 0.1').catch(() => {});
    for (let j = 0; j < 12; j++) { await stage.tmux.list(); await sleep(10); }
    const t = await stage.tmux.find('w' + i);
    if (t) {
      await sleep(500);
      const again = await stage.tmux.find('w' + i);
      if (again) { stuck++; let st = ''; try { st = readFileSync(`/proc/${t.pid}/status`, 'utf8').split('\n').slice(0, 8).join(' | '); } catch (e) { st = String(e); }
      console.log(i, JSON.stringify(again), st, await stage.tmux.run(['list-panes', '-a', '-F', '#{session_name} #{pane_dead} #{pane_dead_status} #{pane_dead_time} #{pid}'])); await stage.tmux.kill('w' + i); }
    }
  }
  console.log('stuck', stuck);
}, 120000);
