// A session in a terminal: started, answered, looked at and typed into from the page.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { say, scriptedPrompt } from '@beckon/demo-model';
import { expect, it } from 'vitest';
import { phone } from '../support/browser.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();
const prompt = 'Count the words in notes.txt and save the result to counts.txt';

const tmux = (...args: string[]) =>
  execFileSync('tmux', ['-S', join(scene.beckon.stateDir, 'tmux.sock'), ...args], { encoding: 'utf8' });
/** What someone who sits at the terminal sees. */
const screenOf = (sessionId: string) => tmux('capture-pane', '-p', '-t', sessionId);
const columnsOf = (sessionId: string) => Number(tmux('display-message', '-p', '-t', sessionId, '#{pane_width}'));

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

it('[C11] a pane scrolls, copies, makes lines, and takes its own size back when the phone leaves', async () => {
  const { transport, workspace } = scene.beckon;
  const rows = Array.from({ length: 150 }, (_, index) => `row ${index + 1} of the story`).join('\n\n');
  const { id } = await transport.createSession({
    cwd: workspace,
    driver: 'terminal',
    prompt: scriptedPrompt([{ blocks: [say(rows)] }]),
  });
  await expect.poll(() => screenOf(id), { timeout: 20_000 }).toContain('row 150 of the story');

  const ada = await scene.person({ permissions: ['clipboard-read', 'clipboard-write'] });
  await ada.open(`${scene.beckon.url}/sessions/${id}/terminal`);
  const terminal = ada.page.getByRole('region', { name: 'Terminal' });
  const row = (number: string) =>
    terminal.locator('.xterm-rows > div', { hasText: new RegExp(`^\\s*row ${number} of the story\\s*$`) });
  await terminal.getByText('Looking on, live').waitFor();
  // The end is in sight, though the screen is taller than its box.
  await expect.poll(() => row('150').evaluate(isInSight)).toBe(true);

  await terminal.locator('.xterm-screen').hover();
  const earlier = row('[6-9]\\d').first();
  const wheelUp = async () => {
    await ada.page.mouse.wheel(0, -200);
    return earlier.isVisible();
  };
  await expect.poll(wheelUp, { interval: 300, timeout: 20_000 }).toBe(true);
  // The words lie under what xterm takes the mouse with, and the program may still be on its way up.
  const copyWord = async () => {
    const { x, y, height } = (await earlier.boundingBox())!;
    await ada.page.mouse.dblclick(x + 30, y + height / 2);
    return ada.page.evaluate(() => navigator.clipboard.readText());
  };
  await expect.poll(copyWord).toBe('row');
  await terminal.getByText('Copied one line').waitFor();
  await terminal.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(() => row('150').count()).toBe(1);

  await terminal.getByRole('button', { name: 'Type here' }).click();
  await terminal.getByText('Your keys go to the terminal').waitFor();
  await ada.page.keyboard.type('first line');
  await ada.page.keyboard.press('Shift+Enter');
  await ada.page.keyboard.type('second line');
  await expect.poll(() => screenOf(id)).toMatch(/❯\sfirst line\s*\n\s*second line/);

  await terminal.getByRole('button', { name: 'Stop typing' }).click();
  await ada.page.goto('about:blank');
  await expect.poll(() => columnsOf(id)).toBe(120);

  const ben = await scene.person({ viewport: phone, hasTouch: true, isMobile: true });
  await ben.open(`${scene.beckon.url}/sessions/${id}/terminal`);
  await ben.page.getByRole('button', { name: 'Type here' }).tap();
  await expect.poll(() => columnsOf(id)).toBeLessThan(60);
  await ben.decide(ben.page.getByRole('button', { name: 'Shift+Tab' }));
  await expect.poll(() => screenOf(id)).toContain('accept edits on');
  await ben.page.goto('about:blank');
  await expect.poll(() => columnsOf(id)).toBe(120);
});

it('a slash command that opens a screen shows that screen, to be worked by keys', async () => {
  const { transport, workspace } = scene.beckon;
  const { id } = await transport.createSession({ cwd: workspace, driver: 'terminal' });
  const ada = await scene.person();
  await ada.open(`${scene.beckon.url}/sessions/${id}`);
  await ada.send('/model');
  const sheet = ada.page.getByRole('dialog', { name: 'Select model' });
  await sheet.getByText('Your keys go to the terminal').waitFor();
  await ada.seesState('Shows “Select model”');
  await ada.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await ada.seesTurnEnd();
});

function isInSight(row: Element): boolean {
  const [{ top, bottom }, box] = [row.getBoundingClientRect(), row.closest('.pane-box')?.getBoundingClientRect()];
  return box !== undefined && top >= box.top && bottom <= box.bottom;
}
