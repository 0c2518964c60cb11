// A session rests while only subagents in the background work.
import { expect, test } from 'vitest';
import { call, diskFaults, TerminalStage } from '../../../../../tests/support/terminalStage.ts';

test('a call of a subagent in the background does not make a session that rests look at work', async () => {
  const [soundDisk] = diskFaults;
  await using stage = new TerminalStage(soundDisk!);
  await stage.beginWithSession();
  await stage.report('Stop', { background_tasks: [{ id: 'b1', type: 'subagent', status: 'running' }] });
  await stage.host.until(() => stage.host.status.state === 'user_turn');
  await stage.report('PreToolUse', { ...call, tool_use_id: 'toolu_2', agent_id: 'a1' });
  expect(stage.host.status.state).toBe('user_turn');
  await stage.report('PreToolUse', { ...call, tool_use_id: 'toolu_3' });
  expect(stage.host.status.state).toBe('assistant_turn');
});
