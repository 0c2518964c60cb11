import { BeckonError, type GrantedRule } from '@beckon/protocol';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { RulesSection } from './RulesSection.tsx';

const make: GrantedRule = {
  id: '1-0',
  text: 'Allow Bash(make), in this folder, for you',
  sessionId,
  grantedAt: 1,
  grantedBy: { type: 'device', id: 'd1', name: 'Firefox on Linux' },
  state: 'kept',
  file: '/home/ana/shop/.claude/settings.local.json',
};

function stageWith(...rules: GrantedRule[]) {
  const stage = setStage();
  stage.transport.grantedRules = rules;
  return stage;
}

it('says where each rule is kept, and removes it', async () => {
  const stage = stageWith(make, { ...make, id: '2-0', text: 'Allow Bash(ls)', state: 'gone' });
  renderOn(stage, <RulesSection />);
  const list = await screen.findByRole('list', { name: 'Rules' });
  expect(list.textContent).toContain('settings.local.json');
  expect(within(list).queryByText(/Bash\(ls\)/)).toBeNull();
  stage.transport.grantedRules = [{ ...make, state: 'gone' }];
  await userEvent.click(screen.getByRole('button', { name: `Remove: ${make.text}` }));
  expect(stage.transport.callsTo('removeGrantedRule')).toEqual([['1-0']]);
  expect(await screen.findByText(/Nothing is allowed for good/)).toBeTruthy();
});

it('says why a rule was not removed, and offers nothing where nothing can be done', async () => {
  const unreadable: GrantedRule = { ...make, id: '3-0', text: 'Allow Bash(ls)', state: 'unreadable', why: 'no JSON' };
  const stage = stageWith(make, unreadable);
  const refused = new BeckonError('invalid_request', 'It was left as it is: it was changed meanwhile.');
  stage.transport.failures.set('removeGrantedRule', refused);
  renderOn(stage, <RulesSection />);
  await userEvent.click(await screen.findByRole('button', { name: `Remove: ${make.text}` }));
  expect(await screen.findByText(/Not removed. It was left as it is/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove: Allow Bash(ls)' })).toBeNull();
  expect(screen.getByText(/no JSON/)).toBeTruthy();
});
