// A program in a terminal that is no `claude` we know: it draws a prompt, reports nothing, and never lets go of what was
// written into it. What Beckon cannot tell, it says.
import { mkdirSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TerminalDriver } from '../../packages/gateway/src/drivers/terminal/terminalDriver.ts';
import { FlowingClock } from '../support/flowingClock.ts';
import { RecordingHost } from '../support/recordingHost.ts';
import { tempFolder } from '../support/tempFolder.ts';

const stubborn = `#!/bin/bash
[ "$1" = --version ] && exit
stty -echo raw
rule=$(printf '─%.0s' {1..60})
box() { printf '\\033[2J\\033[H%s\\r\\n❯ %s\\r\\n%s\\r\\n  ⏸ manual mode on · ? for shortcuts\\r\\n' "$rule" "$1" "$rule"; }
box ''
while read -r -n 1; do box 'Leave a mark.'; done
`;

test('[L11] a start and a message of which the terminal shows no more are said to be in doubt', async () => {
  const folder = tempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  for (const name of ['home', 'work', 'state']) mkdirSync(folder.at(name));
  const claudePath = folder.at('claude');
  writeFileSync(claudePath, stubborn, { mode: 0o755 });
  const clock = new FlowingClock();
  const driver = new TerminalDriver({
    stateDir: folder.at('state'),
    env: { HOME: folder.at('home'), PATH: '/usr/bin:/bin', SHELL: '/bin/sh', LANG: 'C.UTF-8' },
    claudePath,
    clock,
    onTrouble: () => undefined,
  });
  const sessionId = randomUUID();
  const host = new RecordingHost({ id: sessionId });
  const notices = () => host.events.flatMap((event) => (event.type === 'notice' ? event.data.text : []));
  const starting = driver.start(
    {
      sessionId,
      cwd: folder.at('work'),
      permissionMode: 'default',
      model: undefined,
      programArguments: [],
      conversation: 'new',
    },
    host,
  );
  const hurry = setInterval(() => clock.pass(1000), 50);
  onTestFinished(() => clearInterval(hurry));
  const agent = await starting;
  onTestFinished(() => driver.close());
  onTestFinished(() => agent.close());
  expect(notices()).toEqual([expect.stringMatching(/has not said in half a minute that it is ready/)]);

  await agent.send({ id: randomUUID(), parts: [{ type: 'text', text: 'Leave a mark.' }] });
  await vi.waitFor(() => expect(notices()[1]).toMatch(/stood there still after Enter/));
});
