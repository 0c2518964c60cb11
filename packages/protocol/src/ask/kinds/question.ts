// An agent asks its person to choose, or to say in their own words.
import { z } from 'zod';
import { firstLine } from '../../toolWords.ts';
import { answerValues } from '../answer.ts';
import { answersForAgent, Question, readAnswers } from '../question.ts';
import { aboutToolCall, kindOfAsk, recalledCall, toldNo } from './kind.ts';

export const question = kindOfAsk({
  name: 'question',
  announcedBy: 'question_prompt',
  fields: { ...aboutToolCall, questions: z.array(Question).min(1) },
  answers: ['answers', 'deny'],
  expects: 'answers to its questions',

  read({ questions }, answer) {
    if (answer.type === 'deny') return { ok: true, answer };
    const reading = readAnswers(questions, answer.answers);
    return reading.ok ? { ok: true, answer: { type: 'answers', answers: reading.answers } } : reading;
  },
  whole: ({ questions }) => questions.map(wholeQuestion).join('\n\n'),
  shows: ({ toolName, input }) => [toolName, input],
  offers({ questions }) {
    const [only, ...more] = questions;
    if (!only || more.length > 0 || only.multiSelect) return [];
    return only.options.map(({ label }) => ({ label, answer: { type: 'answers', answers: { 0: label } } }));
  },
  runs: () => false,

  words: {
    headline({ questions: [first, ...more] }) {
      const others = more.length === 0 ? '' : ` and ${more.length} more`;
      return `Answer “${firstLine(first?.question ?? '')}”${others}`;
    },
    wanted: 'Has a question for you',
    asked: ({ questions }) => `Asked: ${questions.map((each) => each.question).join(' ')}`,
    gist: () => '',
    wish: ({ type }) => (type === 'deny' ? 'no answer' : undefined),
    deed: ({ type }) => (type === 'deny' ? 'Not answered' : 'Answered'),
    first: (answer) => (answer.type === 'deny' ? 'dismissed it' : `answered: ${answerValues(answer)}`),
    parked: 'Your answer brings it back, and it goes on from here.',
    orphaned: 'It cannot take this question up again. Your answer is told to it in a message.',
    recalled: recalledCall,
    told({ questions }, answer) {
      if (answer.type === 'deny') return toldNo(answer);
      const answers = Object.entries(answersForAgent(questions, answer.answers));
      return [...answers.map(([asked, chosen]) => `${asked} ${chosen}`), 'Go on from there.'].join('\n');
    },
  },
});

/** Options that only have a name share a line. */
function wholeQuestion({ question: asked, options }: Question): string {
  const said = options.map(({ label, description, preview }) =>
    [label, description, preview].filter((text) => text !== undefined && text !== '').join(': '),
  );
  const areNames = options.every(({ description, preview }) => !description && !preview);
  return [asked, ...(areNames ? [said.join(' / ')] : said.map((option) => `- ${option}`))].join('\n');
}
