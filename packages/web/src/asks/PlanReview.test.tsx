import { BeckonError } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { plan } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import type { PlanAsk } from './PlanReview.tsx';
import { PlanReview } from './PlanReview.tsx';

function show(ask: PlanAsk = plan()) {
  const stage = setStage();
  stage.beckon.store.setState({ about: stage.transport.aboutGateway });
  renderOn(stage, <PlanReview ask={ask} />);
  return { ...stage, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('[C5] PlanReview', () => {
  it('shows the plan as markdown', () => {
    show();
    expect(screen.getByRole('heading', { name: 'Steps' })).toBeTruthy();
    expect(screen.getByText('Do it')).toBeTruthy();
  });

  it('approves into "Ask" unless another mode is chosen', async () => {
    const { user, transport } = show();
    await user.click(button('Approve plan'));
    expect(transport.callsTo('approveTool')[0]?.[1]).toMatchObject({ permissionMode: 'default', askId: plan().id });
  });

  it('approves into the chosen mode', async () => {
    const { user, transport } = show();
    await user.click(screen.getByRole('radio', { name: /Accept edits/ }));
    await user.dblClick(button('Approve plan'));
    expect(transport.callsTo('approveTool')).toHaveLength(1);
    expect(transport.callsTo('approveTool')[0]?.[1]).toMatchObject({ permissionMode: 'acceptEdits' });
  });

  it('sends it back only with feedback', async () => {
    const { user, transport } = show();
    await user.click(button('Send back…'));
    expect(button('Send back')).toHaveProperty('disabled', true);
    await user.keyboard('{Enter}');
    expect(transport.callsTo('denyTool')).toHaveLength(0);
    await user.keyboard('Smaller steps{Enter}');
    expect(transport.callsTo('denyTool')[0]?.[1]).toMatchObject({ message: 'Smaller steps' });
  });

  it('comes back with the focus where the step was begun', async () => {
    const { user } = show();
    await user.click(button('Send back…'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button('Send back…'));
  });

  it('says why a submit failed and gives the form back with the feedback', async () => {
    const { user, transport } = show();
    transport.failures.set('denyTool', new BeckonError('unreachable', 'Gone.'));
    await user.click(button('Send back…'));
    await user.keyboard('Smaller{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Gone.');
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Smaller');
  });

  it('collapses to its outcome', () => {
    show(
      plan({
        state: 'settled',
        answer: { type: 'approve', permissionMode: 'acceptEdits' },
        answeredBy: { type: 'device', id: 'd1', name: 'Phone' },
      }),
    );
    expect(screen.getByRole('status').textContent).toContain('Approved (going on in “Accept edits”) on Phone');
    expect(screen.queryByRole('heading', { name: 'Steps' })).toBeNull();
    expect(button('The plan')).toBeTruthy();
  });

  it('shows what a plan that was sent back was told', () => {
    show(
      plan({
        state: 'settled',
        answer: { type: 'deny', message: 'Smaller' },
        answeredBy: { type: 'device', id: 'd1', name: 'Phone' },
      }),
    );
    expect(screen.getByRole('status').textContent).toContain('Sent back on Phone');
    expect(screen.getByText('Smaller')).toBeTruthy();
  });

  it('says so where the agent gave no plan', () => {
    show(plan({ plan: '' }));
    expect(screen.getByText(/gave no text/)).toBeTruthy();
  });
});
