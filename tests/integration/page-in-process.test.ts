// The page in one process with its gateway, with nothing listening on a port.
import { fireEvent } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { approvalDraft } from '../support/asks.ts';
import { openPage } from '../support/pageInProcess.ts';
import { testGateway } from '../support/testGateway.ts';

test('[G15] an ask is shown and answered over a DirectTransport', async () => {
  await using house = await testGateway();
  const transport = house.gateway.connect('Obsidian');
  const { id } = await transport.createSession({ cwd: house.folder.path });
  await using page = await openPage(transport, `/sessions/${id}`);
  const outcome = house.driver.agent(id).call(approvalDraft());
  const card = await page.findByRole('article', { name: /: waiting for your response$/ }, { timeout: 15_000 });
  expect(card.getAttribute('aria-label')).toMatch(/^Run /);
  const approve = page.getByRole('button', { name: 'Approve' });
  await vi.waitFor(() => expect(approve.dataset['armed']).toBe('true'), { timeout: 15_000 });
  fireEvent.click(approve);
  expect(await outcome).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
});
