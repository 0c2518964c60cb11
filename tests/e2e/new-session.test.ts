// Starting a session with one's own words.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openScene } from '../support/scene.ts';

const scene = openScene();

// One red pixel.
const picture = {
  name: 'pixel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

it('says at the form that a folder does not exist, and loses nothing of it', async () => {
  const ada = await scene.person();
  const missing = join(scene.beckon.stateDir, 'no-such-folder');
  const prompt = 'What does debouncing a function mean?';
  await ada.fillNewSession({ folder: missing, prompt, mode: 'Accept edits', pictures: [picture] });
  await ada.startButton.click();
  await ada.page.getByRole('alert').getByText(`There is no folder ${missing}`).waitFor();

  expect(await ada.page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe(prompt);
  expect(await ada.page.getByRole('radio', { name: /^Accept edits/ }).isChecked()).toBe(true);
  expect(await ada.page.getByRole('img', { name: picture.name }).count()).toBe(1);
  expect((await scene.beckon.transport.listSessions()).sessions).toEqual([]);

  await ada.page.getByRole('combobox', { name: 'Folder' }).fill(scene.workspace.path);
  await ada.startButton.click();
  await ada.agentSaying('I see what you attached: image.').waitFor();
  expect(await ada.permissionMode.inputValue()).toBe('acceptEdits');
});

it('[T11] starts with a prompt and a picture: the conversation shows it, the agent sees it, a reload keeps it', async () => {
  const ada = await scene.person();
  await ada.startSession({ folder: scene.workspace.path, prompt: 'What is in this picture?', pictures: [picture] });
  const shown = ada.ownMessages.getByRole('img', { name: 'Sent with the message' });
  const width = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await ada.agentSaying('I see what you attached: image.').waitFor();
  await expect.poll(width).toBe(1);

  await ada.page.reload();
  await shown.waitFor();
  await expect.poll(width).toBe(1);
});

it('[T11] sends a picture later on, too', async () => {
  const ada = await scene.person();
  await ada.startSession({ folder: scene.workspace.path, prompt: 'What does debouncing a function mean?' });
  await ada.seesTurnEnd();
  await ada.attach([picture]);
  await ada.send('And this?');
  await ada.agentSaying('I see what you attached: image.').waitFor();
  expect(await ada.ownMessages.getByRole('img').count()).toBe(1);
});

it('starts a session without a prompt, which takes its name from the first message', async () => {
  const ada = await scene.person();
  await ada.startSession({ folder: scene.workspace.path, prompt: '' });
  await ada.seesTurnEnd();
  await ada.send('What does debouncing a function mean?');
  await ada.page.getByRole('heading', { level: 1, name: /What does debouncing a function mean/ }).waitFor();
  await ada.agentSaying('Debouncing a function means').waitFor();
});

it('removes a session once that is confirmed', async () => {
  const ada = await scene.person();
  await ada.startSession({ folder: scene.workspace.path, prompt: 'What does debouncing a function mean?' });
  await ada.seesTurnEnd();
  const { sessionId } = ada;
  await ada.page.getByRole('button', { name: 'End and remove this session' }).click();
  await ada.decide(ada.page.getByRole('dialog').getByRole('button', { name: 'End and remove' }));
  await ada.page.waitForURL(`${scene.beckon.url}/`);
  const { sessions: left } = await scene.beckon.transport.listSessions();
  expect(left.map(({ id }) => id)).not.toContain(sessionId);
});
