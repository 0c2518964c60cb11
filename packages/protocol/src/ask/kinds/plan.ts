// An agent has a plan, and asks its person to accept it.
import { z } from 'zod';
import { firstLine, toolWords } from '../../toolWords.ts';
import type { Approve } from '../answer.ts';
import { aboutToolCall, kindOfAsk, type ModeName, onlyFolders, recalledCall, toldNo } from './kind.ts';

export const plan = kindOfAsk({
  name: 'plan',
  announcedBy: 'plan_review',
  fields: { ...aboutToolCall, plan: z.string() },
  answers: ['approve', 'deny'],
  expects: 'a yes or no to its plan',

  read(_, answer) {
    if (answer.type === 'deny') return { ok: true, answer };
    if (answer.remember) {
      return { ok: false, message: '“remember”: this ask offers nothing that could be always allowed.' };
    }
    if (answer.updatedInput) {
      return { ok: false, message: '“updatedInput”: only the input of a tool can be changed.' };
    }
    if (answer.withoutSettings) return { ok: false, message: onlyFolders };
    return { ok: true, answer };
  },
  whole: ({ plan: text }) => text,
  // A plan is shown as text of its own, which its tool's input need not hold.
  shows: ({ toolName, input, plan: text }) => [toolName, input, text],
  runs: () => false,
  leavesMode: true,
  sendsBack: ({ type }) => type === 'deny',

  words: {
    headline({ plan: text }) {
      const title = firstLine(text).replace(/^#+\s*/, '');
      return title === '' ? 'Review the plan' : `Review the plan “${title}”`;
    },
    wanted: 'Has a plan for you',
    asked: () => 'Asked to accept a plan',
    gist: ({ toolName, input }) => toolWords(toolName, input).gist,
    wish: (answer, modeName) => (answer.type === 'deny' ? 'send it back' : `approve${next(answer, modeName)}`),
    deed: (answer, modeName) => (answer.type === 'deny' ? 'Sent back' : `Approved${next(answer, modeName)}`),
    first: ({ type }) => (type === 'deny' ? 'sent it back' : 'approved it'),
    parked: 'Your answer brings it back, and it goes on from here.',
    orphaned: 'It cannot take this plan up again. Your answer is told to it in a message.',
    recalled: recalledCall,
    told: (_, answer) =>
      answer.type === 'deny'
        ? toldNo(answer)
        : 'I accept that plan. If it still stands, present exactly the same plan again: it will be accepted at once.',
  },
});

function next({ permissionMode }: Approve, modeName: ModeName): string {
  return permissionMode ? ` (going on in “${modeName(permissionMode)}”)` : '';
}
