// A session in a terminal: started, answered, looked at and typed into from the page.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openScene } from '../support/scene.ts';

const scene = openScene();
const prompt = 'Count the words in notes.txt and save the result to counts.txt';

/** What someone who sits at the terminal sees. */
const screenOf = (sessionId: string) =>
  execFileSync('tmux', ['-S', join(scene.beckon.stateDir, 'tmux.sock'), 'capture-pane', '-p', '-t', sessionId], {
    encoding: 'utf8',
  });

it('[C1] [C7] [C11] starts in tmux from the form, is answered on the page, and its pane can be typed into', async () => {
  const ada = await scene.person();
  await ada.fillNewSession({ folder: scene.workspace.path, prompt });
  await ada.page.getByRole('radio', { name: /terminal/i }).check();
  await ada.startButton.click();
  await ada.page.waitForURL('**/sessions/*');
  const { sessionId } = ada;

  await ada.forms('wc -w notes.txt').waitFor();
  expect(scene.workspace.has('counts.txt')).toBe(false);
  await expect.poll(() => screenOf(sessionId)).toContain('Do you want to proceed?');
  await ada.approve();
  await ada.agentSaying('Saved to').waitFor();
  expect(scene.workspace.has('counts.txt')).toBe(true);
  expect(screenOf(sessionId)).not.toContain('Do you want to proceed?');

  await ada.page.getByRole('link', { name: 'Terminal', exact: true }).click();
  await ada.page.getByRole('button', { name: 'Type here' }).click();
  await ada.page.getByText('Your keys go to the terminal').waitFor();
  await ada.page.keyboard.type('from afar');
  await expect.poll(() => screenOf(sessionId), { timeout: 10_000 }).toContain('from afar');
});
