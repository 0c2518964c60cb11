// What goes back to the agent with a plan that is sent back: each comment below the passage that it is about, then what is said
// about the plan as a whole. One text, which the agent reads as it stands.

export interface PlanComment {
  /** Where its passage begins in the plan, as the page shows it. */
  start: number;
  /** The passage, as it is written in the plan. */
  quote: string;
  text: string;
}

const mostQuoted = { lines: 12, characters: 600 };

export function feedbackMessage(comments: readonly PlanComment[], general: string): string {
  const remarks = written(comments).map(({ quote, text }) => `${quoted(quote)}\n\n${text.trim()}`);
  const whole = general.trim();
  if (remarks.length === 0) return whole;
  return [
    'My comments on the plan, each below the passage that it is about:',
    ...remarks,
    ...(whole === '' ? [] : [`On the plan as a whole:\n\n${whole}`]),
  ].join('\n\n');
}

/** Those that say something, in the order of the plan. */
export function written(comments: readonly PlanComment[]): PlanComment[] {
  return comments.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.start - b.start);
}

/** Every line of it is marked, so that nothing in a plan can pass for the words of its person. */
function quoted(passage: string): string {
  const lines = passage.slice(0, mostQuoted.characters).split('\n');
  const shown = lines.slice(0, mostQuoted.lines).map((line) => `> ${line}`.trimEnd());
  const isCut = passage.length > mostQuoted.characters || lines.length > mostQuoted.lines;
  return [...shown, ...(isCut ? ['> …'] : [])].join('\n');
}
