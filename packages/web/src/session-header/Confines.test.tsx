import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { SessionHeader } from './SessionHeader.tsx';

describe('the header of a session', () => {
  it.each([
    [{ isSandboxed: true }, /Sandbox/],
    [{ isWithoutFolderSettings: true }, /Without folder settings/],
  ])('says what its agent is kept from: %o', (confined, words) => {
    const shown = session(confined);
    renderOn(setStage([shown]), <SessionHeader session={shown} isTerminalShown={false} />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('says nothing of that where it is kept from nothing', () => {
    renderOn(setStage([session()]), <SessionHeader session={session()} isTerminalShown={false} />);
    expect(screen.queryByText(/Sandbox|folder settings/)).toBeNull();
  });
});
