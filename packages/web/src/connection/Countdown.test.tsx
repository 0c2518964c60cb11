import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Countdown } from './Countdown.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Countdown', () => {
  it('begins a new count at the time that it is, not at its last beat', async () => {
    const drawn = render(<Countdown until={Date.now() + 1000} />);
    await act(async () => vi.advanceTimersByTime(1400));
    expect(screen.getByText('Trying…')).toBeTruthy();
    drawn.rerender(<Countdown until={Date.now() + 2000} />);
    expect(screen.getByText('Next try in 2 s')).toBeTruthy();
  });

  it.each([
    [1, 'Next try in 1 s'],
    [90, 'Next try in 90 s'],
    [91, 'Next try in 2 min'],
    [300, 'Next try in 5 min'],
    [0, 'Trying…'],
  ])('says of %i seconds: %s', (seconds, words) => {
    render(<Countdown until={Date.now() + seconds * 1000} />);
    expect(screen.getByText(words)).toBeTruthy();
  });
});
