// Approving something else than what was asked.
import { BeckonError } from '@beckon/protocol';
import type { Judgement } from '@beckon/protocol';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { approval, session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { DockedContext } from './docked.tsx';
import { ToolApproval } from './ToolApproval.tsx';

async function edit(command: string, judgement?: Judgement) {
  const stage = setStage([session()]);
  if (judgement) stage.transport.judgement = judgement;
  renderOn(stage, <ToolApproval ask={approval({ input: { command: 'touch a' } })} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Edit input…' }));
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), command);
  return { ...stage, user };
}

const press = (name: string | RegExp) => screen.findByRole('button', { name });
const armed = async (name: string | RegExp) => {
  await waitFor(async () => expect((await press(name)).dataset['armed']).toBe('true'));
  return press(name);
};
const deletes: Judgement = { risk: { level: 'high', findings: [{ code: 'delete', text: 'Deletes files' }] } };

it('shows what is different, and asks the gateway what the new input would do', async () => {
  const { transport } = await edit('touch b');
  await armed('Approve with changes');
  expect(transport.callsTo('judgeInput').at(-1)).toEqual([approval().id, { input: { command: 'touch b' } }]);
  const table = await screen.findByRole('table', { name: '1 line removed, 1 line added' });
  expect([...table.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['a', 'b']);
});

it('takes no press before it is judged, and two at two places for what may do great harm', async () => {
  const { user, transport } = await edit('rm -rf ', deletes);
  const letGo = transport.holdReplies();
  await user.type(screen.getByRole('textbox'), 'b');
  await user.click(await press('Approve with changes'));
  expect(transport.callsTo('answer')).toEqual([]);
  letGo();
  await user.click(await armed('Approve with changes…'));
  expect(screen.getByText('Deletes files')).toBeTruthy();
  expect(transport.callsTo('answer')).toEqual([]);
  const places = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(places.indexOf('Back')).toBeLessThan(places.indexOf('Yes, approve with changes'));
  await user.click(await armed('Yes, approve with changes'));
  expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve', updatedInput: { command: 'rm -rf b' } });
});

it('says that it cannot say where the gateway does not', async () => {
  const { transport, user } = await edit('touch ');
  transport.failures.set('judgeInput', new BeckonError('unreachable', 'Gone.'));
  await user.type(screen.getByRole('textbox'), 'c');
  await armed('Approve with changes');
  expect(screen.getByRole('note').textContent).toContain('Beckon cannot say');
});

it('shows the risk of what is edited, and not of what was asked, beside the button', async () => {
  const stage = setStage([session()]);
  stage.transport.judgement = { risk: { level: 'medium', findings: [{ code: 'network', text: 'Talks to others' }] } };
  const ask = approval({ input: { command: 'rm -rf a' }, risk: deletes.risk });
  renderOn(
    stage,
    <DockedContext value>
      <ToolApproval ask={ask} />
    </DockedContext>,
  );
  const user = userEvent.setup();
  expect(screen.getByText('Deletes files', { exact: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit input…' }));
  await user.type(screen.getByRole('textbox'), 'b');
  const button = await armed('Approve with changes');
  expect(button.closest('[data-foot]')?.textContent).toContain('Talks to others');
  expect(screen.queryByText('Deletes files', { exact: false })).toBeNull();
});
