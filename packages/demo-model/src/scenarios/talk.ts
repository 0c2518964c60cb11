// Scenarios in which the model only talks: briefly, after some thought, at length, or slowly.
import { say, think, type Scenario } from '../script.ts';
import { conventionsGuide, lighthouseStory } from './longTexts.ts';

export const talk: Scenario[] = [
  {
    id: 'plain-talk',
    title: 'Ask something',
    description: 'The agent answers in a few sentences; nothing needs your approval.',
    prompt: 'What does debouncing a function mean?',
    featured: true,
    turns: [
      {
        blocks: [
          say(
            'Debouncing a function means that calls in quick succession are gathered into one: the function runs only ' +
              'after things have been quiet for a moment. A search box is the usual example. Instead of asking the ' +
              'server on every key, it waits until the typing pauses, and asks once.',
          ),
        ],
      },
    ],
  },
  {
    id: 'thinking',
    title: 'Think first',
    description: 'The agent thinks before it answers, and you can read along.',
    prompt: 'Think hard: is 91 a prime number?',
    turns: [
      {
        blocks: [
          think('91 is odd. Its digits add up to 10, so 3 does not divide it. 5 does not either. 7 × 13 = 91.'),
          say('No. 91 is 7 × 13.'),
        ],
      },
    ],
  },
  {
    id: 'long-answer',
    title: 'Read a long answer',
    description: 'Headings, lists, a table and code in several languages, streamed fast.',
    prompt: "Write a guide to this project's conventions",
    featured: true,
    turns: [{ blocks: [say(conventionsGuide)], pace: { chunkChars: 60, delayMs: 2 } }],
  },
  {
    id: 'slow-stream',
    title: 'Interrupt a slow answer',
    description: 'The agent takes about ten seconds to tell a story. Stop it whenever you like.',
    prompt: 'Tell me a story, and take your time',
    featured: true,
    turns: [{ blocks: [say(lighthouseStory)], pace: { chunkChars: 6, delayMs: 40 } }],
  },
];
