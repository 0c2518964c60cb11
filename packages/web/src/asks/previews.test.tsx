// Previews of a question's options: beside each other where there is room, else in a sheet.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { question } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';

const options = [
  { label: 'Example first', description: 'Code at the top', preview: 'first preview' },
  { label: 'Words first', preview: 'second \u202epreview <b>bold</b>' },
  { label: 'Nothing' },
];

function show(multiSelect = false) {
  const stage = setStage();
  const ask = question({ questions: [{ header: 'Layout', question: 'Which layout?', multiSelect, options }] });
  renderOn(stage, <QuestionPrompt ask={ask} />);
  return { ...stage, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole('button', { name });
const figure = (label: string) => screen.getByRole(multi ? 'checkbox' : 'radio', { name: label }).closest('figure');
let multi = false;

describe('with room for columns', () => {
  beforeEach(() => {
    multi = false;
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  });
  afterEach(() => void vi.restoreAllMocks());

  it('shows all previews at once, each with its option, and marks the chosen one', async () => {
    const { user } = show();
    expect(figure('Example first Code at the top')?.textContent).toContain('first preview');
    expect(figure('Words first')?.textContent).toContain('second');
    expect(figure('Nothing')?.textContent).toContain('No preview for this option');
    expect(screen.queryByRole('button', { name: 'Compare previews' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Words first' }));
    expect(figure('Words first')?.className).toContain('ring-accent');
    expect(figure('Nothing')?.className).not.toContain('ring-accent');
  });

  it('shows a preview as text, with what is hidden in it', () => {
    show();
    const preview = screen.getByRole('region', { name: 'Preview of Words first' });
    expect(preview.querySelector('b')).toBeNull();
    expect(preview.textContent).toContain('<b>bold</b>');
    expect(preview.querySelector('mark')?.title).toMatch(/RIGHT-TO-LEFT|U\+202E/i);
  });

  it('needs no columns where no option has a preview', () => {
    renderOn(setStage(), <QuestionPrompt ask={question()} />);
    expect(screen.queryByRole('figure')).toBeNull();
  });
});

describe('without', () => {
  async function open(multiSelect = false) {
    const stage = show(multiSelect);
    expect(screen.queryByText('first preview')).toBeNull();
    await stage.user.click(button('Compare previews'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Example first' }));
    return { ...stage, sheet };
  }

  it('goes through the previews in a sheet, by button and by key, and chooses there', async () => {
    const { user, sheet } = await open();
    expect(sheet.getByText('1 of 3')).toBeTruthy();
    expect(button('Previous option').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Next option'));
    await user.keyboard('{ArrowRight}');
    expect(sheet.getByText('3 of 3')).toBeTruthy();
    expect(button('Next option').getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('dialog', { name: 'Words first' })).toBeTruthy();
    await user.click(button('Choose this'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('radio', { name: 'Words first' })).toHaveProperty('checked', true);
  });

  it('opens at what is chosen, says that it is, and changes nothing when it is closed', async () => {
    const { user } = show();
    await user.click(screen.getByRole('radio', { name: 'Words first' }));
    await user.click(button('Compare previews'));
    await screen.findByRole('dialog', { name: 'Words first' });
    expect(button('Chosen')).toBeTruthy();
    await user.click(button('Close'));
    expect(screen.getByRole('radio', { name: 'Words first' })).toHaveProperty('checked', true);
  });

  it('chooses several, and takes one out again, without leaving the sheet', async () => {
    const { user } = await open(true);
    await user.click(button('Choose this'));
    await user.click(button('Next option'));
    await user.click(button('Choose this'));
    await user.click(button('Previous option'));
    await user.click(button('Chosen · take it out'));
    await user.click(button('Close'));
    const checked = screen.getAllByRole('checkbox', { checked: true });
    expect(checked.map((each) => each.closest('label')?.textContent)).toEqual(['Words first']);
  });

  it('answers nothing: that takes Submit', async () => {
    const { user, transport } = await open();
    await user.click(button('Choose this'));
    expect(transport.callsTo('answer')).toEqual([]);
    await user.click(button('Submit'));
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'answers', answers: { 0: 'Example first' } });
  });
});
