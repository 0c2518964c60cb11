import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feedbackMessage } from './feedback.ts';

const first = { start: 3, quote: 'Add `farewell()`', text: 'Which file? ' };
const second = { start: 40, quote: '```js\ngreet()\n```', text: 'Two\nlines' };

it('is what its person wrote, and nothing else, where there are no comments', () => {
  expect(feedbackMessage([], ' Smaller steps ')).toBe('Smaller steps');
  expect(feedbackMessage([{ ...first, text: ' ' }], 'Smaller steps')).toBe('Smaller steps');
});

it('quotes the passage above each comment, in the order of the plan, and ends with what is about all of it', () => {
  expect(feedbackMessage([second, first], 'Smaller steps'))
    .toBe(`My comments on the plan, each below the passage that it is about:

> Add \`farewell()\`

Which file?

> \`\`\`js
> greet()
> \`\`\`

Two
lines

On the plan as a whole:

Smaller steps`);
});

it('says nothing about all of the plan where its person did not', () => {
  expect(feedbackMessage([first], ' ')).not.toContain('as a whole');
});

it('cuts a long passage, and says so', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
  const message = feedbackMessage([{ start: 0, quote: lines, text: 'No' }], '');
  expect(message).toContain('> line 11\n> …\n\nNo');
  expect(feedbackMessage([{ start: 0, quote: 'x'.repeat(5000), text: 'No' }], '').length).toBeLessThan(800);
});

it('lets nothing in a passage pass for the words of its person', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '>', '#', '`') }), (quote) => {
      const [lead, ...lines] = feedbackMessage([{ start: 0, quote, text: 'COMMENT' }], '').split('\n');
      expect(lead).toContain('My comments');
      expect(lines.filter((line) => line !== '' && !line.startsWith('>'))).toEqual(['COMMENT']);
    }),
  );
});
