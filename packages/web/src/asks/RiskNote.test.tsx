import type { Risk } from '@beckon/protocol';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RiskNote } from './RiskNote.tsx';

it('says how high the risk is, and each thing that was found', () => {
  const findings = [
    { code: 'deletes_many', text: 'Deletes more than one file.' },
    { code: 'network', text: 'Talks to other machines.' },
  ];
  render(<RiskNote risk={{ level: 'high', findings }} />);
  expect(screen.getByRole('note', { name: 'High risk' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    findings.map(({ text }) => text),
  );
});

it('says that it cannot judge what it does not know', () => {
  render(<RiskNote risk={{ level: 'unknown', findings: [] }} />);
  expect(screen.getByRole('note').textContent).toBe('Beckon cannot say what this tool does');
});

const nothing: Risk = { level: 'low', findings: [] };
it.each([undefined, nothing])('promises nothing where nothing was found', (risk) => {
  render(<RiskNote risk={risk} />);
  expect(screen.queryByRole('note')).toBeNull();
});
