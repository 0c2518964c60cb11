// A deciding button on the page: what begins too early or is held down does not press it, and it keeps the focus.
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ownPresses } from '../test/ownPresses.ts';
import { setStage, renderOn } from '../test/renderWithBeckon.tsx';
import { DecidingButton } from './DecidingButton.tsx';

function showButton() {
  const { presses, pass } = ownPresses();
  const stage = setStage();
  const pressed: string[] = [];
  const draw = (meaning: string) => (
    <DecidingButton meaning={meaning} onClick={() => pressed.push(meaning)}>
      Yes
    </DecidingButton>
  );
  const { rerender } = renderOn({ ...stage, beckon: { ...stage.beckon, presses } }, draw('first'));
  return {
    pressed,
    button: screen.getByRole('button', { name: 'Yes' }),
    pass,
    mean: (meaning: string) => rerender(draw(meaning)),
  };
}

it('[L13] is quiet at first, says why, keeps the focus, and takes presses later', async () => {
  const { button, pressed, pass } = showButton();
  button.focus();
  expect([button.getAttribute('aria-disabled'), button.dataset.armed]).toEqual(['true', 'false']);
  expect(button.title).toContain('Not yet');
  fireEvent.click(button);
  expect(pressed).toEqual([]);
  await pass(700);
  expect([button.getAttribute('aria-disabled'), button.dataset.armed, button.title]).toEqual([null, 'true', '']);
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(pressed).toEqual(['first']);
});

it('[L13] takes no press that began before it was ready', async () => {
  const { button, pressed, pass } = showButton();
  fireEvent.pointerDown(button);
  await pass(700);
  fireEvent.click(button);
  expect(pressed).toEqual([]);
  fireEvent.pointerDown(button);
  fireEvent.click(button);
  expect(pressed).toEqual(['first']);
});

it('[L13] takes no key that is held down', async () => {
  const { button, pass } = showButton();
  await pass(700);
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  // Prevented, it does not become a click.
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button, { key: ' ', repeat: true })).toBe(false);
});

it('[L13] is quiet again after it was pressed, and when it comes to mean something else', async () => {
  const { button, pressed, pass, mean } = showButton();
  await pass(700);
  fireEvent.click(button);
  fireEvent.click(button);
  expect(pressed).toEqual(['first']);
  await pass(700);
  expect(button.dataset.armed).toBe('true');
  mean('second');
  expect(button.dataset.armed).toBe('false');
  await pass(700);
  fireEvent.click(button);
  expect(pressed).toEqual(['first', 'second']);
});
