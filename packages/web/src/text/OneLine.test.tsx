import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OneLine } from './OneLine.tsx';

it.each([
  ['/home/ana/shop/src/greet.js', 'rtl'],
  ['~/shop', 'rtl'],
  ['…/demo/workspace', 'rtl'],
  ['rm -rf /home/ana', 'ltr'],
  ['/bin/sh -c true', 'ltr'],
  ['Which database?', 'ltr'],
])('lays out %s as %s, so that what tells most is cut off last', (text, direction) => {
  render(<OneLine text={text} />);
  expect(screen.getByText(text).parentElement?.dir).toBe(direction);
});
