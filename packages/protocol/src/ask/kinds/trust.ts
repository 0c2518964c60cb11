// A folder has settings that run something or grant something by themselves: is it to be trusted? Asked before an agent
// starts there, so it is about no tool call, and no agent takes the answer.
import { z } from 'zod';
import { JsonObject, Timestamp } from '../../ids.ts';
import { ShownTrustItem } from '../../trust.ts';
import type { AnswerOf } from '../answer.ts';
import { kindOfAsk, toldNo } from './kind.ts';

export const trust = kindOfAsk({
  name: 'trust',
  announcedBy: 'trust_required',
  fields: {
    /** For clients that know asks by their tools: there is none of that name, and its input is the folder. */
    toolName: z.string(),
    input: JsonObject,
    /** Where it really is, whatever links lead there. */
    folder: z.string(),
    items: z.array(ShownTrustItem),
    /** Of all items; the answer is good for these alone. */
    digest: z.string(),
    /** When its person last decided about it, where that was with other items. */
    lastDecidedAt: Timestamp.optional(),
    /** It takes the place of an ask that showed the folder as it was, before that was answered or its answer counted. */
    comesAgain: z.enum(['changed_while_open', 'changed_before_answer']).optional(),
  },
  answers: ['approve', 'deny'],
  expects: 'whether to trust a folder',
  comesBeforeAgent: true,

  read(_, answer) {
    if (answer.type === 'deny') return { ok: true, answer };
    const notForFolders = (['updatedInput', 'remember', 'permissionMode'] as const).find((name) => answer[name]);
    if (notForFolders === undefined) return { ok: true, answer };
    return { ok: false, message: `“${notForFolders}”: a folder is trusted, or opened without its settings.` };
  },
  whole: ({ folder, items }) => [folder, ...items.map((item) => JSON.stringify(item))].join('\n'),
  shows: ({ folder, digest }) => [folder, digest],
  runs: () => false,

  words: {
    headline: ({ folder }) => `Trust the folder ${folder}`,
    wanted: 'Asks whether to trust a folder',
    asked: ({ folder }) => `Asked whether to trust the folder ${folder}`,
    gist: ({ folder }) => folder,
    first: (answer) =>
      inWords(answer, { trusted: 'trusted it', without: 'opened it without its settings', no: 'left it' }),
    wish: (answer) =>
      inWords(answer, { trusted: 'trust it', without: 'work without its settings', no: 'don’t open it' }),
    deed: (answer) => inWords(answer, { trusted: 'Trusted', without: 'Opened without its settings', no: 'Not opened' }),
    askedAgain: 'The folder changed, so this card gave way to a new one.',
    parked: 'Nothing of the folder runs. Your answer starts the session.',
    orphaned: 'Nothing of the folder runs. Your answer starts the session.',
    recalled: ({ folder }) => `leave to work in the folder ${folder}.`,
    told: (_, answer) => (answer.type === 'deny' ? toldNo(answer) : 'You may work there.'),
  },
});

interface TrustWords {
  trusted: string;
  without: string;
  no: string;
}

function inWords(answer: AnswerOf<'approve' | 'deny'>, { trusted, without, no }: TrustWords): string {
  if (answer.type === 'deny') return no;
  return answer.withoutSettings ? without : trusted;
}
