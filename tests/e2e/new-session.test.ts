// Starting a session with one's own words.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pdfText } from '../support/documents.ts';
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

it('[T11] takes documents beside pictures, by picking and by dropping, shows them and keeps them', async () => {
  const ada = await scene.person();
  const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfText) };
  await ada.startSession({ folder: scene.workspace.path, prompt: 'What is this?', pictures: [plan] });
  await ada.agentSaying('I see what you attached: document.').waitFor();
  const drop = await ada.page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['The word is pomegranate.'], 'notes.md', { type: 'text/markdown' }));
    transfer.items.add(new File(['PK\u0003\u0004\0'], 'notes.zip', { type: 'application/zip' }));
    return transfer;
  });
  await ada.messageField.dispatchEvent('drop', { dataTransfer: drop });
  await ada.page.getByRole('alert').getByText('Taken are pictures').waitFor();
  await ada.send('And this?');
  const notes = ada.ownMessages.getByRole('region', { name: 'Document notes.md' });
  await notes.waitFor();
  await ada.page.reload();
  await notes.getByRole('button', { name: /notes\.md/, expanded: false }).click();
  await notes.getByText('The word is pomegranate.').waitFor();
  const saved = ada.page.waitForEvent('download');
  await ada.ownMessages.getByRole('button', { name: 'Save plan.pdf' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe(pdfText);
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
